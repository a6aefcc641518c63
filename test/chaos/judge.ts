/** Chaos: judges a run: nothing lost, nothing delivered before it was stored, every pair explained, duplicates within the promise. */
import assert from 'node:assert/strict'
import type { Client } from '../support/client.ts'
import type { Arrivals } from './arrivals.ts'
import type { ChaosEvent } from './events.ts'

interface Run {
  client: Client
  events: readonly ChaosEvent[]
  arrivals: Arrivals['accepted']
  /** Number of events that a producer sent again. */
  resent: number
  /** Number of kills of processes. */
  kills: number
}

export interface Verdict {
  /** Events that are stored as events; the others are in quarantine. */
  stored: number
  /** `destination outcome` → number of pairs. */
  outcomes: Readonly<Record<string, number>>
  /** Events that a third party accepted more than once, by destination path. */
  duplicates: Readonly<Record<string, number>>
}

/** Pushes of one subscription that can be in flight when a process is killed: Pub/Sub's window.
 * https://cloud.google.com/pubsub/docs/push#delivery_rate */
const inFlight = 3000

/** Rows of one page of a query. */
const parts = 20

export async function judge({ client, events, arrivals, resent, kills }: Run): Promise<Verdict> {
  const storedAt = new Map<string, string>()
  for (let part = 0; part < parts; part++)
    for (const row of await client.query(
      `SELECT event_id, FORMAT_TIMESTAMP('%FT%H:%M:%E3SZ', MIN(stored_at)) AS stored_at FROM events
       WHERE MOD(ABS(FARM_FINGERPRINT(event_id)), ${parts}) = ${part} GROUP BY event_id`,
    ))
      storedAt.set(String(row['event_id']), String(row['stored_at']))
  const quarantined = new Set(
    (
      await client.query(
        `SELECT DISTINCT REGEXP_EXTRACT(SAFE_CONVERT_BYTES_TO_STRING(original), r'"event_id":"([^"]+)"') AS id FROM quarantine`,
      )
    ).map(({ id }) => id),
  )
  const lost = events.filter(({ id }) => !storedAt.has(id) && !quarantined.has(id))
  assert.deepEqual(lost.slice(0, 3), [], `${lost.length} events are lost`)
  const misjudged = events.filter(({ id, isHostile }) => !isHostile && !storedAt.has(id))
  assert.deepEqual(misjudged.slice(0, 3), [], `${misjudged.length} valid events are not stored as events`)

  const rows = await client.query(
    'SELECT destination, outcome, COUNT(*) AS n FROM delivery_state GROUP BY destination, outcome',
  )
  const outcomes = Object.fromEntries(
    rows.map((row) => [`${row['destination'] as string} ${row['outcome'] as string}`, Number(row['n'])]),
  )
  const final = ['delivered', 'restricted', 'skipped', 'refused', 'dead']
  for (const destination of ['good', 'shaky', 'picky', 'slow', 'ruled']) {
    const explained = final.reduce((sum, outcome) => sum + (outcomes[`${destination} ${outcome}`] ?? 0), 0)
    assert.equal(explained, storedAt.size, `unexplained pairs of ${destination}: ${JSON.stringify(outcomes)}`)
  }
  assert.equal(outcomes['good delivered'], storedAt.size, JSON.stringify(outcomes))
  const large = events.filter(({ value, isHostile }) => !isHostile && value > 50).length
  assert.ok(outcomes['ruled restricted']! >= large, JSON.stringify(outcomes))

  const [early] = await client.query('SELECT COUNT(*) AS n FROM deliveries WHERE settled_at < stored_at')
  assert.equal(early!['n'], '0', 'delivered before stored, by the rows')
  const duplicates: Record<string, number> = {}
  for (const [path, accepted] of arrivals) {
    for (const [id, { first }] of accepted)
      assert.ok(
        (storedAt.get(id) ?? '') <= first && storedAt.has(id),
        `${id} left at ${first}, before it was stored`,
      )
    duplicates[path] = [...accepted.values()].filter(({ count }) => count > 1).length
    assert.ok(duplicates[path] <= resent + kills * inFlight, `${path}: ${duplicates[path]} duplicates`)
  }
  // The recorder's journal shows that they were sent; it loses at most its last lines at a kill.
  assert.ok((arrivals.get('/good')?.size ?? 0) >= 0.9 * storedAt.size, 'the journal lacks deliveries')
  const [broken] = await client.query(
    'SELECT COUNT(*) AS n FROM reconciliation WHERE delivered_without_event > 0',
  )
  assert.equal(broken!['n'], '0', 'view reconciliation')
  return { stored: storedAt.size, outcomes, duplicates }
}
