/** UPDATE, DELETE and TRUNCATE → DuckDB SQL, and what every statement that changes rows needs. */
import type { Expression } from './ast.ts'
import type { StoredTable, TableReference } from './catalog.ts'
import { pack, quote } from './duckdb_sql.ts'
import { coerce, isCoercible } from './resolver/coercion.ts'
import { visibleColumns } from './resolver/columns.ts'
import { errorAt, freshName, placed, type Context } from './resolver/context.ts'
import { resolveExpression } from './resolver/expression.ts'
import { resolveFrom } from './resolver/from.ts'
import { equalNames, type Scope, type Source } from './resolver/scope.ts'
import { condition } from './resolver/select.ts'
import { fullName, tableNotFound, tableReference } from './resolver/table.ts'
import { member } from './resolver/struct.ts'
import { typed, type Typed } from './resolver/typed.ts'
import { demandFilters, noteFilters } from './resolver/partition_filter.ts'
import type { Assignment, Delete, Update } from './statement_ast.ts'
import { fieldName, typeName, type Type } from './types.ts'

export interface CompiledDml {
  sql: string
  table: StoredTable
  /** The tables and views it reads. */
  references: TableReference[]
  /** Selects from the rows the statement changes those of a condition on the target, which DuckDB calls by an alias. */
  changed?: { alias: string; where: (condition: string) => string }
  /** Selects a row when the statement would change a row more than once. */
  ambiguous?: string
}

/** Selects a row when one of the target's rows meets several of another source's: BigQuery changes none then. */
export const ambiguity = ({ table, alias }: Target, source: string, where: string): string =>
  `SELECT 1 FROM ${table.sql} AS ${alias}, ${source} WHERE ${where} GROUP BY ${alias}.rowid HAVING count(*) > 1 LIMIT 1`

export interface Target {
  table: StoredTable
  /** What DuckDB calls the table in this statement. */
  alias: string
  source: Source
}

/** The table a statement changes, as a source of its own columns. */
export function resolveTarget(
  path: { parts: string[]; at: number },
  alias: string | undefined,
  context: Context,
): Target {
  const reference = tableReference(path.parts, context, path.at)
  context.rights?.demandTable('bigquery.tables.updateData', reference)
  const table = context.catalog.table(reference)
  if (!table) throw tableNotFound(reference, context)
  if (table.kind === 'view')
    throw errorAt(
      context,
      `${fullName(reference)} is not allowed for this operation because it is currently a VIEW.`,
    )
  const name = freshName(context, 't')
  context.scanned.set(name, table)
  const partitions = {
    table: fullName(table).replace(':', '.'),
    columns: table.partitionColumns,
    filtered: false,
  }
  if (table.requirePartitionFilter) context.scans.push(partitions)
  const columns = table.columns.map((column) => ({
    name: column.name,
    type: column.type,
    hidden: column.hidden,
    sql: column.stored?.replaceAll('$table', name) ?? `${name}.${quote(column.name)}`,
    partition:
      table.requirePartitionFilter && table.partitionColumns.includes(column.name) ? [partitions] : undefined,
  }))
  const source: Source = { alias: alias ?? path.parts.at(-1), columns }
  return { table, alias: name, source }
}

/** A compiled statement with the tables and views that it reads. */
export const finish = (
  sql: string,
  table: StoredTable,
  context: Context,
  changed?: CompiledDml['changed'],
): CompiledDml => ({
  sql,
  table,
  references: [...context.references.values()],
  ...(changed ? { changed } : {}),
})

/** A value for a column, or BigQuery's refusal. */
export function assign(
  value: Typed,
  column: { name: string; type: Type },
  context: Context,
  at?: number,
): string {
  if (!isCoercible(value, column.type)) {
    const into = `which cannot be inserted into column ${column.name}, which has type ${typeName(column.type)}`
    throw errorAt(context, `Value has type ${typeName(value.type)} ${into}`, at)
  }
  const { sql } = placed(context, at, () => coerce(value, column.type))
  return column.type.kind === 'ARRAY' ? `COALESCE(${sql}, [])` : sql
}

export function compileUpdate(statement: Update, context: Context): CompiledDml {
  const target = resolveTarget(statement.table, statement.alias, context)
  const base: Scope = { context, sources: [] }
  const from = statement.from && resolveFrom(statement.from, base)
  const sources = [target.source, ...(from?.sources ?? [])]
  const repeated = from?.sources.find(({ alias }) => equalNames(alias, target.source.alias!))
  if (repeated) {
    const message = `Alias ${repeated.alias} in the FROM clause was already defined as the UPDATE target`
    throw errorAt(context, message, statement.table.at)
  }
  const columns = from?.columns && [...visibleColumns({ sources: [target.source] }), ...from.columns]
  const scope: Scope = { context, sources, columns }
  if (!statement.where) throw errorAt(context, 'UPDATE must have a WHERE clause', statement.table.at)
  const where = condition(statement.where, scope, 'WHERE')
  noteFilters(statement.where, scope)
  demandFilters(context.scans)
  const set = assignments(statement.assignments, target, scope)
  const { table, alias } = target
  const fromSql = from ? ` FROM ${from.sql}` : ''
  const update = `UPDATE ${table.sql} AS ${alias} SET ${set}${fromSql} WHERE ${where}`
  const compiled = finish(update, table, context, {
    alias,
    where: (rows) =>
      `SELECT 1 FROM ${table.sql} AS ${alias}${from ? `, ${from.sql}` : ''} WHERE ${rows} AND (${where})`,
  })
  return from ? { ...compiled, ambiguous: ambiguity(target, from.sql, where) } : compiled
}

