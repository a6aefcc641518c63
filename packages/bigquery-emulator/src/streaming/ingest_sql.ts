/** Builds the INSERT that reads a JSON array of rows: one statement for any number of rows. */
import type { StoredTable } from '../googlesql/catalog.ts'
import { duckType, pack, quote, text } from '../googlesql/duckdb_sql.ts'
import { fieldName, type Type } from '../googlesql/types.ts'

/** Returns the INSERT with the array as `$1`. The parameter is typed, because an untyped one is planned again at every run. */
export function ingestSql(table: StoredTable): string {
  const columns = table.columns.filter((column) => !column.hidden)
  const structure = Object.fromEntries(columns.map(({ name, type }) => [name, jsonStructure(type)]))
  const values = columns.map(({ name, type }) => {
    const value = converted(`r.${quote(name)}`, type)
    return type.kind === 'ARRAY' ? `COALESCE(${value}, [])` : value
  })
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const rows = `SELECT UNNEST(from_json(CAST($1 AS VARCHAR), ${text(JSON.stringify([structure]))})) AS r`
  return `INSERT INTO ${table.sql} (${names}) SELECT ${values.join(', ')} FROM (${rows})`
}

/** Returns the structure for from_json: JSON's own types, and text for every other type. */
function jsonStructure(type: Type): unknown {
  switch (type.kind) {
    case 'ARRAY':
      return [jsonStructure(type.element)]
    case 'STRUCT':
      return Object.fromEntries(
        type.fields.map((field, i) => [fieldName(field, i), jsonStructure(field.type)]),
      )
    case 'INT64':
      return 'BIGINT'
    case 'FLOAT64':
      return 'DOUBLE'
    case 'BOOL':
      return 'BOOLEAN'
    default:
      return 'VARCHAR'
  }
}

/** Returns SQL that converts a value from from_json to the column's type. */
function converted(sql: string, type: Type): string {
  switch (type.kind) {
    case 'STRING':
    case 'INT64':
    case 'FLOAT64':
    case 'BOOL':
      return sql
    case 'BYTES':
      return `from_base64(${sql})`
    case 'ARRAY': {
      const element = converted('_v', type.element)
      return element === '_v' ? sql : `list_transform(${sql}, lambda _v: ${element})`
    }
    case 'STRUCT': {
      const names = type.fields.map(fieldName)
      const members = type.fields.map((field, i) => converted(`(${sql}).${quote(names[i]!)}`, field.type))
      return `CASE WHEN ${sql} IS NULL THEN NULL ELSE ${pack(names, members)} END`
    }
    default:
      return `CAST(${sql} AS ${duckType(type)})`
  }
}
