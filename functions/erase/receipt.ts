/** Erasure: the receipt, which tells what was done and names nobody. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import type { Counts } from '../runs/run_log.ts'
import { targetOf } from '../targets/registry.ts'
import type { ErasureRequest } from './third_party_requests.ts'
import type { Identity } from './identity.ts'

export interface Done {
  identities: readonly Identity[]
  rows: Counts
  /** Messages taken out of the hold of dead letters. */
  held: number
  definitions: number
  requests: readonly ErasureRequest[]
  endings: ReadonlyMap<string, string>
  destinations: readonly Pick<Destination, 'id' | 'target'>[]
  /** RFC 3339. */
  suppressedAt: string
}

/** For so long a topic keeps what was published to it, and BigQuery what was deleted: time travel and after it the fail-safe. In days.
 * https://cloud.google.com/bigquery/docs/time-travel */
const kept = { bus: 7, warehouse: 14 } as const
const dayMs = 86_400_000

export function receiptOf(done: Done, now: Date): object {
  return {
    identities: done.identities.map(({ field, hash }) => ({ field, sha256: hash })),
    rows: done.rows,
    held_messages: done.held,
    definitions_naming_the_person: done.definitions,
    destinations: Object.fromEntries(
      done.destinations.map((each) => [each.id, destinationResult(each, done)]),
    ),
    suppressed_since: done.suppressedAt,
    kept_until: {
      topics: new Date(Date.parse(done.suppressedAt) + kept.bus * dayMs).toISOString(),
      bigquery_time_travel_and_fail_safe: new Date(now.getTime() + kept.warehouse * dayMs).toISOString(),
    },
  }
}

function destinationResult(
  { id, target: name }: Pick<Destination, 'id' | 'target'>,
  { requests, endings }: Done,
): string | object {
  const target = targetOf(name)
  const own = requests.filter(({ destination }) => destination === id)
  if (own.length > 0)
    return Object.fromEntries(own.map((each) => [each.identity.field, endings.get(each.id) ?? 'pending']))
  return target.erase
    ? `not_asked: ${target.title} does not know people by these fields`
    : `not_supported: ask ${target.title}`
}
