/** Values → JSON text, built as text so that a JSON column's numbers stay as they were written. */
import { text } from '../duckdb_sql.ts'
import { member } from '../resolver/names.ts'
import { mapArray, typed, type Typed } from '../resolver/typed.ts'
import { toLocal } from './time_zone.ts'

/**
 * The value's JSON as a VARCHAR that is never NULL. TO_JSON_STRING quotes integers a double cannot hold
 * (`wideIntegers: 'quoted'`), TO_JSON does not.
 */
export function jsonTextOf(value: Typed, wideIntegers: 'quoted' | 'plain' = 'quoted'): string {
  const { type } = value
  if (type.kind === 'NULL') return value.raises ? value.sql : "'null'"
  if (type.kind === 'ARRAY') {
    const items = mapArray(value.sql, (element) => jsonTextOf(typed(element, type.element), wideIntegers))
    return `COALESCE('[' || COALESCE(array_to_string(${items}, ','), '') || ']', '[]')`
  }
  if (type.kind === 'STRUCT') {
    const members = type.fields.map((field, i) => {
      const name = text(`${i === 0 ? '' : ','}${JSON.stringify(field.name ?? '')}:`)
      return `${name} || ${jsonTextOf(value.items?.[i] ?? member(value, i), wideIntegers)}`
    })
    const object = `'{' || ${[...members, "'}'"].join(' || ')}`
    return value.items ? `(${object})` : `CASE WHEN ${value.sql} IS NULL THEN 'null' ELSE ${object} END`
  }
  return `COALESCE(${scalarText(value, wideIntegers)}, 'null')`
}

function scalarText({ sql, type }: Typed, wideIntegers: 'quoted' | 'plain'): string {
  switch (type.kind) {
    case 'JSON':
    case 'BOOL':
      return `CAST(${sql} AS VARCHAR)`
    case 'INT64':
      return wideIntegers === 'quoted' ? `bq_json_integer(${sql})` : `CAST(${sql} AS VARCHAR)`
    case 'FLOAT64':
      return `bq_json_float(${sql})`
    case 'NUMERIC':
      return `bq_numeric_text(${sql})`
    case 'BYTES':
      return `'"' || to_base64(${sql}) || '"'`
    case 'TIMESTAMP':
      return `'"' || replace(bq_datetime_text(${toLocal(sql)}), ' ', 'T') || 'Z"'`
    case 'DATETIME':
      return `'"' || replace(bq_datetime_text(${sql}), ' ', 'T') || '"'`
    case 'DATE':
      return `'"' || bq_date_text(${sql}) || '"'`
    case 'TIME':
      return `'"' || bq_time_text(${sql}) || '"'`
    case 'INTERVAL':
      return `'"' || bq_interval_text(${sql}) || '"'`
    default:
      return `CAST(to_json(${sql}) AS VARCHAR)`
  }
}
