/** Storage layer: describes view `destination_health`, the share of each outcome by hour, beside the share over 28 days. */
import { healthCheck } from '../health_check.ts'
import { nullable } from '../warehouse/column.ts'
import { hourlyCounts } from '../warehouse/hourly_counts.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays } from './window.ts'

/** Name → its condition on a row of `hourly_counts`, and its meaning. */
export const healthMeasures = {
  delivered: [`outcome = 'delivered'`, 'the third party accepted'],
  refused: [`outcome = 'refused'`, 'the third party rejected permanently'],
  skipped: [`outcome = 'skipped'`, 'the target cannot use'],
  deferred: [`outcome = 'deferred' AND reason != 'auth'`, 'failed and are retried'],
  held: [
    `outcome = 'deferred' AND reason = 'auth'`,
    'are held because the third party does not accept the credentials',
  ],
  dead: [`outcome = 'dead'`, 'became dead letters'],
} as const

const names = Object.keys(healthMeasures)
const days = healthCheck.days

export function destinationHealth(locate: Locate): View {
  const counts = `FROM ${locate(hourlyCounts.name)} AS counted
  WHERE hour >= ${daysAgo(shownDays + days)} AND subject = 'deliveries' AND outcome != 'restricted'`
  return {
    name: 'destination_health',
    description:
      `Share of each outcome by destination and hour of the last ${shownDays} days, beside its share over the ${days} days before that hour. ` +
      'A pair with several attempts in the hour counts once. The six shares of an hour add up to 1. ' +
      'Reads table hourly_counts, which the health check updates four times an hour.',
    columns: [
      nullable('hour', 'TIMESTAMP', 'Hour of the attempts.'),
      nullable('destination', 'STRING', 'Id of the destination.'),
      nullable('target', 'STRING', 'Target of the destination.'),
      nullable('pairs', 'INT64', 'Number of pairs with an attempt in the hour.'),
      nullable('attempts', 'INT64', 'Number of attempts.'),
      nullable(`pairs_${days}_days`, 'INT64', `Sum of pairs over the ${days} days before the hour.`),
      ...Object.entries(healthMeasures).flatMap(([name, [, meaning]]) => [
        nullable(`${name}_share`, 'FLOAT64', `Share of the pairs that ${meaning}.`),
        nullable(
          `${name}_share_${days}_days`,
          'FLOAT64',
          `The same share over the ${days} days before; null without pairs.`,
        ),
      ]),
      nullable('top_outcome', 'STRING', 'Outcome of most pairs that were not delivered; null if all were.'),
      nullable('top_reason', 'STRING', 'Reason of these pairs.'),
      nullable('top_pairs', 'INT64', 'Number of these pairs.'),
      nullable('example_event_id', 'STRING', 'Id of the event of one of these pairs.'),
    ],
    query: `WITH hourly AS (
  SELECT hour, destination, ANY_VALUE(target) AS target, SUM(pairs) AS pairs, SUM(attempts) AS attempts,
    ${Object.entries(healthMeasures)
      .map(([name, [condition]]) => `SUM(IF(${condition}, pairs, 0)) AS ${name}`)
      .join(',\n    ')}
  ${counts}
  GROUP BY hour, destination
),
compared AS (
  SELECT *,
    SUM(pairs) OVER before AS pairs_before,
    ${names.map((name) => `SUM(${name}) OVER before AS ${name}_before`).join(',\n    ')}
  FROM hourly
  WINDOW before AS (
    PARTITION BY destination ORDER BY UNIX_SECONDS(hour) RANGE BETWEEN ${days * 86_400} PRECEDING AND 1 PRECEDING
  )
),
top AS (
  SELECT hour, destination, outcome, reason, SUM(counted.pairs) AS pairs,
    ARRAY_AGG(example_event_id ORDER BY counted.pairs DESC, example_event_id LIMIT 1)[OFFSET(0)] AS example_event_id
  ${counts} AND outcome != 'delivered' AND counted.pairs > 0
  GROUP BY hour, destination, outcome, reason
  QUALIFY ROW_NUMBER() OVER (PARTITION BY hour, destination ORDER BY SUM(counted.pairs) DESC, outcome, reason) = 1
)
SELECT compared.hour, compared.destination, compared.target, compared.pairs, compared.attempts,
  IFNULL(compared.pairs_before, 0) AS pairs_${days}_days,
  ${names
    .map(
      (name) => `SAFE_DIVIDE(compared.${name}, compared.pairs) AS ${name}_share,
  SAFE_DIVIDE(compared.${name}_before, compared.pairs_before) AS ${name}_share_${days}_days`,
    )
    .join(',\n  ')},
  top.outcome AS top_outcome, top.reason AS top_reason, top.pairs AS top_pairs, top.example_event_id
FROM compared
LEFT JOIN top ON top.hour = compared.hour AND top.destination = compared.destination
WHERE compared.hour >= ${daysAgo(shownDays)}`,
    reads: [hourlyCounts.name],
  }
}
