/** Events: the period of the page, from the address: `since` and `until`, or the last hours up to the time of the latest reading. */

/** The selectable periods, in hours. */
export const ranges = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
export type EventRange = keyof typeof ranges

export const rangeTitles: Readonly<Record<EventRange, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

export interface ShownPeriod {
  /** RFC 3339 in UTC. */
  since: string
  /** Exclusive. */
  until: string
}

export const msPerHour = 3_600_000
export const msPerDay = 24 * msPerHour

export function isRange(text: string): text is EventRange {
  return Object.hasOwn(ranges, text)
}

/** Returns the period of the address. `now` in ms since 1970. */
export function shownPeriodOf(query: URLSearchParams, now: number): ShownPeriod {
  const range = query.get('range') ?? '24h'
  // Messages are stored a moment after they are received; the end is exclusive.
  const end = timeIn(query.get('until')) ?? new Date(now + 1000).toISOString()
  const start = timeIn(query.get('since'))
  const hours = ranges[isRange(range) ? range : '24h']
  return { since: start ?? new Date(Date.parse(end) - hours * msPerHour).toISOString(), until: end }
}

function timeIn(text: string | null): string | undefined {
  return text !== null && !Number.isNaN(Date.parse(text)) && text.endsWith('Z') ? text : undefined
}

/** The day before and after a time: where an event's row is searched. */
export function around(time: string, { before, after }: { before: number; after: number }): ShownPeriod {
  const at = Date.parse(time)
  return { since: new Date(at - before).toISOString(), until: new Date(at + after).toISOString() }
}
