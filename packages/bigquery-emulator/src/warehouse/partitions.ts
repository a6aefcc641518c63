/** Partitions of stored tables: emits the id of a row's partition and whether it has expired, and checks a change of them.
 * https://cloud.google.com/bigquery/docs/partitioned-tables, /managing-partitioned-tables */
import { ApiError } from './api_error.ts'
import type { TableFields } from './resource.ts'

/** Returns the SQL of the partition column of time as a civil time in UTC. */
function partitionTime({ timePartitioning, schema }: TableFields): string {
  const { field } = timePartitioning ?? {}
  const column = schema?.fields?.find(({ name }) => name.toLowerCase() === field?.toLowerCase())
  const read = `$table."${column?.name ?? '_PARTITIONTIME'}"`
  const isInstant = column === undefined || column.type.toUpperCase() === 'TIMESTAMP'
  return isInstant ? `(${read} AT TIME ZONE 'UTC')` : `CAST(${read} AS TIMESTAMP)`
}

/** Returns the SQL condition that is true if a row's partition has expired: its end is older than the expiration. */
export function expiredPartition(table: TableFields): string | undefined {
  const { expirationMs, type } = table.timePartitioning ?? {}
  if (expirationMs === undefined || type === undefined) return undefined
  const unit = type.toLowerCase()
  const expires = `date_trunc('${unit}', ${partitionTime(table)}) + INTERVAL 1 ${unit} + to_milliseconds(${Number(expirationMs)})`
  return `(COALESCE(${expires} <= (now() AT TIME ZONE 'UTC'), FALSE))`
}

const formats = { HOUR: '%Y%m%d%H', DAY: '%Y%m%d', MONTH: '%Y%m', YEAR: '%Y' }

/** Returns the SQL of a row's partition id. Undefined if the table is not partitioned. */
export function partitionId(table: TableFields): string | undefined {
  const { timePartitioning, rangePartitioning } = table
  if (timePartitioning)
    return `COALESCE(strftime(${partitionTime(table)}, '${formats[timePartitioning.type]}'), '__NULL__')`
  if (!rangePartitioning) return undefined
  const { field, range } = rangePartitioning
  const [start, end, interval] = [range.start, range.end, range.interval].map(BigInt)
  const value = `$table."${field}"`
  const first = `CAST(${start} + bq_floor_div(${value} - ${start}, ${interval}) * ${interval} AS VARCHAR)`
  const isInside = `${value} >= ${start} AND ${value} < ${end}`
  return `CASE WHEN ${value} IS NULL THEN '__NULL__' WHEN ${isInside} THEN ${first} ELSE '__UNPARTITIONED__' END`
}

export const partitioningChange = 'Cannot change the partitioning of a table.'

/** Returns the new partitioning by time. Only its expiration can change: what PATCH leaves out stays, as `bq update` expects, and PUT removes it.
 * https://cloud.google.com/bigquery/docs/managing-partitioned-tables */
export function keptPartitioning(
  before: TableFields,
  fields: TableFields,
  replaces: boolean,
): Pick<TableFields, 'timePartitioning'> {
  const { timePartitioning: old, rangePartitioning: oldRange } = before
  const { timePartitioning: given, rangePartitioning: range } = fields
  if (!old && !oldRange)
    throw new ApiError('invalid', 'Cannot convert non-partitioned table to partitioned table.')
  const { expirationMs: _, ...fixed } = old ?? {}
  const time = given && { ...(replaces ? fixed : old), ...given }
  const isChanged =
    (time !== undefined &&
      (time.type !== old?.type || time.field?.toLowerCase() !== old.field?.toLowerCase())) ||
    (range !== undefined && JSON.stringify(range) !== JSON.stringify(oldRange))
  if (isChanged) throw new ApiError('invalid', partitioningChange)
  return time ? { timePartitioning: time } : {}
}
