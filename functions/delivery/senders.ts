/** Delivery: divides the rate of each destination among the instances of `forward` that send to it. They meet in table `senders`.
 *
 * An instance inserts a row for each destination that it sends to (a renewal) and then reads which instances have renewed theirs within
 * `leaseMs`: its view. With `n` instances in the view, of which `rank` have a smaller id, it may send `shareOf(limit, n, rank)`.
 *
 * Why the sum never exceeds the limit. Let S be the instances that send at a time. Every view in use is at most `viewMs` old.
 * 1. Every instance of S is in every view in use. One that joins sends only `viewMs` after its first renewal was committed, so all older views
 *    are out of use; or at once if it read, after its commit, that it is alone: then no other instance is in S, and one that joins
 *    later finds it. One that stays renews before its last renewal leaves the views; if it was late, it joins anew.
 * 2. So each instance of S sees at least |S| members, and at least as many smaller ids as there are in S. Shares decrease with both, and the shares
 *    of |S| members of the ranks 0 to |S| - 1 add up to the limit.
 * 3. One that stops has stopped `marginMs` before others no longer count it, because they count from BigQuery's time of the renewal, which is
 *    after the local time at which the statement began. `marginMs` also covers the period of a second in which requests are counted, the drift
 *    of the local clock in `leaseMs` (a monotonic one: only durations are compared) and differences between BigQuery's own clocks.
 * An instance that cannot renew in time sends nothing; its events wait in the bus.
 *
 * What it costs. The INSERT reads no table; the SELECT is billed as BigQuery's minimum of 10 MB: 240 reads per hour, 2.4 GB, about 1.5 US cents
 * per hour for each instance while it sends to any number of destinations with a limit, and nothing for the others.
 * https://cloud.google.com/bigquery/pricing#on_demand_pricing */
import type { Parameters } from '../google/warehouse.ts'
import { shareOf, type Share } from './rate.ts'

/** Times in ms. */
const renewMs = 15_000
const viewMs = 30_000
const leaseMs = 45_000
const marginMs = 3_000
/** Delay after a renewal that failed. */
const retryMs = 2_000
/** An instance deletes old rows this often. */
const cleanMs = 3_600_000

interface SenderPorts {
  /** A random id of this instance. */
  instance: string
  /** Full name of table `senders`. */
  table: string
  /** Runs a statement and resolves to its rows, or rejects. */
  run: (sql: string, parameters: Parameters) => Promise<readonly (readonly (string | null)[])[]>
  /** Returns the time of a monotonic clock, in ms. */
  now: () => number
  warn: (message: string, details: Readonly<Record<string, unknown>>) => void
}

/** What this instance knows about a destination. Times are of the monotonic clock. */
interface Membership {
  limit: number
  /** When an event last waited for its share. */
  wantedAt: number
  /** When the statement of the last committed renewal began. */
  renewedAt: number
  /** When it may begin to send. */
  readyAt: number
  /** When the statement of the view began, and what it said. */
  viewedAt: number
  members: number
  rank: number
}

/** Returns the function that returns the share of a destination now; undefined while nothing may be sent. Asking for it renews it. `limits`: requests
 * per second by destination. */
export function createSenders(
  limits: ReadonlyMap<string, number>,
  { instance, table, run, now, warn }: SenderPorts,
): (destination: string) => Share | undefined {
  const never = -Infinity
  const memberships = new Map<string, Membership>(
    Array.from(limits, ([id, limit]) => [
      id,
      { limit, wantedAt: never, renewedAt: never, readyAt: Infinity, viewedAt: never, members: 0, rank: 0 },
    ]),
  )
  let isRenewing = false
  let nextRenewal = never
  let nextCleaning = never

  const renew = async (): Promise<void> => {
    const wanted = Array.from(memberships).filter(([, { wantedAt }]) => now() - wantedAt < 2 * renewMs)
    const destinations: Parameters = { destinations: [['STRING'], wanted.map(([id]) => id)] }
    const began = now()
    await run(
      `INSERT INTO ${table} (destination, instance, renewed_at)
SELECT destination, @instance, CURRENT_TIMESTAMP() FROM UNNEST(@destinations) AS destination`,
      { ...destinations, instance: ['STRING', instance] },
    )
    const committed = now()
    for (const [, membership] of wanted) {
      const isLate = committed > membership.renewedAt + leaseMs - marginMs
      if (isLate) membership.readyAt = committed + viewMs + marginMs
      membership.renewedAt = began
    }
    const rows = await run(
      `SELECT DISTINCT destination, instance FROM ${table}
WHERE renewed_at > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL @lease MILLISECOND) AND destination IN UNNEST(@destinations)`,
      { ...destinations, lease: ['INT64', leaseMs] },
    )
    for (const [id, membership] of wanted) {
      const others = rows.filter(([destination, each]) => destination === id && each !== instance)
      membership.viewedAt = committed
      membership.members = others.length + 1
      membership.rank = others.filter(([, each]) => each! < instance).length
      if (others.length === 0) membership.readyAt = Math.min(membership.readyAt, committed)
    }
    if (now() < nextCleaning) return
    nextCleaning = now() + cleanMs
    await run(
      `DELETE FROM ${table} WHERE renewed_at < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)`,
      {},
    ).catch(() => {})
  }

  const renewInBackground = async (): Promise<void> => {
    isRenewing = true
    nextRenewal = now() + renewMs
    try {
      await renew()
    } catch (error) {
      nextRenewal = now() + retryMs
      const reason = error instanceof Error ? error.message : 'unknown error'
      warn('cannot renew the share of a rate; its events wait if this goes on', { reason })
    } finally {
      isRenewing = false
      const isUnseen = ({ wantedAt, viewedAt }: Membership): boolean =>
        now() - wantedAt < renewMs && now() - viewedAt >= viewMs
      // A destination that was wanted during the renewal does not wait for the next one.
      if (memberships.values().some(isUnseen)) nextRenewal = Math.min(nextRenewal, now() + retryMs)
    }
  }

  return (destination) => {
    const membership = memberships.get(destination)
    if (!membership) return undefined
    const time = now()
    const isNew = time - membership.wantedAt >= 2 * renewMs
    membership.wantedAt = time
    if (!isRenewing && (isNew || time >= nextRenewal)) void renewInBackground()
    const { readyAt, viewedAt, renewedAt, limit, members, rank } = membership
    const isValid = time >= readyAt && time < viewedAt + viewMs && time < renewedAt + leaseMs - marginMs
    return isValid ? shareOf(limit, members, rank) : undefined
  }
}
