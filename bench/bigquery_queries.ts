/** Bench: lists the queries of dashboards: every view, and the queries of the console over 30 days. */
import { overviewQueries } from '../functions/console/queries/index.ts'
import { valuesOf } from '../functions/console/period.ts'
import { periodParameters, parameterTypes } from '../functions/console/queries/query.ts'
import type { QueryParameter } from '../packages/bigquery-emulator/src/googlesql/index.ts'

export interface Measured {
  name: string
  /** GoogleSQL; the dataset is the default one. */
  query: string
  parameters: QueryParameter[]
  /** The same query in DuckDB's SQL, written by hand, with `{table}` for a table. Default: the compiled query. */
  plain?: string
}

function storedAgain(condition: string): string {
  return `(SELECT event_id FROM {events} WHERE ${condition} GROUP BY event_id HAVING COUNT(*) > 1)`
}

function eachOnce(columns: string, condition = 'TRUE'): string {
  return `(
  SELECT ${columns} FROM {events} WHERE ${condition} AND event_id NOT IN ${storedAgain(condition)}
  UNION ALL
  SELECT ${columns} FROM {events} WHERE ${condition} AND event_id IN ${storedAgain(condition)}
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY received_at, stored_at, message_id) = 1)`
}

const asked: readonly Omit<Measured, 'parameters'>[] = [
  {
    name: 'events_deduplicated by day',
    query:
      'SELECT DATE(received_at) AS day, COUNT(*) AS events FROM events_deduplicated GROUP BY day ORDER BY day',
    plain: `SELECT CAST(received_at AS DATE) AS day, COUNT(*) AS events
      FROM ${eachOnce('received_at')} GROUP BY day ORDER BY day`,
  },
  {
    name: 'purchase by currency',
    query:
      'SELECT currency, COUNT(*) AS purchases, SUM(value) AS value FROM purchase GROUP BY currency ORDER BY currency',
    plain: `SELECT currency, COUNT(*) AS purchases, SUM(value) AS value FROM (
        SELECT event_data->>'$.currency' AS currency, TRY_CAST(event_data->>'$.value' AS DECIMAL(38, 9)) AS value
        FROM ${eachOnce('event_data', "event_name = 'purchase'")}
      ) GROUP BY currency ORDER BY currency`,
  },
  {
    name: 'delivery_state by outcome',
    query: 'SELECT destination, outcome, COUNT(*) AS pairs FROM delivery_state GROUP BY 1, 2 ORDER BY 1, 2',
  },
  {
    name: 'delivery_funnel by pair',
    query: `SELECT event_name, destination, SUM(stored) AS stored, SUM(delivered) AS delivered
      FROM delivery_funnel WHERE destination IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    plain: `WITH event AS (FROM ${eachOnce('event_id, event_name, received_at, decisions')}),
      attempted AS (
        SELECT event_id, destination, outcome FROM {deliveries}
        QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id, destination
          ORDER BY CASE outcome WHEN 'delivered' THEN 1 WHEN 'deferred' THEN 3 ELSE 2 END, settled_at DESC, attempt DESC) = 1
      ),
      decided AS (SELECT event_id, event_name, received_at, UNNEST(decisions).destination AS destination FROM event)
      SELECT event_name, destination, SUM(stored), SUM(delivered) FROM (
        SELECT date_trunc('hour', received_at) AS hour, event_name, destination, COUNT(*) AS stored,
          COUNT(*) FILTER (outcome = 'delivered') AS delivered
        FROM (
          SELECT received_at, event_name, destination, outcome FROM decided LEFT JOIN attempted USING (event_id, destination)
          UNION ALL
          SELECT received_at, event_name, destination, outcome FROM event JOIN attempted USING (event_id)
          WHERE NOT list_contains(list_transform(decisions, lambda d: d.destination), destination)
        ) GROUP BY ALL
      ) GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  ...['delivery_funnel', 'top_errors', 'latency', 'reconciliation', 'volume_anomalies'].map((view) => ({
    name: view,
    query: `SELECT * FROM ${view}`,
  })),
]

function consoleQueries(now: number): Measured[] {
  const [from, to] = [now - 30 * 86_400_000, now].map((time) => new Date(time).toISOString()) as [
    string,
    string,
  ]
  const values = valuesOf({ from, to, bucket: 21_600 })
  return overviewQueries.map(({ name, sql }) => ({
    name: `console ${name}`,
    query: sql,
    parameters: periodParameters(sql).map((parameter) => ({
      name: parameter,
      parameterType: { type: parameterTypes[parameter] },
      parameterValue: { value: values[parameter] },
    })),
  }))
}

/** `now` in ms since 1970. */
export function measuredQueries(now: number): Measured[] {
  return [...asked.map((measured) => ({ ...measured, parameters: [] })), ...consoleQueries(now)]
}
