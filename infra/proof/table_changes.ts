/** Proof: finds changes of a table that would delete rows or values, by the rules of Google's provider. Pure.
 * https://github.com/hashicorp/terraform-provider-google-beta/blob/main/google-beta/services/bigquery/resource_bigquery_table.go
 * (resourceBigQueryTableSchemaIsChangeable). Pulumi deletes a table before it makes the replacement. */

/** The parts of a table that cannot be changed freely, unlike descriptions and clustering. */
export interface TableShape {
  /** Path of the column → type and mode: `decisions.reason` → `STRING NULLABLE`. */
  columns: Readonly<Record<string, string>>
  /** Column and granularity of its partitions, such as `received_at by DAY`; null if it is not partitioned. */
  partition: string | null
}

/** A column as BigQuery's schema JSON has it. */
export interface Field {
  name: string
  type: string
  mode?: string
  fields?: readonly Field[]
}

export function tableShapeOf(fields: readonly Field[], partition: string | null): TableShape {
  return {
    columns: Object.fromEntries(columnsOf(fields, '')),
    partition,
  }
}

function columnsOf(fields: readonly Field[], path: string): [string, string][] {
  return fields.flatMap(({ name, type, mode = 'NULLABLE', fields: inner = [] }) => [
    [path + name, `${typeOf(type)} ${mode.toUpperCase()}`],
    ...columnsOf(inner, `${path}${name}.`),
  ])
}

/** Returns one name for each type: BigQuery has two for some. */
function typeOf(type: string): string {
  const name = type.toUpperCase()
  return { INT64: 'INTEGER', FLOAT64: 'FLOAT', BOOL: 'BOOLEAN', STRUCT: 'RECORD' }[name] ?? name
}

/** Describes the harm of a change; empty if it only adds. */
export function harmfulChanges(before: TableShape, after: TableShape): readonly string[] {
  const paths = [...new Set([...Object.keys(before.columns), ...Object.keys(after.columns)])]
  const harm = paths.flatMap((path) => {
    const parent = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : undefined
    // A column that was added or removed as a whole is reported once, not for each of its fields.
    const alone = parent === undefined || (parent in before.columns && parent in after.columns)
    const change = alone ? harmOf(before.columns[path], after.columns[path], parent === undefined) : undefined
    return change === undefined ? [] : [`${path} ${change}`]
  })
  if (before.partition === after.partition) return harm
  const [from, to] = [before, after].map(({ partition }) => partition ?? 'none')
  return [...harm, `the partitions change from ${from} to ${to}: Google would create a new, empty table`]
}

function harmOf(before: string | undefined, after: string | undefined, top: boolean): string | undefined {
  const newTable = 'Google would create a new, empty table'
  if (before === after) return undefined
  if (before === undefined)
    return after?.endsWith(' REQUIRED') ? `is new and REQUIRED: ${newTable}` : undefined
  // A top-level column is dropped in place: the preview shows an ordinary update.
  if (after === undefined)
    return top ? 'is missing: Google would delete its values' : `is missing: ${newTable}`
  const relaxed = before.replace(/ REQUIRED$/, ' NULLABLE') === after
  return relaxed ? undefined : `changes from ${before} to ${after}: ${newTable}`
}
