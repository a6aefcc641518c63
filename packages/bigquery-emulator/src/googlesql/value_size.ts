/** GoogleSQL compiler: emits the number of bytes of a value, as BigQuery counts them.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#data_type_sizes */
import { member } from './resolver/struct.ts'
import { lambda, typed } from './resolver/typed.ts'
import { rangeElement, type Type } from './types.ts'

const fixed: Partial<Record<Type['kind'], number>> = { BOOL: 1, NUMERIC: 16, INTERVAL: 16 }

/** Returns SQL for one value's size in bytes. NULL has size 0. */
export function sizeSql(sql: string, type: Type): string {
  const whenThere = (size: string): string => `CASE WHEN ${sql} IS NULL THEN 0 ELSE ${size} END`
  if (rangeElement(type) !== undefined) return whenThere('16')
  switch (type.kind) {
    case 'STRING':
      return whenThere(`2 + strlen(${sql})`)
    case 'GEOGRAPHY':
      // 16 bytes, and 24 for each vertex.
      return whenThere(`16 + 24 * len(regexp_extract_all(${sql}, '[-0-9.e+]+ [-0-9.e+]+'))`)
    case 'BYTES':
      return whenThere(`2 + octet_length(${sql})`)
    case 'JSON':
      return whenThere(`strlen(CAST(${sql} AS VARCHAR))`)
    case 'ARRAY':
      return `COALESCE(list_sum(list_transform(${sql}, ${lambda((item) => sizeSql(item, type.element))})), 0)`
    case 'STRUCT':
      return `(${type.fields.map((field, i) => sizeSql(member(typed(sql, type), i).sql, field.type)).join(' + ') || '0'})`
    default:
      return whenThere(String(fixed[type.kind] ?? 8))
  }
}
