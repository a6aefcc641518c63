/** Actions: what must hold in the warehouse for the subject, as GoogleSQL: one query for all requirements of an action and any number of
 * candidates, each as of its own time. Pure. */
import type { Action, Requirement } from '../../schemas/action.ts'
import { contextColumns } from '../../schemas/context.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { identifier } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters, WarehouseRow } from '../google/warehouse.ts'
import { fieldOf, type Candidate } from './candidate.ts'
import { microsOf, secondsOf, timeOf } from './timestamps.ts'

type Kind = 'count' | 'sum' | 'sequence'

/** One requirement, ready to be asked and read. */
interface Compiled {
  kind: Kind
  /** Name of the field of the firing; undefined of a sequence. */
  field: string | undefined
  /** Names of the events it goes by. */
  events: readonly string[]
  /** Expression over the candidate and what has happened to its subject. */
  sql: string
  /** The field that is summed. */
  summed?: string
  /** In words what is wrong with the value; undefined when it is met. */
  fault: (value: unknown) => string | undefined
}

/** What the requirements of an action say of one candidate. */
export interface RequirementResult {
  /** What was counted and summed, by the name of the firing's field. */
  counts: Readonly<Record<string, number>>
  /** In words the first requirement that is not met. */
  fault: string | undefined
}

function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A field of an event as SQL text. */
function fieldSql(name: string): string {
  const column = contextColumns.find((each) => each.name === name)?.column
  if (column === undefined) return `JSON_VALUE(event_data, '$.${identifier(name).slice(1, -1)}')`
  return column === 'STRING' ? identifier(name) : `CAST(${identifier(name)} AS STRING)`
}

/** An event counts when it was received within the time, and was stored when the candidate was. */
function within({ within: span }: Requirement): string {
  return `event.received_at > TIMESTAMP_SUB(candidate.as_of, INTERVAL ${secondsOf(span)} SECOND)`
}

function bounds(name: string, { atLeast, atMost }: { atLeast?: number; atMost?: number }) {
  return (value: unknown) => {
    const is = Number(value)
    if (atLeast !== undefined && is < atLeast) return `${name} is ${is}, at least ${atLeast} is needed`
    if (atMost !== undefined && is > atMost) return `${name} is ${is}, at most ${atMost} is allowed`
    return undefined
  }
}

/** A sequence as one letter for each event that belongs to it, in their order, and a pattern over the letters. */
function sequenceSql(condition: string, events: readonly string[], without: readonly string[]): string {
  const names = [...new Set([...events, ...without])]
  const letter = (name: string): string => String.fromCharCode(97 + names.indexOf(name))
  const cases = names.map((name) => `WHEN ${text(name)} THEN '${letter(name)}'`).join(' ')
  const between = without.length === 0 ? '.*' : `[^${without.map(letter).join('')}]*`
  const pattern = `${events.map(letter).join(between)}${between}$`
  return `IFNULL(REGEXP_CONTAINS(STRING_AGG(IF(${condition}, CASE event.event_name ${cases} END, NULL), ''
    ORDER BY event.received_at, event.event_time, event.event_id), r'${pattern}'), FALSE)`
}

/** The requirements of an action, in their order. */
export function compileRequirements(requires: readonly Requirement[]): readonly Compiled[] {
  const taken = new Set<string>()
  const named = (name: string, { within: span }: Requirement): string => {
    const field = taken.has(name) ? `${name}_${span}` : name
    taken.add(field)
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
    const words = `${events.join(', ')}${without.length > 0 ? ` without ${without.join(', ')}` : ''} did not come within ${requirement.within}`
    return {
      kind: 'sequence',
      field: undefined,
      events: [...events, ...without],
      sql: sequenceSql(within(requirement), events, without),
      fault: (value) => (value === true ? undefined : words),
    }
  })
}

/** The query. Its parameters are those of `requirementParameters`. The events that are the candidates themselves come with the
 * parameters too, since BigQuery may show a row only a moment after it has taken it. */
