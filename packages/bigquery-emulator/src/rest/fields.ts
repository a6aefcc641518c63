/** Resource fields: selects the writable fields of a request's body. */
import { withLimitTexts } from '../warehouse/field_limits.ts'
import type { TableFields } from '../warehouse/resource.ts'

/** Returns the listed fields that the body sets. */
export function writable<T extends object, K extends keyof T & string>(
  body: T,
  names: readonly K[],
): Pick<T, K> {
  const given = names.filter((name) => body[name] !== undefined && body[name] !== null)
  return Object.fromEntries(given.map((name) => [name, body[name]])) as Pick<T, K>
}

/** Returns the listed fields that the body sets to null. */
export function removed<T extends object, K extends keyof T & string>(body: T, names: readonly K[]): K[] {
  return names.filter((name) => body[name] === null)
}

/** Returns the text of an integer of 64 bits: requests may send it as a number, answers never do. */
export function int64Text(value: string | number): string {
  return String(value)
}

/** Returns the fields of a table with texts for the integers of 64 bits, as the API answers them. The deprecated member of
 * timePartitioning becomes that of the table. https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TimePartitioning */
export function normalTableFields(fields: TableFields): TableFields {
  const { expirationTime, timePartitioning, rangePartitioning } = fields
  const normal = { ...fields }
  if (fields.schema?.fields)
    normal.schema = { ...fields.schema, fields: withLimitTexts(fields.schema.fields) }
  if (expirationTime !== undefined) normal.expirationTime = int64Text(expirationTime)
  if (timePartitioning) {
    const { requirePartitionFilter, ...time } = timePartitioning
    if (requirePartitionFilter !== undefined) normal.requirePartitionFilter ??= requirePartitionFilter
    if (time.expirationMs !== undefined) time.expirationMs = int64Text(time.expirationMs)
    normal.timePartitioning = time
  }
  if (rangePartitioning?.range) {
    const { start, end, interval } = rangePartitioning.range
    const range = { start: int64Text(start), end: int64Text(end), interval: int64Text(interval) }
    normal.rangePartitioning = { ...rangePartitioning, range }
  }
  return normal
}
