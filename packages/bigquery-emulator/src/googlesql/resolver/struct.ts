/** GoogleSQL resolver: builds structs from columns and reads their members. */
import { pack, quote } from '../duckdb_sql.ts'
import { fieldName, structOf, type Field } from '../types.ts'
import { typed, type Typed } from './typed.ts'

/** Builds a struct from named values. An empty name makes an anonymous member. */
export function packColumns(columns: readonly { name: string; type: Field['type']; sql: string }[]): Typed {
  const fields = columns.map(({ name, type }): Field => ({ name: name === '' ? undefined : name, type }))
  return typed(
    pack(
      fields.map(fieldName),
      columns.map((column) => column.sql),
    ),
    structOf(fields),
  )
}

/** Reads the member at `index` of a struct value. */
export function member(value: Typed, index: number): Typed {
  if (value.type.kind !== 'STRUCT') throw new TypeError('not a struct')
  const field = value.type.fields[index]!
  return typed(`(${value.sql}).${quote(fieldName(field, index))}`, field.type)
}
