/** Bench: CPU time of functions within this process, measured in turn, so that a machine that grows slower slows all of them. */
import { setImmediate } from 'node:timers/promises'
import { median } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'

/** A function to measure, and how often it is called a round. */
export interface Measured {
  run: () => unknown
  calls: number
}

/** A function quick enough to be called so often. */
export function runMany(run: () => unknown): Measured {
  return { run, calls: 20_000 }
}

/** Gives the next of a pool, round and round. */
export function inTurn<Value>(pool: readonly Value[]): () => Value {
  let at = 0
  return () => pool[at++ % pool.length]!
}

/** Turns of the event loop that a round of many calls takes. What native calls hold by handles is let go at the end of a turn only: in
 * one turn of a whole round the collector of garbage would copy it again and again, which happens in no function. */
const turns = 20

/** Holds the last result, so that no call can be left out as useless. */
export const kept: { result: unknown } = { result: undefined }

/** CPU nanoseconds per call, of each by name: one figure a round. The first round warms up and does not count. */
export async function measureCpu<Name extends string>(
  functions: Readonly<Record<Name, Measured>>,
  scale: Scale,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const figures = Object.fromEntries(Object.keys(functions).map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (const counts of rounds(scale, 7))
    for (const [name, { run, calls: inFull }] of Object.entries<Measured>(functions)) {
      const calls = pick(scale, inFull, Math.ceil(inFull / 100))
      const before = process.cpuUsage()
      for (let called = 0; called < calls;) {
        for (const end = Math.min(calls, called + Math.ceil(calls / turns)); called < end; called++) {
          const result = run()
          kept.result = result
          // A promise for every synchronous function would be most of what is measured.
          if (result instanceof Promise) await result
        }
        await setImmediate()
      }
      const { user, system } = process.cpuUsage(before)
      if (counts) figures[name as Name].push(((user + system) * 1000) / calls)
    }
  return figures
}

/** `link: 310 ns, segment mapping-kit 86000 ns: 277.40× (260.10–290.00)`: how many times the first the second takes. */
export function timesLine(
  [name, figures]: readonly [string, readonly number[]],
  [otherName, others]: readonly [string, readonly number[]],
): string {
  const ratios = others.map((other, round) => other / figures[round]!)
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return (
    `${name}: ${median(figures).toFixed(0)} ns CPU, ${otherName} ${median(others).toFixed(0)} ns: ` +
    `${median(ratios).toFixed(2)}× (${least.toFixed(2)}–${most.toFixed(2)})`
  )
}