export function compileDelete(statement: Delete, context: Context): CompiledDml {
  const target = resolveTarget(statement.table, statement.alias, context)
  const scope: Scope = { context, sources: [target.source] }
  if (!statement.where) throw errorAt(context, 'DELETE must have a WHERE clause', statement.table.at)
  const where = condition(statement.where, scope, 'WHERE')
  noteFilters(statement.where, scope)
  demandFilters(context.scans)
  const { table, alias } = target
  return finish(`DELETE FROM ${table.sql} AS ${alias} WHERE ${where}`, table, context, {
    alias,
    where: (rows) => `SELECT 1 FROM ${table.sql} AS ${alias} WHERE ${rows} AND (${where})`,
  })
}

export function compileTruncate(path: { parts: string[]; at: number }, context: Context): CompiledDml {
  const { table, alias } = resolveTarget(path, undefined, { ...context, scans: [] })
  return finish(`DELETE FROM ${table.sql}`, table, context, {
    alias,
    where: (rows) => `SELECT 1 FROM ${table.sql} AS ${alias} WHERE ${rows}`,
  })
}

/** `column = value, record.member = value` as DuckDB sets them: a member's change rebuilds its record. */
export function assignments(list: readonly Assignment[], { table, source }: Target, scope: Scope): string {
  const { context } = scope
  const changed = new Map<string, Typed | 'DEFAULT'>()
  demandDisjoint(list, source, context)
  for (const { path, value, at } of list) {
    const qualified = equalNames(source.alias, path[0]!)
    if (qualified && path.length === 1)
      throw errorAt(context, 'UPDATE ... SET does not support updating the entire row', at)
    const [name, ...members] = qualified ? path.slice(1) : path
    const column = source.columns.find((candidate) => equalNames(candidate.name, name!) && !candidate.hidden)
    if (!column) throw errorAt(context, `Unrecognized name: ${name}`, at)
    if (value.kind === 'default') {
      changed.set(column.name, 'DEFAULT')
      continue
    }
    const before = changed.get(column.name)
    const base = before === undefined || before === 'DEFAULT' ? typed(column.sql, column.type) : before
    changed.set(column.name, replaced(base, members, value, scope, name!, at))
  }
  return [...changed]
    .map(([name, value]) => {
      const column = table.columns.find((candidate) => candidate.name === name)!
      return `${quote(name)} = ${value === 'DEFAULT' ? value : assign(value, column, context)}`
    })
    .join(', ')
}

/** Throws where two assignments change the same column or member, or one a part of another's. */
function demandDisjoint(list: readonly Assignment[], { alias }: Source, context: Context): void {
  const paths = list.map(({ path }) => (equalNames(alias, path[0]!) ? path.slice(1) : path))
  const isWithin = (part: readonly string[], whole: readonly string[]): boolean =>
    whole.every((name, i) => equalNames(part[i], name))
  for (const [i, path] of paths.entries()) {
    const other = paths.slice(0, i).find((earlier) => isWithin(path, earlier) || isWithin(earlier, path))
    if (!other) continue
    const name = path.join('.')
    const problem =
      other.length === path.length ? 'assigned more than once' : `overlaps with ${other.join('.')}`
    throw errorAt(context, `Update item ${name} ${problem}`, list[i]!.at)
  }
}

function replaced(
  base: Typed,
  path: readonly string[],
  node: Expression,
  scope: Scope,
  name: string,
  at: number,
): Typed {
  const { type } = base
  if (path.length === 0) {
    const value = resolveExpression(node, scope)
    return typed(assign(value, { name, type }, scope.context, at), type)
  }
  if (type.kind !== 'STRUCT')
    throw errorAt(scope.context, `Cannot access field ${path[0]} on a value with type ${typeName(type)}`, at)
  const index = type.fields.findIndex((field) => equalNames(field.name, path[0]!))
  if (index < 0) throw errorAt(scope.context, `Field name ${path[0]} does not exist in ${typeName(type)}`, at)
  const members = type.fields.map((_, i) => {
    const current = member(base, i)
    return i === index ? replaced(current, path.slice(1), node, scope, path[0]!, at).sql : current.sql
  })
  return typed(pack(type.fields.map(fieldName), members), type)
}
