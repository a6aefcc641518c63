/** The emitter's alphabet: identifiers, strings and types as DuckDB writes them. */
import { fieldName, type Type } from './types.ts'

/** What DuckDB's SQL cannot say; whoever knows the place in the query makes it an error. */
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

/** Hexadecimal digits as a BLOB literal. */
export function blob(hex: string): string {
  return `'${hex.replace(/../g, '\\x$&')}'::BLOB`
}

/**
 * The DuckDB type that holds a BigQuery type without loss: NUMERIC is DECIMAL(38,9), the very widths of BigQuery;
 * DATETIME has no zone, TIMESTAMP is an instant.
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

/** A struct from its members' SQL. */
export function pack(names: readonly string[], members: readonly string[]): string {
  demandDistinct(names)
  if (names.length === 0) return 'struct_pack("_" := 0)'
  return `struct_pack(${names.map((name, i) => `${quote(name)} := ${members[i]!}`).join(', ')})`
}

/** The statements that add a column to a table that has rows: an array is empty in them, never absent. */
export function addColumnSql(table: string, name: string, type: Type): string[] {
  return [
    `ALTER TABLE ${table} ADD COLUMN ${quote(name)} ${duckType(type)}`,
    ...(type.kind === 'ARRAY' ? [`UPDATE ${table} SET ${quote(name)} = []`] : []),
  ]
}
