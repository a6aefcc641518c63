/** Bench `replay`: how long live events take to a destination while a replay sends thousands to the same one, against the same stack while
 * none does. Rounds alternate, so that a machine that grows slower slows both. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { always, ReplayStack, webhook } from '../test/replay/stack.ts'
import { until } from '../test/support/until.ts'
import { median } from './report.ts'

/** Events that are sent again in all, and in how many rounds. */
const replayed = 10_000
const rounds = 5

/** Between two live events, in ms. */
const pace = 50

/** Events that one request brings. */
const together = 500

/** Stores events that the destination refuses, a name for each round. */
const seed = async (stack: ReplayStack): Promise<void> => {
  await stack.client.thirdPartyAnswers({ path: '/crm', status: 400 })
  for (let n = 0; n < replayed; n += together) {
    const events = Array.from({ length: together }, (_, each) => ({
      event_id: `seed-${Math.floor(((n + each) * rounds) / replayed)}-${n + each}`,
      content_name: 'An article',
    }))
    const { status } = await stack.client.post('/v1/topics/view_content', events)
    if (status !== 200) throw new Error(`The front door answered ${status}.`)
  }
  await until(
    'all are refused',
    async () => {
      const rows = await stack.client.query(
        "SELECT COUNT(DISTINCT event_id) AS found FROM deliveries WHERE outcome = 'refused'",
      )
      return Number(rows[0]!['found']) >= replayed
    },
    600_000,
  )
  await stack.client.thirdPartyAnswers(undefined)
}

/** Sends live events one after another while `goesOn`; how long each took from the bus to the destination, in ms, shortest first. */
const latencies = async (stack: ReplayStack, goesOn: () => boolean): Promise<readonly number[]> => {
  const batch = randomUUID()
  let sent = 0
  for (; goesOn(); sent++) {
    const event = { event_id: `${batch}-${sent}`, method: 'email' }
    const { status } = await stack.client.post('/v1/topics/login', event)
    if (status !== 200) throw new Error(`The front door answered ${status}.`)
    await wait(pace)
  }
  const rows = await until('all have arrived', async () => {
    const found = await stack.client.query(
      `SELECT TIMESTAMP_DIFF(settled_at, received_at, MILLISECOND) AS taken FROM deliveries
WHERE outcome = 'delivered' AND STARTS_WITH(event_id, '${batch}')`,
    )
    return found.length >= sent && found
  })
  return rows.map(({ taken }) => Number(taken)).toSorted((a, b) => a - b)
}

const p95 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.95)]!

export const benchReplay = async (): Promise<void> => {
  const stack = await ReplayStack.start({ crm: webhook('crm') })
  try {
    await seed(stack)
    const pairs: { alone: number; beside: number }[] = []
    for (let round = 0; round < rounds; round++) {
      let isReplaying = true
      const began = performance.now()
      const where = `STARTS_WITH(event_id, 'seed-${round}-')`
      const run = stack.done('replay', { destination: 'crm', ...always, where }).finally(() => {
        isReplaying = false
      })
      const beside = p95(await latencies(stack, () => isReplaying))
      const { counts } = await run
      if (counts['sent'] !== replayed / rounds) throw new Error(`The replay sent ${counts['sent']}.`)
      const lasted = performance.now() - began
      const begins = performance.now()
      const alone = p95(await latencies(stack, () => performance.now() - begins < lasted))
      pairs.push({ alone, beside })
    }
    const ratios = pairs.map(({ alone, beside }) => beside / alone)
    console.log(
      `live events, p95 from the bus to a destination: ${median(pairs.map(({ beside }) => beside))} ms while a replay sends it ` +
        `${replayed} others at 50/s, ${median(pairs.map(({ alone }) => alone))} ms while none does: ${median(ratios).toFixed(2)}× ` +
        `(${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    )
  } finally {
    await stack.stack.remove()
  }
}
