/** GoogleSQL resolver: holds values against the parameters of a type.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#parameterized_data_types */
import { pack } from '../duckdb_sql.ts'
import { greatest, isLimited } from '../limits.ts'
import { fieldName, type Scalar, type Type } from '../types.ts'
import { member } from './struct.ts'
import { bind, mapArray, typed } from './typed.ts'

/** Returns SQL that rounds NUMERIC to its scale, and fails for a value beyond the limits of the type. */
export function limitedSql(sql: string, type: Type): string {
  if (!isLimited(type)) return sql
  // The value is bound, because it is used several times: RAND() would differ from one use to the next.
  return type.kind === 'ARRAY' ? limited(sql, type) : bind([sql], (value) => limited(value, type))
}

function limited(sql: string, type: Type): string {
  if (!isLimited(type)) return sql
  if (type.kind === 'ARRAY') return mapArray(sql, (element) => limited(element, type.element))
  if (type.kind !== 'STRUCT') return limitedScalar(sql, type as Scalar)
  const value = typed(sql, type)
  const members = type.fields.map((field, i) => limited(member(value, i).sql, field.type))
  return `CASE WHEN ${sql} IS NULL THEN NULL ELSE ${pack(type.fields.map(fieldName), members)} END`
}

function limitedScalar(sql: string, { kind, limits }: Scalar): string {
  const [most, scale = 0] = limits!
  if (kind === 'STRING') return `bq_limit_string(${sql}, ${most})`
  if (kind === 'BYTES') return `bq_limit_bytes(${sql}, ${most})`
  return `bq_limit_numeric(${sql}, ${most}, ${scale}, '${greatest(limits!)}')`
}
