/** GoogleSQL resolver: converts relations to sources and names their columns. */
import { quote } from '../duckdb_sql.ts'
import { settled } from '../types.ts'
import { freshName, type Context } from './context.ts'
import { member } from './struct.ts'
import type { ScopeColumn, OutputColumn, Relation, Source } from './scope.ts'
import { typed } from './typed.ts'

/** Gives every column a unique name in the emitted SQL. */
export function uniqueNames<C extends { name: string }>(columns: readonly C[]): (C & { as: string })[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    const base = column.name === '' ? '_c' : column.name
    let as = base
    for (let n = 2; taken.has(as.toLowerCase()); n++) as = `${base}__${n}`
    taken.add(as.toLowerCase())
    return { ...column, as }
  })
}

/** Emits `SELECT columns` before a FROM clause. */
export function projection(columns: readonly ScopeColumn[], rest: string, distinct = false): Relation {
  const named = uniqueNames(columns.map((column) => ({ ...column, type: settled(column.type) })))
  const list = named.map(({ sql, as }) => `${sql} AS ${quote(as)}`).join(', ')
  return {
    sql: `SELECT ${distinct ? 'DISTINCT ' : ''}${list}${rest}`,
    columns: named.map(({ name, as, type, partition, origin }): OutputColumn => ({
      name,
      as,
      type,
      partition,
      origin,
    })),
  }
}

/** Converts a relation to an item of FROM. */
export function asSource(
  relation: Relation,
  alias: string | undefined,
  context: Context,
): { sql: string; source: Source } {
  const table = freshName(context, 't')
  return { sql: `(${relation.sql}) ${table}`, source: sourceOf(relation.columns, table, alias) }
}

/** Returns the source for a table expression that is called `table` in the emitted SQL. */
export function sourceOf(columns: readonly OutputColumn[], table: string, alias: string | undefined): Source {
  const [only] = columns
  if (only?.isValue && columns.length === 1)
    return { alias, columns: [], value: typed(`${table}.${quote(only.as)}`, only.type) }
  const named = columns.map(({ name, as, type, partition, origin }): ScopeColumn => ({
    name,
    type,
    sql: `${table}.${quote(as)}`,
    partition,
    origin,
  }))
  return { alias, columns: named }
}

/**
 * Names the result's columns as BigQuery does: `f0_` for an unnamed column, `name_1` for a repeated name. Expands
 * a SELECT AS STRUCT result to its members.
 */
export function finalRelation(relation: Relation): Relation {
  const [only] = relation.columns
  if (only?.isValue && only.type.kind === 'STRUCT' && relation.columns.length === 1) {
    const value = typed(`z.${quote(only.as)}`, only.type)
    const names = only.type.fields.map((field, i) => ({
      name: field.name ?? '',
      sql: member(value, i).sql,
      type: field.type,
    }))
    return finalRelation(projection(names, ` FROM (${relation.sql}) z`))
  }
  let nameless = 0
  const seen = new Map<string, number>()
  const columns = relation.columns.map((column) => {
    const base = column.name === '' ? `f${nameless++}_` : column.name
    const count = seen.get(base.toLowerCase()) ?? 0
    seen.set(base.toLowerCase(), count + 1)
    return { ...column, name: count === 0 ? base : `${base}_${count}`, type: settled(column.type) }
  })
  return { sql: relation.sql, columns }
}
