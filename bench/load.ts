/** Bench `load`: what a whole local stack accepts at half, once and twice its saturation: events accepted per second, their latency, refusals and
 * memory. Fails if overload shows as latency or as lost throughput instead of refusals, or if an accepted event is not stored. */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { clientOf, type Client } from '../test/support/client.ts'
import { tokenOf } from '../test/support/roles.ts'
import { TestStack } from '../test/support/stack.ts'
import { until } from '../test/support/until.ts'
import type { Offer, Offered } from './load_generator.ts'
import { watchMemory } from './memory.ts'
import { kill, messageOf } from './process.ts'
import { median } from './report.ts'
import { pick, type Scale } from './scale.ts'

const generator = fileURLToPath(new URL('load_generator.ts', import.meta.url))

/** Goals at twice the saturation. */
const goals = { p99Ms: 2000, throughput: 0.9, memory: 1.5 } as const

/** As many senders as saturate the stack without a queue that is worth mentioning. */
const saturating = 64

const config = { 'gcp:project': 'sluice-local' }

interface Loaded {
  stack: TestStack
  client: Client
  child: ChildProcess
  accepted: number
}

/** Offers load, then waits until everything that was accepted is stored, so that no phase bears the backlog of another. */
async function run(
  loaded: Loaded,
  order: Omit<Offer, 'url' | 'token'>,
): Promise<Offered & { memory: number }> {
  const { stack, client, child } = loaded
  const { baseUrl: url } = stack.facts
  const peak = watchMemory(stack.pid)
  const offered = messageOf<Offered>(child, 'the generator')
  child.send({ url, token: tokenOf(stack.facts, 'producer'), ...order })
  const result = await offered
  const memory = await peak()
  loaded.accepted += result.accepted
  await until('what was accepted is stored', async () => {
    const [row] = await client.query(`SELECT COUNT(DISTINCT event_id) AS n FROM events`)
    return Number(row!['n']) >= loaded.accepted
  })
  return { ...result, memory }
}

function print(what: string, { accepted, seconds, p50, p99, ...rest }: Offered & { memory: number }): void {
  const { refused, refusedP99, otherwise, broken, memory } = rest
  const refusals = refused === 0 ? '0 refused' : `${refused} refused (p99 ${refusedP99.toFixed(0)} ms)`
  console.log(
    `${what}: ${(accepted / seconds).toFixed(0)} accepted/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${refusals}, ` +
      `${otherwise} other errors, ${broken} broken, memory ${memory.toFixed(0)} MiB`,
  )
}

export async function benchLoad(scale: Scale): Promise<void> {
  const seconds = pick(scale, 15, 1)
  const stack = await TestStack.start(config)
  const loaded: Loaded = { stack, client: clientOf(stack.facts), child: fork(generator), accepted: 0 }
  try {
    // The first one warms up.
    await run(loaded, { senders: saturating, seconds: pick(scale, 8, 1) })
    const rates: number[] = []
    for (let round = 0; round < pick(scale, 3, 1); round++) {
      const { accepted, seconds: took } = await run(loaded, { senders: saturating, seconds: seconds / 2 })
      rates.push(accepted / took)
    }
    const saturation = median(rates)
    console.log(
      `saturation: ${saturation.toFixed(0)} accepted/s from ${saturating} senders that wait for responses`,
    )
    const results = []
    for (const factor of [0.5, 1, 2]) {
      const perSecond = Math.max(1, Math.round(saturation * factor))
      const result = await run(loaded, { perSecond, seconds })
      print(`${factor}×, ${perSecond} offered/s`, result)
      results.push(result)
    }
    console.log(`stored: all ${loaded.accepted} accepted events`)
    if (scale === 'full') judge(saturation, results[1]!, results[2]!)
  } finally {
    await kill(loaded.child)
    await stack.remove()
  }
}

function judge(saturation: number, once: { memory: number }, twice: Offered & { memory: number }): void {
  const misses = [
    twice.p99 > goals.p99Ms && `p99 ${twice.p99.toFixed(0)} ms, at most ${goals.p99Ms}`,
    twice.accepted / twice.seconds < goals.throughput * saturation &&
      `${(twice.accepted / twice.seconds).toFixed(0)} accepted/s, at least ${goals.throughput} of ${saturation.toFixed(0)}`,
    twice.memory > goals.memory * once.memory &&
      `memory ${twice.memory.toFixed(0)} MiB, at most ${goals.memory} times ${once.memory.toFixed(0)}`,
    twice.broken + twice.otherwise > 0 && `${twice.broken + twice.otherwise} requests without a clear answer`,
  ].filter((miss) => miss !== false)
  for (const miss of misses) console.error(`at twice the saturation: ${miss}`)
  if (misses.length > 0) process.exitCode = 1
}
