/** Actions: compiles requirements to GoogleSQL: one query for all requirements of an action and any number of candidates, each as of its
 * own time. Pure. */
import type { Action, Requirement } from '../../schemas/action.ts'
import { contextColumns } from '../../schemas/context.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { uniqueFields, uniqueKey } from '../../schemas/views/unique_key.ts'
import { identifier } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, WarehouseRow } from '../google/warehouse.ts'
import { fieldOf, type Candidate } from './candidate.ts'
import { microsOf, secondsOf, timeOf } from './timestamps.ts'

type Kind = 'count' | 'sum' | 'sequence'

/** One compiled requirement. */
interface Compiled {
  kind: Kind
  /** Name of the event field for its value; undefined for a sequence. */
  field: string | undefined
  /** Event names that it counts. */
  events: readonly string[]
  /** Aggregate expression over the events of the candidate's subject. */
  sql: string
  /** The field that is summed. */
  summed?: string
  /** Returns why the value does not meet the requirement; undefined if it does. */
  fault: (value: unknown) => string | undefined
}

/** Result of the requirements of an action for one candidate. */
export interface RequirementResult {
  /** Counts and sums by the name of the event field. */
  counts: Readonly<Record<string, number>>
  /** Why the first unmet requirement is not met; undefined if all are met. */
  fault: string | undefined
}

function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** Returns the SQL expression for a field as text. */
function fieldSql(name: string): string {
  const column = contextColumns.find((each) => each.name === name)?.column
  if (column === undefined) return `JSON_VALUE(event_data, '$.${identifier(name).slice(1, -1)}')`
  return column === 'STRING' ? identifier(name) : `CAST(${identifier(name)} AS STRING)`
}

/** Condition for events that were received within the duration. */
function within({ within: span }: Requirement): string {
  return `event.received_at > TIMESTAMP_SUB(candidate.as_of, INTERVAL ${secondsOf(span)} SECOND)`
}

function bounds(name: string, { atLeast, atMost }: { atLeast?: number; atMost?: number }) {
  return (value: unknown) => {
    const number = Number(value)
    if (atLeast !== undefined && number < atLeast) return `${name} is ${number}, the minimum is ${atLeast}`
    if (atMost !== undefined && number > atMost) return `${name} is ${number}, the maximum is ${atMost}`
    return undefined
  }
}

/** Writes the events of a sequence as one letter each, in order, and matches a pattern over the letters. */
function sequenceSql(condition: string, events: readonly string[], without: readonly string[]): string {
  const names = [...new Set([...events, ...without])]
  const letter = (name: string): string => String.fromCharCode(97 + names.indexOf(name))
  const cases = names.map((name) => `WHEN ${text(name)} THEN '${letter(name)}'`).join(' ')
  const between = without.length === 0 ? '.*' : `[^${without.map(letter).join('')}]*`
  const pattern = `${events.map(letter).join(between)}${between}$`
  return `IFNULL(REGEXP_CONTAINS(STRING_AGG(IF(${condition}, CASE event.event_name ${cases} END, NULL), ''
    ORDER BY event.received_at, event.event_time, event.event_id), r'${pattern}'), FALSE)`
}

/** Compiles the requirements of an action, in order. */
export function compileRequirements(requires: readonly Requirement[]): readonly Compiled[] {
  const fields = new Set<string>()
  const named = (name: string, { within: span }: Requirement): string => {
    const field = fields.has(name) ? `${name}_${span}` : name
    fields.add(field)
    return field
  }
  const sums: string[] = []
  return requires.map((requirement): Compiled => {
    if ('count' in requirement) {
      const { event } = requirement.count
      const field = named(`count_${event}`, requirement)
      const sql = `COUNTIF(event.event_name = ${text(event)} AND ${within(requirement)})`
      return { kind: 'count', field, events: [event], sql, fault: bounds(field, requirement.count) }
    }
    if ('sum' in requirement) {
      const { event, field: summed } = requirement.sum
      const field = named(`sum_${event}_${summed}`, requirement)
      if (!sums.includes(summed)) sums.push(summed)
      const number = `event.number_${sums.indexOf(summed)}`
      const sql = `CAST(IFNULL(SUM(IF(event.event_name = ${text(event)} AND ${within(requirement)}, ${number}, NULL)), 0) AS FLOAT64)`
      return { kind: 'sum', field, events: [event], sql, summed, fault: bounds(field, requirement.sum) }
    }
    const { events, without = [] } = requirement.sequence
    const unmet = `${events.join(', ')}${without.length > 0 ? ` without ${without.join(', ')}` : ''} did not occur within ${requirement.within}`
    return {
      kind: 'sequence',
      field: undefined,
      events: [...events, ...without],
      sql: sequenceSql(within(requirement), events, without),
      fault: (value) => (value === true ? undefined : unmet),
    }
  })
}

/** Makes the query; `requirementParameters` makes its parameters. The triggering events are in the parameters too, because BigQuery may
 * return a row only some time after it was streamed. */
