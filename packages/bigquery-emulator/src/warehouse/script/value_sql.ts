/** Script engine: writes a value that a query returned as SQL, which then stands for the variable in later statements. */
import type {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimeValue,
  DuckDBValue,
} from '@duckdb/node-api'
import { blob, duckType, nullOf, pack, text } from '../../googlesql/duckdb_sql.ts'
import { typed, type Typed } from '../../googlesql/resolver/typed.ts'
import { fieldName, type Type } from '../../googlesql/types.ts'

/** Returns a value of the type for use in any statement. It coerces as a column does, not as a literal or a parameter. */
export function valueOf(value: DuckDBValue, type: Type): Typed {
  return typed(valueSql(value, type), type)
}

function valueSql(value: DuckDBValue, type: Type): string {
  if (value === null || value === undefined) return nullOf(type)
  switch (type.kind) {
    case 'ARRAY': {
      const items = (value as DuckDBListValue).items.map((item) => valueSql(item, type.element))
      return `CAST([${items.join(', ')}] AS ${duckType(type)})`
    }
    case 'STRUCT': {
      const { entries } = value as DuckDBStructValue
      const names = type.fields.map(fieldName)
      return pack(
        names,
        type.fields.map((field, i) => valueSql(entries[names[i]!] ?? null, field.type)),
      )
    }
    case 'BYTES':
      return blob(Buffer.from((value as DuckDBBlobValue).bytes).toString('hex'))
    case 'DATE':
      return `CAST(DATE '1970-01-01' + (${(value as DuckDBDateValue).days}) AS DATE)`
    case 'TIME':
      return `(TIME '00:00:00' + to_microseconds(${(value as DuckDBTimeValue).micros}))`
    case 'DATETIME':
      return `make_timestamp(${(value as DuckDBTimestampTZValue).micros})`
    case 'TIMESTAMP':
      return `make_timestamptz(${(value as DuckDBTimestampTZValue).micros})`
    case 'INTERVAL': {
      const { months, days, micros } = value as DuckDBIntervalValue
      return `(to_months(${months}) + to_days(${days}) + to_microseconds(${micros}))`
    }
    case 'FLOAT64':
      return `CAST('${Object.is(value, -0) ? '-0.0' : String(value)}' AS DOUBLE)`
    default:
      return `CAST(${text(String(value))} AS ${duckType(type)})`
  }
}
