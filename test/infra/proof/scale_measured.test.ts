/** Scale: the sizes that infra/proof/cost.ts assumes, beside what the product's own code sends, and a backlog in the embedded Pub/Sub. */
import assert from 'node:assert/strict'
import { request } from 'undici'
import { storedMessage } from '../../../functions/bus/stored_message.ts'
import { deliveryRow } from '../../../functions/delivery/row.ts'
import { readEvent, type Event } from '../../../functions/event/read.ts'
import { codeRegistry } from '../../../functions/event/registry.ts'
import { eventRow } from '../../../functions/storage/rows.ts'
import type { RowText } from '../../../functions/google/bigquery.ts'
import { assumptions, rowBytes } from '../../../infra/proof/cost.ts'
import { ownRuns } from '../../../infra/proof/own_reads.ts'
import { tableSchema } from '../../../infra/resources/table_schema.ts'
import { startServer } from '../../../packages/bigquery-emulator/test/support/server.ts'
import { delivered } from '../../../schemas/outcome.ts'
import { reconciliationSince } from '../../../schemas/views/reconciliation.ts'
import { tables } from '../../../schemas/warehouse.ts'
import { producer, project, startBus, type Bus } from '../../support/bus.ts'

const at = '2026-03-14T09:26:53.589Z'
const topic = 'stored'

/** The permitted decisions on two destinations. */
const decisions = ['ga4_shop', 'meta_shop'].map((destination) => ({
  destination,
  permitted: true,
  rule: 'permit_all',
  reason: 'permitted',
}))

function bodyOf(index: number): string {
  return JSON.stringify({
    event_name: 'view_content',
    event_id: `0428621c-5e17-5407-84ce-${String(index).padStart(12, '0')}`,
    event_time: at,
    anonymous_id: 'anon-7f3a91',
    page_url: 'https://shop.example/products/42?utm_source=newsletter',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
    ip: '203.0.113.7',
    consent: { ad_storage: 'granted', ad_user_data: 'granted', analytics_storage: 'granted' },
    content_ids: ['sku-42'],
    content_name: 'Espresso machine',
    value: 249.5,
    currency: 'EUR',
  })
}

function eventOf(body: string, index: number): Event {
  const message = {
    topic: 'view_content',
    messageId: String(index),
    publishTime: at,
    data: Buffer.from(body),
  }
  const outcome = readEvent({ ...message, attributes: {} }, codeRegistry)
  assert.ok('id' in outcome, JSON.stringify(outcome))
  return outcome
}

/** The row of a delivery at the first attempt. */
function deliveryOf(event: Event, id: string): RowText {
  return deliveryRow(
    { id, target: 'ga4' },
    { ...event, attempt: 1, receivedAt: at, storedAt: at },
    { outcome: delivered({ http_status: 204 }), latency: 87 },
    new Date(at),
  )
}

/** Asserts that a measured size is within a share of an assumed one. */
function assertNear(measured: number, assumed: number, tolerance: number): void {
  const difference = Math.abs(measured - assumed) / assumed
  assert.ok(
    difference <= tolerance,
    `measured ${measured}, assumed ${assumed}: ${(difference * 100).toFixed(0)}% apart`,
  )
}

describe('the sizes that the scale of an environment assumes', () => {
  let bus: Bus
  before(async () => {
    bus = await startBus([topic])
  })
  after(() => bus.stop())

  it('are within a fifth of the rows that the product appends', () => {
    const body = bodyOf(1)
    const event = eventOf(body, 1)
    const row = eventRow(event, decisions, at)
    assertNear(Buffer.byteLength(row.json), rowBytes(Buffer.byteLength(body)), 0.2)
    const delivery = deliveryOf(event, 'ga4_shop')
    assert.ok(Buffer.byteLength(delivery.json) <= assumptions.minimumRowBytes)
    assertNear(Buffer.byteLength(delivery.json), assumptions.deliveryBytes, 0.2)
  })

  it('are within a tenth of what the columns of the daily check take', async () => {
    const server = await startServer()
    try {
      const [dataset] = await server.client.createDataset('sluice')
      for (const { name, columns, partition } of [tables.events, tables.deliveries, tables.quarantine])
        await dataset.createTable(name, {
          schema: JSON.parse(tableSchema(columns)) as object[],
          timePartitioning: { type: 'DAY', field: partition! },
        })
      const count = 100
      const stored = Array.from({ length: count }, (_, index) => eventOf(bodyOf(index), index))
      await dataset.table('events').insert(
        stored.map((event) => ({ json: JSON.parse(eventRow(event, decisions, at).json) as object })),
        { raw: true },
      )
      await dataset.table('deliveries').insert(
        stored.flatMap((event) =>
          decisions.map(({ destination }) => ({
            json: JSON.parse(deliveryOf(event, destination).json) as object,
          })),
        ),
        { raw: true },
      )
      const readPerEvent = async (query: string): Promise<number> => {
        const [job] = await server.client.createQueryJob({ query, dryRun: true })
        const { statistics } = job.metadata as { statistics: { totalBytesProcessed: string } }
        return Number(statistics.totalBytesProcessed) / count
      }
      const once = await readPerEvent(`
        SELECT event_id, received_at, stored_at FROM sluice.events WHERE received_at >= '2026-03-14'
        UNION ALL
        SELECT CONCAT(event_id, destination, outcome, CAST(latency_ms AS STRING)), received_at, settled_at
        FROM sluice.deliveries WHERE settled_at >= '2026-03-14'`)
      // Without the id of a destination and a BOOL in each decision, because the embedded BigQuery counts whole decisions.
      const { event, destination } = ownRuns.find(({ what }) => what === 'daily check of the promises')!
      assertNear(once, event + 2 * (destination - 11), 0.1)
      // The check mentions each table several times. The dry run counts every mention, which is the most that BigQuery can count.
      const check = await readPerEvent(
        reconciliationSince((name) => `sluice.${name}`, `TIMESTAMP '2026-03-14'`),
      )
      assert.ok(check >= once && check <= 4 * once, `${check} of ${once} bytes`)
    } finally {
      await server.stop()
    }
  })

  it('are within a fifth of the messages that wait for a destination that takes none', async () => {
    const count = 200
    const bodies = Array.from({ length: count }, (_, index) => bodyOf(index))
    const messages = bodies.map((body, index) => storedMessage(eventOf(body, index), decisions, at))
    const response = await request(`http://${bus.host}/v1/projects/${project}/topics/${topic}:publish`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bus.issuer.accessToken(producer)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        messages: messages.map(({ data, attributes }) => ({ data: data.toString('base64'), attributes })),
      }),
    })
    assert.equal(response.statusCode, 200, await response.body.text())

    const waiting = await bus.take(topic)
    assert.equal(waiting.length, count)
    const sizes = waiting.map(
      ({ data, attributes }) =>
        data.length +
        Object.entries(attributes).reduce(
          (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value),
          0,
        ),
    )
    const measured = sizes.reduce((sum, size) => sum + size, 0)
    const assumed = bodies.reduce((sum, body) => sum + Buffer.byteLength(body) + assumptions.envelopeBytes, 0)
    assertNear(measured, assumed, 0.2)
  })
})