export function requirementsSql(
  locate: Locate,
  { subject, requires }: Pick<Action, 'subject' | 'requires'>,
): string {
  const compiled = compileRequirements(requires)
  const counted = countedBy(compiled)
  const names = `(${counted.map(text).join(', ')})`
  const sums = summedBy(compiled)
  const numbers = (of: (field: string) => string): string =>
    sums.map((field, index) => `, SAFE_CAST(${of(field)} AS NUMERIC) AS number_${index}`).join('')
  return `WITH candidate AS (
  SELECT JSON_VALUE(each, '$.id') AS id, JSON_VALUE(each, '$.subject') AS subject, TIMESTAMP(JSON_VALUE(each, '$.at')) AS as_of
  FROM UNNEST(@candidates) AS each
),
happened AS (
  SELECT event_id, event_name, ${fieldSql(subject)} AS subject, received_at, stored_at, event_time,
    ${uniqueKey(counted, fieldSql)} AS unique_key${numbers(fieldSql)}
  FROM ${locate(tables.events.name)}
  WHERE received_at > @since AND received_at <= @until AND event_name IN ${names} AND ${fieldSql(subject)} IN UNNEST(@subjects)
  UNION ALL
  SELECT JSON_VALUE(each, '$.event_id'), JSON_VALUE(each, '$.event_name'), JSON_VALUE(each, '$.subject'),
    TIMESTAMP(JSON_VALUE(each, '$.received_at')), TIMESTAMP(JSON_VALUE(each, '$.at')), TIMESTAMP(JSON_VALUE(each, '$.event_time')),
    ${uniqueKey(counted, (field) => `JSON_VALUE(each, '$.unique.${field}')`, `JSON_VALUE(each, '$.event_name')`)}${numbers((field) => `JSON_VALUE(each, '$.numbers.${field}')`)}
  FROM UNNEST(@candidates) AS each
  WHERE JSON_VALUE(each, '$.event_name') IN ${names}
),
stored AS (
  SELECT * FROM happened
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY stored_at, received_at) = 1
),
event AS (
  SELECT * FROM stored
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY event_name, subject, IFNULL(unique_key, event_id) ORDER BY stored_at, received_at, event_id
  ) = 1
)
SELECT candidate.id${compiled.map(({ sql }, index) => `,\n  ${sql} AS requirement_${index}`).join('')}
FROM candidate
LEFT JOIN event ON event.subject = candidate.subject AND event.stored_at <= candidate.as_of
GROUP BY candidate.id`
}

function countedBy(compiled: readonly Compiled[]): readonly string[] {
  return [...new Set(compiled.flatMap(({ events }) => events))]
}

function summedBy(compiled: readonly Compiled[]): readonly string[] {
  return [...new Set(compiled.flatMap(({ summed }) => (summed === undefined ? [] : [summed])))]
}

/** Maximum clock skew between Pub/Sub and the functions, in µs. */
const skewMicros = 3_600_000_000

/** Returns a value that BigQuery can sum: a number, or a text that may be one. */
function numberIn(value: unknown): unknown {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 64) ? value : undefined
}

/** Returns a plain value, unless it is longer than a key can be, in UTF-16 units. */
function plainIn(value: unknown): unknown {
  const isPlain = ['number', 'boolean', 'string'].includes(typeof value)
  return isPlain && String(value).length <= 512 ? value : undefined
}

/** Makes the parameters of the query. Each candidate must have a subject. */
export function requirementParameters(
  { requires }: Pick<Action, 'requires'>,
  candidates: readonly Candidate[],
): Parameters {
  const compiled = compileRequirements(requires)
  const sums = summedBy(compiled)
  const unique = uniqueFields(countedBy(compiled))
  const times = candidates.map(({ at }) => microsOf(at))
  const longest = Math.max(...requires.map(({ within: span }) => secondsOf(span))) * 1_000_000
  const entries = candidates.map(({ firingId, subject, at, receivedAt, eventId, value }) => ({
    id: firingId,
    subject,
    at,
    ...(eventId !== undefined && {
      event_id: eventId,
      event_name: value['event_name'],
      event_time: value['event_time'],
      received_at: receivedAt,
      numbers: Object.fromEntries(sums.map((field) => [field, numberIn(fieldOf(value, field))])),
      unique: Object.fromEntries(unique.map((field) => [field, plainIn(fieldOf(value, field))])),
    }),
  }))
  return {
    candidates: [['STRING'], entries.map((each) => JSON.stringify(each))],
    subjects: [['STRING'], [...new Set(candidates.map(({ subject }) => subject))]],
    since: ['TIMESTAMP', timeOf(Math.min(...times) - longest)],
    until: ['TIMESTAMP', timeOf(Math.max(...times) + skewMicros)],
  }
}

/** Reads the result of the query, by firing. */
export function readRequirements(
  { requires }: Pick<Action, 'requires'>,
  rows: readonly WarehouseRow[],
): ReadonlyMap<string, RequirementResult> {
  const compiled = compileRequirements(requires)
  return new Map(
    rows.map((row) => {
      const values = compiled.map((_, index) => row[`requirement_${index}`])
      const counts = compiled.flatMap(({ field }, index) =>
        field === undefined ? [] : [[field, Number(values[index])] as const],
      )
      const faults = compiled.map(({ fault }, index) => fault(values[index]))
      return [
        String(row['id']),
        { counts: Object.fromEntries(counts), fault: faults.find((each) => each !== undefined) },
      ]
    }),
  )
}
