/** Erasure: makes the receipt, which says what was done without naming the person. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import type { Counts } from '../runs/run_log.ts'
import { targetOf } from '../targets/registry.ts'
import type { ErasureRequest } from './third_party_requests.ts'
import type { Identity } from './identity.ts'
import type { Removal } from './members.ts'

/** The facts of a finished erasure. */
interface Done {
  identities: readonly Identity[]
  rows: Counts
  /** Number of dead letters that were removed from the hold. */
  held: number
  /** Number of definitions that name the person. */
  definitions: number
  requests: readonly ErasureRequest[]
  removals: readonly Removal[]
  outcomes: ReadonlyMap<string, string>
  destinations: readonly Pick<Destination, 'id' | 'target'>[]
  /** RFC 3339. */
  suppressedAt: string
}

/** How long a topic keeps published messages, and BigQuery deleted rows (time travel, then fail-safe), in days.
 * https://cloud.google.com/bigquery/docs/time-travel */
const retentionDays = { bus: 7, warehouse: 14 } as const
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
      topics: new Date(Date.parse(done.suppressedAt) + retentionDays.bus * dayMs).toISOString(),
      bigquery_time_travel_and_fail_safe: new Date(
        now.getTime() + retentionDays.warehouse * dayMs,
      ).toISOString(),
    },
  }
}

function destinationResult(
  { id, target: name }: Pick<Destination, 'id' | 'target'>,
  { requests, removals, outcomes }: Done,
): string | object {
  const target = targetOf(name)
  if (target.audience) {
    const results = removals
      .filter(({ destination }) => destination === id)
      .map(({ id: removal, problem }) =>
        problem === undefined ? outcomes.get(removal) : `not_sent: ${problem}`,
      )
    return results.length > 0
      ? { removed_from_list: results.map((result) => result ?? 'pending') }
      : 'not_listed: no row of the person was delivered'
  }
  const asked = requests.filter(({ destination }) => destination === id)
  if (asked.length > 0)
    return Object.fromEntries(asked.map((each) => [each.identity.field, outcomes.get(each.id) ?? 'pending']))
  return target.erase
    ? `not_asked: ${target.title} cannot identify a person by these fields`
    : `not_supported: ask ${target.title}`
}
