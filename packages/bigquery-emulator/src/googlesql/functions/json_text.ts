/** GoogleSQL functions: converts values to JSON. The result is built as text so that numbers of a JSON column keep their spelling. */
import { text } from '../duckdb_sql.ts'
import { Unsupported } from '../error.ts'
import { sortedNames } from '../json_document.ts'
import { member } from '../resolver/struct.ts'
import { mapArray, once, typed, type Typed } from '../resolver/typed.ts'
import { toLocal } from './time_zone.ts'

/**
 * The output of TO_JSON_STRING (members in struct order, numbers beyond a double's precision as strings) or of
 * TO_JSON (a stored document).
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#json_encodings
 */
type Form = 'string' | 'document'

/** Returns the value's JSON as a VARCHAR that is never NULL. */
export function jsonTextOf(value: Typed, form: Form = 'string'): string {
  const { type } = value
  if (type.kind === 'NULL') return value.raises ? value.sql : "'null'"
  if (type.kind === 'ARRAY') {
    const items = mapArray(value.sql, (element) => jsonTextOf(typed(element, type.element), form))
    return `COALESCE('[' || array_to_string(${items}, ',') || ']', 'null')`
  }
  if (type.kind === 'STRUCT') {
    const names = type.fields.map(({ name = '' }) => name)
    const places =
      form === 'string'
        ? [...names.keys()]
        : sortedNames([...new Set(names)]).map((name) => names.indexOf(name))
    const objectOf = (struct: Typed): string => {
      const members = Array.from(places, (place, i) => {
        const name = text(`${i === 0 ? '{' : ','}${JSON.stringify(names[place])}:`)
        return `${name}, ${jsonTextOf(value.items?.[place] ?? member(struct, place), form)}`
      })
      // One call, because each `||` of a wide row would copy the text so far.
      return members.length === 0 ? `'{}'` : `concat(${members.join(', ')}, '}')`
    }
    if (value.items) return objectOf(value)
    return once([value.sql], (sql) => {
      return `CASE WHEN ${sql} IS NULL THEN 'null' ELSE ${objectOf(typed(sql, type))} END`
    })
  }
  return `COALESCE(${scalarText(value, form)}, 'null')`
}

function scalarText({ sql, type }: Typed, form: Form): string {
  switch (type.kind) {
    case 'JSON':
    case 'BOOL':
      return `CAST(${sql} AS VARCHAR)`
    case 'INT64':
      return form === 'string' ? `bq_json_integer(${sql})` : `CAST(${sql} AS VARCHAR)`
    case 'FLOAT64':
      return form === 'string' ? `bq_json_float(${sql})` : `bq_json_double(${sql})`
    case 'NUMERIC':
      return form === 'string' ? `bq_json_numeric_string(${sql})` : `bq_json_numeric(${sql})`
    case 'STRING':
      return form === 'string' ? `bq_json_quoted_string(${sql})` : `bq_json_quoted(${sql})`
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
      throw new Unsupported('INTERVAL in JSON')
    default:
      return `CAST(to_json(${sql}) AS VARCHAR)`
  }
}
