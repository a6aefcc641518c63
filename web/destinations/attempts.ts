/** Destinations: adds up the attempts of a destination, and tells its state. Pure. */

/** Row of question `destination_attempts`. */
export interface OutcomeGroup {
  destination: string
  outcome: string
  reason: string | null
  /** Stored events that were received in the period. */
  events: number
  /** Earlier events, and those of syncs and actions. */
  others: number
  latest: {
    event_id: string
    event_name: string
    received_at: string
    settled_at: string
    detail: string | null
    http_status: number | null
    source: string | null
  }
}

/** Row of question `destination_alerts`. */
export interface AlertRow {
  alert: 'destination-failing' | 'destination-silent'
  subject: string
  opened_at: string
  outcome: string | null
  reason: string | null
  summary: string
  example_event_id: string | null
  command: string
}

/** Sum of the events with one of these outcomes. */
export function eventsWith(rows: readonly OutcomeGroup[], ...names: readonly string[]): number {
  return rows.reduce((sum, { outcome, events }) => sum + (names.includes(outcome) ? events : 0), 0)
}

function pairsWith(rows: readonly OutcomeGroup[], ...names: readonly string[]): number {
  return rows.reduce((sum, row) => sum + (names.includes(row.outcome) ? row.events + row.others : 0), 0)
}

/** States, the worst first: name → glyph, word and tone. */
export const states = {
  failing: ['✕', 'Failing', 'bad'],
  refusals: ['△', 'Refusals', 'bad'],
  waiting: ['◷', 'Waiting', 'warn'],
  paused: ['‖', 'Paused', 'warn'],
  silent: ['–', 'Silent', 'plain'],
  healthy: ['✓', 'Healthy', 'good'],
} as const

export type StateName = keyof typeof states

/** Share of refused and dead pairs above which a destination has refusals. */
const maxRefused = 0.05

/** Returns the state of a destination, by its attempts and open problems. `isPaused`: undefined if it is not known. */
export function stateOf(
  rows: readonly OutcomeGroup[],
  alerts: readonly AlertRow[],
  isPaused: boolean | undefined,
): StateName {
  if (isPaused) return 'paused'
  if (alerts.length > 0) return 'failing'
  const delivered = pairsWith(rows, 'delivered')
  const failed = pairsWith(rows, 'refused', 'dead')
  const deferred = pairsWith(rows, 'deferred')
  if (rows.some(({ outcome, reason }) => outcome === 'deferred' && reason === 'auth')) return 'failing'
  if (failed > maxRefused * (delivered + failed)) return delivered === 0 ? 'failing' : 'refusals'
  if (deferred > 0) return delivered === 0 ? 'failing' : 'waiting'
  return rows.length === 0 ? 'silent' : 'healthy'
}

/** The latest attempt that failed; undefined without one. An event that the target cannot use does not count as one. */
export function lastError(rows: readonly OutcomeGroup[]): OutcomeGroup | undefined {
  return rows
    .filter(({ outcome }) => ['refused', 'dead', 'deferred'].includes(outcome))
    .toSorted((one, other) => Date.parse(other.latest.settled_at) - Date.parse(one.latest.settled_at))[0]
}
