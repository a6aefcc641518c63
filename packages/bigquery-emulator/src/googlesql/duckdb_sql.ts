/** GoogleSQL compiler: writes identifiers, strings and types in DuckDB's syntax. */
import { fieldName, type Type } from './types.ts'

/** Thrown for what DuckDB SQL can't express. Callers that know the position in the query turn it into a query error. */
export class Inexpressible extends Error {}

function demandDistinct(names: readonly string[]): void {
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw new Inexpressible('STRUCT with two members of one name')
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function text(value: string): string {
  return value.includes('\0')
    ? value
        .split('\0')
        .map((part) => `'${part.replaceAll("'", "''")}'`)
        .join(' || chr(0) || ')
        .replace(/^/, '(')
        .concat(')')
    : `'${value.replaceAll("'", "''")}'`
}

/** Returns a BLOB literal for hexadecimal digits. */
export function blob(hex: string): string {
  return `'${hex.replace(/../g, '\\x$&')}'::BLOB`
}

/**
 * Returns the DuckDB type that holds a BigQuery type without loss. NUMERIC is DECIMAL(38,9), as in BigQuery.
 * DATETIME has no zone; TIMESTAMP is an instant.
 */
export function duckType(type: Type): string {
  switch (type.kind) {
    case 'INT64':
      return 'BIGINT'
    case 'FLOAT64':
      return 'DOUBLE'
    case 'NUMERIC':
      return 'DECIMAL(38,9)'
    case 'BOOL':
      return 'BOOLEAN'
    case 'STRING':
    case 'GEOGRAPHY':
    case 'RANGE<DATE>':
    case 'RANGE<DATETIME>':
    case 'RANGE<TIMESTAMP>':
      return 'VARCHAR'
    case 'BYTES':
      return 'BLOB'
    case 'DATETIME':
      return 'TIMESTAMP'
    case 'TIMESTAMP':
      return 'TIMESTAMPTZ'
    case 'ARRAY':
      return `${duckType(type.element)}[]`
    case 'STRUCT':
      demandDistinct(type.fields.map(fieldName))
      return `STRUCT(${type.fields.map((f, i) => `${quote(fieldName(f, i))} ${duckType(f.type)}`).join(', ') || '"_" INTEGER'})`
    case 'NULL':
      return 'BIGINT'
    default:
      return type.kind
  }
}

export function nullOf(type: Type): string {
  return `CAST(NULL AS ${duckType(type)})`
}

/** Builds a struct from the SQL of its members. */
export function pack(names: readonly string[], members: readonly string[]): string {
  demandDistinct(names)
  if (names.length === 0) return 'struct_pack("_" := 0)'
  return `struct_pack(${names.map((name, i) => `${quote(name)} := ${members[i]!}`).join(', ')})`
}

/**
 * Returns the statements that add columns to a table that has rows. Existing rows get an empty array, not NULL,
 * because BigQuery has no NULL arrays. They are updated last: DuckDB alters no table that the transaction has updated.
 */
export function addColumnsSql(
  table: string,
  columns: readonly { name: string; type: Type }[],
): readonly string[] {
  const arrays = columns.filter(({ type }) => type.kind === 'ARRAY')
  return [
    ...columns.map(({ name, type }) => `ALTER TABLE ${table} ADD COLUMN ${quote(name)} ${duckType(type)}`),
    ...(arrays.length > 0
      ? [`UPDATE ${table} SET ${arrays.map(({ name }) => `${quote(name)} = []`).join(', ')}`]
      : []),
  ]
}
