/** Storage layer: describes view `sessions`, the visits of each device. */
import { nullable } from '../warehouse/column.ts'
import { events } from '../warehouse/events.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays, whileKept, type Kept } from './window.ts'

/** Minutes without an event that end a session, as in Google Analytics. https://support.google.com/analytics/answer/12798876 */
const inactiveMinutes = 30

/** Columns with the first value in the session. */
const first = {
  landing_page: ['page_url', 'URL of its first page.'],
  referrer: ['page_referrer', 'URL of the page before it; empty if there was none.'],
  utm_source: ['utm_source', 'First utm_source of the session.'],
  utm_medium: ['utm_medium', 'First utm_medium of the session.'],
  utm_campaign: ['utm_campaign', 'First utm_campaign of the session.'],
} as const

function countOf(name: string): string {
  return `COUNTIF(event_name = '${name}')`
}

export function sessions(locate: Locate, kept: Kept): View {
  const days = whileKept(shownDays, kept.events)
  const columns = ['anonymous_id', 'event_id', 'event_name', 'event_time', 'user_id']
  const read = [...columns, ...Object.values(first).map(([name]) => name)]
  return {
    name: 'sessions',
    description:
      `The sessions of each device in the last ${days} days. A session ends after ${inactiveMinutes} minutes without an event. The first one of a ` +
      'device can have begun before these days.',
    columns: [
      nullable('session', 'STRING', 'Id of the session: the device and the second of its first event.'),
      nullable('anonymous_id', 'STRING', 'Id of the browser or installation.'),
      nullable('user_id', 'STRING', 'The last user who was signed in; null if nobody was.'),
      nullable('started_at', 'TIMESTAMP', 'Time of its first event.'),
      nullable('ended_at', 'TIMESTAMP', 'Time of its last event.'),
      nullable('events', 'INT64', 'Number of events, each once.'),
      nullable('page_views', 'INT64', 'Number of events page_view.'),
      nullable('purchases', 'INT64', 'Number of events purchase.'),
      ...Object.entries(first).map(([name, [, description]]) => nullable(name, 'STRING', description)),
    ],
    query: `WITH event AS (
  SELECT ${read.join(', ')}
  FROM ${locate(events.name)}
  WHERE received_at >= ${daysAgo(days)} AND anonymous_id IS NOT NULL
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY received_at, stored_at, message_id) = 1
),
marked AS (
  SELECT *, IF(TIMESTAMP_DIFF(event_time, LAG(event_time) OVER (PARTITION BY anonymous_id ORDER BY event_time, event_id), SECOND) < ${inactiveMinutes * 60}, 0, 1) AS begins
  FROM event
),
numbered AS (
  SELECT *, SUM(begins) OVER (
    PARTITION BY anonymous_id ORDER BY event_time, event_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) AS number
  FROM marked
)
SELECT
  CONCAT(anonymous_id, '.', CAST(UNIX_SECONDS(MIN(event_time)) AS STRING)) AS session,
  anonymous_id,
  ARRAY_AGG(user_id IGNORE NULLS ORDER BY event_time DESC, event_id LIMIT 1)[SAFE_OFFSET(0)] AS user_id,
  MIN(event_time) AS started_at,
  MAX(event_time) AS ended_at,
  COUNT(*) AS events,
  ${countOf('page_view')} AS page_views,
  ${countOf('purchase')} AS purchases,
  ${Object.entries(first)
    .map(
      ([name, [column]]) =>
        `ARRAY_AGG(${column} IGNORE NULLS ORDER BY event_time, event_id LIMIT 1)[SAFE_OFFSET(0)] AS ${name}`,
    )
    .join(',\n  ')}
FROM numbered
GROUP BY anonymous_id, number`,
    reads: [events.name],
  }
}
