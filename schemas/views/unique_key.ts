/** Storage layer: generates the GoogleSQL that counts what happened once, although it was sent under several event ids. */
import { eventTypes } from '../event_types.ts'
import type { EventType } from '../event_type.ts'

/** Maximum length of an identifying text. A longer or empty one is a violation, and identifies nothing. */
const maxLength = 256

/** Names of the standard event types whose events count once by their fields. */
export const uniqueTypes: readonly string[] = [...eventTypes.values()]
  .filter(({ uniqueBy }) => uniqueBy.length > 0)
  .map(({ name }) => name)

/** Event fields that the keys of these event types read. */
export function uniqueFields(names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => eventTypes.get(name)?.uniqueBy ?? []))]
}

/** GoogleSQL for the key of an event with one of these names: events of one type with the same key are one. Null for an event that counts
 * by its event_id. `textOf` returns the expression for an event field, `eventName` is the one for the event name. */
export function uniqueKey(
  names: readonly string[],
  textOf: (field: string) => string,
  eventName = 'event_name',
): string {
  const cases = names.flatMap((name) => {
    const type = eventTypes.get(name)
    return type !== undefined && type.uniqueBy.length > 0
      ? [`WHEN '${name}' THEN ${keyOf(type, textOf)}`]
      : []
  })
  return cases.length === 0 ? 'CAST(NULL AS STRING)' : `CASE ${eventName} ${cases.join(' ')} END`
}

function keyOf({ uniqueBy, fields }: EventType, textOf: (field: string) => string): string {
  const [id, ...others] = uniqueBy as readonly [string, ...string[]]
  const identified = `IF(LENGTH(${textOf(id)}) BETWEEN 1 AND ${maxLength}, ${textOf(id)}, NULL)`
  const parts = others.map((field) => {
    const { column } = fields[field]!
    const value =
      column === 'STRING' ? textOf(field) : `CAST(SAFE_CAST(${textOf(field)} AS ${column}) AS STRING)`
    return `IFNULL(${value}, '')`
  })
  return parts.length === 0 ? identified : `CONCAT(${[identified, ...parts].join(", '\\n', ")})`
}
