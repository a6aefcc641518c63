/** Bench `replay`: latency of live events to a destination during a replay to the same one, compared with the same stack without a replay. Rounds are
 * short and alternate, so that a slower machine and longer tables affect both sides. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pick, rounds, type Scale } from './scale.ts'
import { defaultRatePerSecond } from '../schemas/default_rate.ts'
import { always, ReplayStack, webhook } from '../test/replay/stack.ts'
import { until } from '../test/support/until.ts'

/** Number of rounds, duration of the replay of a round in s, and its number of events. */
interface Size {
  rounds: readonly boolean[]
  lasting: number
  replayed: number
}

function sizeOf(scale: Scale): Size {
  const lasting = pick(scale, 8, 1)
  return { rounds: rounds(scale, 16), lasting, replayed: lasting * defaultRatePerSecond }
}

/** Interval between two live events, in ms. */
const pace = 40

/** Interval between two polls of a run, in ms. Polling is load for BigQuery, so the other side polls as often. */
const glance = 1000

/** Goal: maximum ratio of the 95th percentiles. */
const goal = 1.1

/** Latencies of a round in ms, with and without a replay. */
interface Round {
  beside: readonly number[]
  alone: readonly number[]
}

/** Stores events that the destination refuses, with a name for each round. */
async function seed(stack: ReplayStack, { rounds, replayed }: Size): Promise<void> {
  await stack.client.thirdPartyAnswers({ path: '/crm', status: 400 })
  for (const round of rounds.keys()) {
    const events = Array.from({ length: replayed }, (_, n) => ({
      event_id: `seed-${round}-${n}`,
      content_name: 'An article',
    }))
    const { status } = await stack.client.post('/v1/topics/view_content', events)
    if (status !== 200) throw new Error(`The front door returned ${status}.`)
  }
  await until(
    'all are refused',
    async () => {
      await wait(glance)
      const rows = await stack.client.query(
        "SELECT COUNT(DISTINCT event_id) AS found FROM deliveries WHERE outcome = 'refused'",
      )
      return Number(rows[0]!['found']) >= replayed * rounds.length
    },
    600_000,
  )
  await stack.client.thirdPartyAnswers(undefined)
}

/** Returns milliseconds since 1970 with microseconds. Events are posted at any fraction of a millisecond, so rounding in rows averages out. */
function clock(): number {
  return performance.timeOrigin + performance.now()
}

/** Sends live events one after another while `goesOn`. Returns the latency of each, from the request to the destination's response, in ms. */
async function latencies(stack: ReplayStack, goesOn: () => boolean): Promise<readonly number[]> {
  const batch = randomUUID()
  const posted: number[] = []
  while (goesOn()) {
    const event = { event_id: `${batch}-${posted.length}`, method: 'email' }
    posted.push(clock())
    const { status } = await stack.client.post('/v1/topics/login', event)
    if (status !== 200) throw new Error(`The front door returned ${status}.`)
    await wait(pace)
  }
  const rows = await until('all have arrived', async () => {
    await wait(glance)
    const found = await stack.client.query(
      `SELECT event_id, MIN(UNIX_MILLIS(settled_at)) AS settled FROM deliveries
WHERE outcome = 'delivered' AND STARTS_WITH(event_id, '${batch}') GROUP BY event_id`,
    )
    return found.length >= posted.length && found
  })
  return rows.map(
    ({ event_id, settled }) => Number(settled) - posted[Number(String(event_id).slice(batch.length + 1))]!,
  )
}

/** Polls a run until it has ended or the time in ms is over. Returns the number of sent events. */
async function poll(stack: ReplayStack, run: string, longest = Infinity): Promise<number> {
  const begun = performance.now()
  for (;;) {
    await wait(glance)
    const { finished_at, counts } = (await stack.run(run)) ?? {}
    if (longest === Infinity ? finished_at : performance.now() - begun >= longest)
      return counts?.['sent'] ?? 0
  }
}

async function during(stack: ReplayStack, work: Promise<unknown>): Promise<readonly number[]> {
  let isDone = false
  const [times] = await Promise.all([
    latencies(stack, () => !isDone),
    work.finally(() => {
      isDone = true
    }),
  ])
  return times
}

async function benchRound(
  stack: ReplayStack,
  { lasting, replayed }: Size,
  round: number,
  before: string,
): Promise<Round & { run: string }> {
  const alone = () => during(stack, poll(stack, before, lasting * 1000))
  const first = round % 2 === 0 ? await alone() : undefined
  const where = `STARTS_WITH(event_id, 'seed-${round}-')`
  const run = await stack.ask('replay', { destination: 'crm', ...always, where })
  const replay = poll(stack, run)
  const beside = await during(stack, replay)
  if ((await replay) !== replayed) throw new Error(`Run ${run} sent ${await replay} events.`)
  return { run, beside, alone: first ?? (await alone()) }
}

/** Returns the 95th percentile. */
function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!
}

function ofSide(all: readonly Round[], side: keyof Round): number {
  return p95(all.flatMap((round) => round[side]))
}

function growth(all: readonly Round[]): number {
  return ofSide(all, 'beside') / ofSide(all, 'alone')
}

/** Returns the 90 % confidence interval of the ratio by bootstrapping the rounds. https://doi.org/10.1214/aos/1176344552 */
function spread(all: readonly Round[]): readonly [number, number] {
  const drawn = Array.from({ length: 1000 }, () =>
    growth(all.map(() => all[Math.floor(Math.random() * all.length)]!)),
  ).toSorted((a, b) => a - b)
  return [drawn[50]!, drawn[949]!]
}

export async function benchReplay(scale: Scale): Promise<void> {
  const size = sizeOf(scale)
  const stack = await ReplayStack.start({ crm: webhook('crm') })
  try {
    await seed(stack, size)
    const all: Round[] = []
    let run = 'none'
    // The first round is a warm-up and does not count.
    for (const [round, counts] of size.rounds.entries()) {
      const done = await benchRound(stack, size, round, run)
      run = done.run
      if (counts) all.push(done)
    }
    const [least, most] = spread(all)
    const ratio = growth(all)
    const count = Math.min(
      ...(['beside', 'alone'] as const).map((side) => all.flatMap((each) => each[side]).length),
    )
    console.log(
      `live events, p95 from the request to the destination's answer, of ${count} and more: ${ofSide(all, 'beside').toFixed(2)} ms ` +
        `while a replay sends it others at ${defaultRatePerSecond}/s, ${ofSide(all, 'alone').toFixed(2)} ms while none does: ${ratio.toFixed(2)}× ` +
        `(90 % of draws ${least.toFixed(2)}–${most.toFixed(2)}; ${ratio < goal ? 'goal' : 'MISSED goal'} ${goal})`,
    )
  } finally {
    await stack.stack.remove()
  }
}