export function requirementsSql(
  locate: Locate,
  { subject, requires }: Pick<Action, 'subject' | 'requires'>,
): string {
  const compiled = compileRequirements(requires)
  const names = `(${[...new Set(compiled.flatMap(({ events }) => events))].map(text).join(', ')})`
  const sums = summedBy(compiled)
  const numbers = (of: (field: string) => string): string =>
    sums.map((field, index) => `, SAFE_CAST(${of(field)} AS NUMERIC) AS number_${index}`).join('')
  return `WITH candidate AS (
  SELECT JSON_VALUE(each, '$.id') AS id, JSON_VALUE(each, '$.subject') AS subject, TIMESTAMP(JSON_VALUE(each, '$.at')) AS as_of
  FROM UNNEST(@candidates) AS each
),
happened AS (
  SELECT event_id, event_name, ${fieldSql(subject)} AS subject, received_at, stored_at, event_time${numbers(fieldSql)}
  FROM ${locate(tables.events.name)}
  WHERE received_at > @since AND received_at <= @until AND event_name IN ${names} AND ${fieldSql(subject)} IN UNNEST(@subjects)
  UNION ALL
  SELECT JSON_VALUE(each, '$.event_id'), JSON_VALUE(each, '$.event_name'), JSON_VALUE(each, '$.subject'),
    TIMESTAMP(JSON_VALUE(each, '$.received_at')), TIMESTAMP(JSON_VALUE(each, '$.at')), TIMESTAMP(JSON_VALUE(each, '$.event_time'))${numbers((field) => `JSON_VALUE(each, '$.numbers.${field}')`)}
  FROM UNNEST(@candidates) AS each
  WHERE JSON_VALUE(each, '$.event_name') IN ${names}
),
event AS (
  SELECT * FROM happened
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY stored_at, received_at) = 1
)
SELECT candidate.id${compiled.map(({ sql }, index) => `,\n  ${sql} AS requirement_${index}`).join('')}
FROM candidate
LEFT JOIN event ON event.subject = candidate.subject AND event.stored_at <= candidate.as_of
GROUP BY candidate.id`
}

function summedBy(compiled: readonly Compiled[]): readonly string[] {
  return [...new Set(compiled.flatMap(({ summed }) => (summed === undefined ? [] : [summed])))]
}

/** Clocks of the bus and of the functions may differ by that much. */
const skewMicros = 3_600_000_000

/** What can be summed, as BigQuery reads it of a stored event: a number, or text that may be one. */
function numberIn(found: unknown): unknown {
  return typeof found === 'number' || (typeof found === 'string' && found.length <= 64) ? found : undefined
}

/** Each candidate must have a subject. */
export function requirementParameters(
  { requires }: Pick<Action, 'requires'>,
  candidates: readonly Candidate[],
): Parameters {
  const sums = summedBy(compileRequirements(requires))
  const times = candidates.map(({ at }) => microsOf(at))
  const longest = Math.max(...requires.map(({ within: span }) => secondsOf(span))) * 1_000_000
  const asked = candidates.map(({ firingId, subject, at, receivedAt, eventId, value }) => ({
    id: firingId,
    subject,
    at,
    ...(eventId !== undefined && {
      event_id: eventId,
      event_name: value['event_name'],
      event_time: value['event_time'],
      received_at: receivedAt,
      numbers: Object.fromEntries(sums.map((field) => [field, numberIn(fieldOf(value, field))])),
    }),
  }))
  return {
    candidates: [['STRING'], asked.map((each) => JSON.stringify(each))],
    subjects: [['STRING'], [...new Set(candidates.map(({ subject }) => subject))]],
    since: ['TIMESTAMP', timeOf(Math.min(...times) - longest)],
    until: ['TIMESTAMP', timeOf(Math.max(...times) + skewMicros)],
  }
}

/** What the query found, by firing. */
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
