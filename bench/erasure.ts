/** Bench `erasure`: time of an erasure's dry run over 10,000 events and 20,000 deliveries in the embedded BigQuery, and the rows per second of its
 * search. */
import { purchase } from '../schemas/events/index.ts'
import { startErasureFixture } from '../test/erase/run.ts'
import { fill, jane } from '../test/erase/warehouse.ts'
import { median } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'

/** Goal: maximum duration in seconds. */
const goal = 10

export async function benchErasure(scale: Scale): Promise<void> {
  const count = pick(scale, 10_000, 200)
  const fixture = await startErasureFixture()
  try {
    await fill(fixture.test)
    const insert = async (table: string, list: readonly object[]): Promise<void> => {
      for (let from = 0; from < list.length; from += 500)
        await fixture.test.call('POST', `/datasets/${fixture.test.dataset}/tables/${table}/insertAll`, {
          rows: list.slice(from, from + 500).map((json) => ({ json })),
        })
    }
    await insert(
      'events',
      Array.from({ length: count }, (_, n) => eventRow(n)),
    )
    await insert(
      'deliveries',
      Array.from({ length: count * 2 }, (_, n) => deliveryRow(n)),
    )
    const seconds: number[] = []
    for (const [round, counts] of rounds(scale, 5).entries()) {
      const begun = performance.now()
      await fixture.push(`dry-${round}`, { subject: jane, dry_run: true })
      const { state } = await fixture.runOf(`dry-${round}`)
      if (state !== 'finished') throw new Error(`The dry run is ${String(state)}.`)
      if (counts) seconds.push((performance.now() - begun) / 1000)
    }
    const middle = median(seconds)
    console.log(
      `dry run of an erasure over ${count} events and ${count * 2} deliveries: ${middle.toFixed(2)} s, ` +
        `${Math.round((count * 3) / middle)} rows/s (${middle <= goal ? 'goal' : 'MISSED goal'} ${goal} s)`,
    )
  } finally {
    await fixture.stop()
  }
}

const at = new Date().toISOString()

function eventRow(n: number): object {
  return {
    event_id: `e-${n}`,
    event_name: 'purchase',
    event_time: at,
    received_at: at,
    stored_at: at,
    topic: 'purchase',
    message_id: `m-${n}`,
    definition: 'purchase@1.0',
    hop: 0,
    user_id: `u-${n}`,
    email: `person${n}@acme.example`,
    page_url: `https://shop.example/products/${n}?ref=mail`,
    event_data: JSON.stringify(purchase.examples[0]),
    violations: [],
    decisions: [{ destination: 'crm', permitted: true, rule: 'all', reason: 'permitted' }],
  }
}

function deliveryRow(n: number): object {
  return {
    event_id: `e-${n >> 1}`,
    event_name: 'purchase',
    destination: n % 2 === 0 ? 'crm' : 'ads',
    target: 'webhook',
    outcome: 'delivered',
    attempt: 1,
    latency_ms: 3,
    received_at: at,
    stored_at: at,
    settled_at: at,
  }
}
