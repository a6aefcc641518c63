/** Bench: measures the CPU time of functions in this process alternately, so that a machine that becomes slower affects all. */
import { setImmediate } from 'node:timers/promises'
import { median } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'

/** A function to measure, and its number of calls per round. */
export interface Measured {
  run: () => unknown
  calls: number
}

/** A function that is fast enough for many calls. */
export function runMany(run: () => unknown): Measured {
  return { run, calls: 20_000 }
}

/** Returns a function that cycles through a pool. */
export function inTurn<Value>(pool: readonly Value[]): () => Value {
  let at = 0
  return () => pool[at++ % pool.length]!
}

/** Number of event-loop turns of a round. Handles of native calls are only released at the end of a turn; in a single turn the garbage collector
 * would copy them repeatedly, which does not happen in a function. */
const turns = 20

/** Keeps the last result, so that no call is optimized away. */
export const kept: { result: unknown } = { result: undefined }

/** Returns CPU nanoseconds per call, by name: one figure per round. The first round is a warm-up and does not count. */
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
          // Awaiting a synchronous function would dominate the measurement.
          if (result instanceof Promise) await result
        }
        await setImmediate()
      }
      const { user, system } = process.cpuUsage(before)
      if (counts) figures[name as Name].push(((user + system) * 1000) / calls)
    }
  return figures
}

/** `link: 310 ns, segment mapping-kit 86000 ns: 277.40× (260.10–290.00)`: the ratio of the second to the first. */
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
