/** Storage layer: describes view `last_click`, the last value of each click id and browser id of each person. */
import { clickIds } from '../context/click_ids.ts'
import { identifierOf, personSql } from '../person.ts'
import { nullable } from '../warehouse/column.ts'
import { events } from '../warehouse/events.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, whileKept, type Kept } from './window.ts'

/** Days in which a click counts: no platform attributes a conversion to an older one.
 * https://support.google.com/google-ads/answer/3123169 */
export const clickDays = 90

export function lastClick(locate: Locate, kept: Kept): View {
  const days = whileKept(clickDays, kept.events)
  const names = Object.keys(clickIds)
  return {
    name: 'last_click',
    description: `The last value of each click id and browser id that each person came with in the last ${days} days.`,
    columns: [
      nullable('person_id', 'STRING', 'The person, as in view people.'),
      nullable('click', 'STRING', `Name of the context field: ${names.join(', ')}.`),
      nullable('click_id', 'STRING', 'Value of that field.'),
      nullable('clicked_at', 'TIMESTAMP', 'Time of the event that had it.'),
      nullable('event_id', 'STRING', 'Id of that event.'),
    ],
    query: `WITH clicked AS (
  SELECT event_id, LEAST(event_time, received_at) AS clicked_at,
    ${identifierOf('event')},
    [${names.map((name) => `STRUCT('${name}' AS click, event.${name} AS click_id)`).join(', ')}] AS clicks
  FROM ${locate(events.name)} AS event
  WHERE received_at >= ${daysAgo(days, 'DAY')} AND COALESCE(${names.join(', ')}) IS NOT NULL
),
placed AS (
  SELECT ${personSql.column('clicked')}, clicked_at, event_id, clicks
  FROM clicked
  ${personSql.join(locate, 'clicked')}
)
SELECT person_id, each.click, each.click_id, clicked_at, event_id
FROM placed
CROSS JOIN UNNEST(clicks) AS each
WHERE person_id IS NOT NULL AND each.click_id IS NOT NULL
QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id, each.click ORDER BY clicked_at DESC, event_id) = 1`,
    reads: [events.name, 'people'],
  }
}
