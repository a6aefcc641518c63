/** Storage tests: the accounts of the platform. Every event that was answered 2xx must be stored and shown once, despite failures. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { until } from '../support/until.ts'
import type { Platform } from './platform.ts'

/** Sends events and records which of them were accepted. Each event has a unique mark in `content_name`. */
export class Producer {
  /** Marks of the events that were answered 2xx. */
  readonly accepted: string[] = []
  readonly #platform: Platform
  #sent = 0

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** Sends one event with further members; every other event has an `event_id`. Resolves to the status; 0 if there is no response. */
  async send(members = ''): Promise<number> {
    const mark = randomUUID()
    const id = this.#sent++ % 2 === 0 ? `"event_id":"${mark}",` : ''
    const body = `{${id}${members}"content_name":"${mark}"}`
    try {
      const response = await this.#platform.client.post('/v1/topics/view_content', body)
      await response.arrayBuffer()
      if (response.ok) this.accepted.push(mark)
      return response.status
    } catch {
      return 0
    }
  }
}

const markInEvent = `JSON_VALUE(event_data, '$.content_name')`
const markInQuarantine = `REGEXP_EXTRACT(SAFE_CONVERT_BYTES_TO_STRING(original), r'"content_name":"([^"]+)')`

/** Waits until every accepted event is stored and every pair is settled, then checks that nothing is missing or duplicated.
 * Ignores the `tolerated` columns of the view `reconciliation`. */
export async function balance(
  platform: Platform,
  accepted: readonly string[],
  tolerated: readonly string[] = [],
): Promise<void> {
  const texts = async (sql: string): Promise<readonly string[]> =>
    (await platform.client.query(sql)).map((row) => String(Object.values(row)[0]))
  let missing: readonly string[] = accepted
  await until('every accepted event is stored', async () => {
    await assertStoredFirst(platform)
    const storedMarks = new Set(
      await texts(
        `SELECT ${markInEvent} FROM events UNION DISTINCT SELECT ${markInQuarantine} FROM quarantine WHERE original IS NOT NULL`,
      ),
    )
    missing = accepted.filter((mark) => !storedMarks.has(mark))
    return missing.length === 0
  }).catch((error: Error) => {
    throw new Error(`${error.message} Not found: ${missing.length} of ${accepted.length} accepted events.`)
  })
  await until('every pair of a stored event and a destination is settled', async () => {
    await assertStoredFirst(platform)
    const open = await texts(
      `SELECT COUNTIF(state.outcome IS NULL OR state.outcome != 'delivered')
      FROM events_deduplicated AS event LEFT JOIN delivery_state AS state USING (event_id)`,
    )
    return open[0] === '0'
  })

  const twice = `GROUP BY 1 HAVING COUNT(*) > 1`
  assert.deepEqual(await texts(`SELECT ${markInEvent} FROM events_deduplicated ${twice}`), [], 'shown twice')
  assert.deepEqual(
    await texts(
      `SELECT message_id FROM events GROUP BY topic, message_id HAVING COUNT(DISTINCT event_id) > 1`,
    ),
    [],
    'messages with two identities',
  )
  assert.deepEqual(
    await texts(`SELECT CONCAT(event_id, ' ', destination) FROM delivery_state ${twice}`),
    [],
    'pairs with two states',
  )
  await reconcile(platform, tolerated)
}

/** Checks that every event at the third party was stored before it was forwarded. */
export async function assertStoredFirst({ client }: Platform): Promise<void> {
  // Requests are read first, so that each row must have been written before its request was read.
  const received = await client.received()
  const rows = await client.query(
    `SELECT event_id, FORMAT_TIMESTAMP('%FT%H:%M:%E3SZ', MIN(stored_at)) AS stored_at FROM events GROUP BY event_id`,
  )
  const storedAt = new Map(rows.map(({ event_id, stored_at }) => [String(event_id), String(stored_at)]))
  for (const { headers, time } of received) {
    const id = headers['webhook-id']!
    const stored = storedAt.get(id)
    assert.ok(stored !== undefined, `event ${id} was forwarded at ${time}, but it is not stored`)
    assert.ok(stored <= time, `event ${id} was stored at ${stored}, but forwarded at ${time}`)
  }
}

/** Returns the number of messages in quarantine. */
export async function quarantined({ client }: Platform): Promise<number> {
  const [row] = await client.query('SELECT COUNT(DISTINCT message_id) AS n FROM quarantine')
  return Number(row!['n'])
}

/** Checks that the view `reconciliation` has rows, and that every count is zero. */
async function reconcile({ client }: Platform, tolerated: readonly string[]): Promise<void> {
  const rows = await client.query('SELECT * FROM reconciliation')
  assert.ok(rows.length > 0, 'reconciliation has no rows')
  const counts = rows
    .flatMap((row) => Object.entries(row))
    .filter(([name]) => name !== 'day' && name !== 'destination')
  assert.deepEqual(
    counts.filter(([name, count]) => count !== '0' && !tolerated.includes(name)),
    [],
    'reconciliation',
  )
}
