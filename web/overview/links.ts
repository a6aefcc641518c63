/** Overview: makes the address of the rows behind a number. Times are absolute, so that a link shows the same rows later. */
import { link } from '../router.ts'
import type { OverviewData } from './overview_data.ts'

/** Filters of page Events. */
interface EventFilters {
  type?: string | undefined
  to?: string | undefined
  /** Current outcome at the destination, as in view `delivery_state`. */
  outcome?: string | undefined
  reason?: string | undefined
  /** Field that the event violates; `*` for any. */
  violates?: string | undefined
  since?: string
  until?: string
}

/** The events of a period, by default that of the page. */
export function eventsLink(
  { from, to }: Pick<OverviewData, 'from' | 'to'>,
  filters: EventFilters = {},
): string {
  return link('events', {
    type: filters.type,
    to: filters.to,
    outcome: filters.outcome,
    reason: filters.reason,
    violates: filters.violates,
    since: filters.since ?? from,
    until: filters.until ?? to,
  })
}

/** The messages in quarantine of a period, by default that of the page. */
export function quarantineLink(
  { from, to }: Pick<OverviewData, 'from' | 'to'>,
  { type, reason, since = from, until = to }: Pick<EventFilters, 'type' | 'reason' | 'since' | 'until'> = {},
): string {
  return link('quarantine', { type, reason, since, until })
}

export function destinationLink(id: string): string {
  return link(`destinations/${encodeURIComponent(id)}`)
}

/** The time some ms after a time. */
export function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}
