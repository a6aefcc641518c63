/** Health: generates the statements that replace the rows of whole hours in tables `hourly_counts` and `hourly_errors`. Pure. */
import { tables } from '../../schemas/warehouse.ts'
import type { countedSubjects } from '../../schemas/warehouse/hourly_counts.ts'
import type { Locate } from '../../schemas/views/view.ts'

const columns = [
  'hour',
  'subject',
  'destination',
  'target',
  'source',
  'event_name',
  'outcome',
  'reason',
  'pairs',
  'attempts',
  'earliest_received_at',
  'example_event_id',
  'latencies',
] as const

type CountedColumn = (typeof columns)[number]

const types: Partial<Record<CountedColumn, string>> = {
  attempts: 'INT64',
  earliest_received_at: 'TIMESTAMP',
  latencies: 'ARRAY<STRUCT<ms INT64, pairs INT64>>',
}

/** The SELECT list with every column; those that are not given are null. */
export function selected(given: Partial<Record<CountedColumn, string>>): string {
  return columns
    .map((name) => `${given[name] ?? `CAST(NULL AS ${types[name] ?? 'STRING'})`} AS ${name}`)
    .join(',\n    ')
}

/** One row with 0 for each hour: it is counted. */
export function selectedHours(subject: keyof typeof countedSubjects): string {
  return `SELECT ${selected({ hour: 'hour', subject: `'${subject}'`, pairs: '0' })}
  FROM UNNEST(GENERATE_TIMESTAMP_ARRAY(@from, TIMESTAMP_SUB(@to, INTERVAL 1 HOUR), INTERVAL 1 HOUR)) AS hour`
}

/** Conditions on the rows of the hours, as GoogleSQL: on what the bus received in them, and on the attempts to deliver it. An attempt ends after its
 * event is received; the additional hour allows for clock skew. */
export const receivedInHours = 'received_at >= @from AND received_at < @to'
export const settledSince = 'TIMESTAMP_SUB(@from, INTERVAL 1 HOUR)'
export const attemptedSince = `${receivedInHours} AND settled_at >= ${settledSince}`

/** Replaces the rows of the subjects in the hours from `@from` to `@to`, both full hours. */
export function replaceCounts(
  locate: Locate,
  subjects: readonly (keyof typeof countedSubjects)[],
  query: string,
): string {
  return replaceHours(locate(tables.hourly_counts.name), {
    query,
    values: Object.fromEntries([
      ...columns.map((name) => [name, `fresh.${name}`]),
      ['computed_at', 'CURRENT_TIMESTAMP()'],
    ]),
    among: `counted.subject IN (${subjects.map((subject) => `'${subject}'`).join(', ')})`,
  })
}

interface ReplacedHours {
  /** The new rows, as `fresh`. */
  query: string
  /** Column → its value. */
  values: Readonly<Record<string, string>>
  /** Condition on the rows to replace, as `counted`. Default: all of the hours. */
  among?: string
}

/**
 * Replaces the rows of the hours from `@from` to `@to` in one statement: a reader sees the old rows or the new ones. BigQuery runs a MERGE whose
 * condition is FALSE without a join, as one DELETE and one INSERT.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax#merge_statement
 */
export function replaceHours(table: string, { query, values, among }: ReplacedHours): string {
  return `MERGE ${table} AS counted
USING (
  ${query}
) AS fresh
ON FALSE
WHEN NOT MATCHED BY TARGET THEN
  INSERT (${Object.keys(values).join(', ')})
  VALUES (${Object.values(values).join(', ')})
WHEN NOT MATCHED BY SOURCE AND counted.hour >= @from AND counted.hour < @to${among === undefined ? '' : `\n  AND ${among}`} THEN DELETE`
}
