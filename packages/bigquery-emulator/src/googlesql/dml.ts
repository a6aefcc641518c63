/** GoogleSQL compiler: compiles INSERT, UPDATE, DELETE and TRUNCATE to DuckDB SQL. */
import { assign, assignments } from './assignment.ts'
import type { TablePath } from './ast.ts'
import type { StoredTable, TableReference } from './catalog.ts'
import { quote } from './duckdb_sql.ts'
import { isCoercible } from './resolver/coercion.ts'
import { visibleColumns } from './resolver/columns.ts'
import { errorAt, freshName, type Context } from './resolver/context.ts'
import { resolveExpression } from './resolver/expression.ts'
import { resolveFrom } from './resolver/from.ts'
import { resolveQuery } from './resolver/query.ts'
import { equalNames, type Scope, type Source } from './resolver/scope.ts'
import { condition } from './resolver/select.ts'
import { fullName, scanOf, tableNotFound, tableReference } from './resolver/table.ts'
import { typed } from './resolver/typed.ts'
import { demandFilters, noteFilters } from './resolver/partition_filter.ts'
import type { Delete, Insert, Update } from './statement_ast.ts'
import { typeName } from './types.ts'

export interface CompiledDml {
  sql: string
  table: StoredTable
  /** The tables and views that the statement reads. */
  references: TableReference[]
  /**
   * A query for the changed rows that satisfy a condition on the target. `alias` is the target's name in that
   * condition.
   */
  changed?: { alias: string; where: (condition: string) => string }
  /** A query that returns a row if the statement would change a row more than once. */
  ambiguous?: string
}

/**
 * Builds a query that returns a row if a target row matches several source rows. BigQuery then rejects the
 * statement.
 */
export function ambiguity({ table, alias }: DmlTarget, source: string, where: string): string {
  return `SELECT 1 FROM ${table.sql} AS ${alias}, ${source} WHERE ${where} GROUP BY ${alias}.rowid HAVING count(*) > 1 LIMIT 1`
}

export interface DmlTarget {
  table: StoredTable
  /** The table's alias in the emitted statement. */
  alias: string
  source: Source
}

/** Resolves the table that a statement changes, as a source of its own columns. */
export function resolveTarget(path: TablePath, alias: string | undefined, context: Context): DmlTarget {
  const reference = tableReference(path.parts, context, path.at)
  context.rights?.demandTable('bigquery.tables.updateData', reference)
  const table = context.catalog.table(reference)
  if (!table) throw tableNotFound(reference, context)
  if (table.kind === 'view')
    throw errorAt(
      context,
      `${fullName(reference)} is not allowed for this operation because it is currently a VIEW.`,
    )
  if (table.base?.kind === 'SNAPSHOT')
    throw errorAt(
      context,
      `${fullName(reference)} is not allowed for this operation because it is currently a SNAPSHOT.`,
    )
  const name = freshName(context, 't')
  context.scanned.set(name, table)
  const scan = scanOf(table, name, context)
  const columns = table.columns.map((column) => ({
    name: column.name,
    type: column.type,
    hidden: column.hidden,
    sql: column.stored?.replaceAll('$table', name) ?? `${name}.${quote(column.name)}`,
    partition: scan?.columns.includes(column.name) ? [scan] : undefined,
  }))
  const names = alias === undefined ? { alias: path.parts.at(-1), quoted: path.quoted } : { alias }
  const source: Source = { ...names, columns }
  return { table, alias: name, source }
}

function finish(
  sql: string,
  table: StoredTable,
  context: Context,
  changed?: CompiledDml['changed'],
): CompiledDml {
  return {
    sql,
    table,
    references: [...context.references.values()],
    ...(changed ? { changed } : {}),
  }
}

/** Returns the columns that an INSERT lists, or all visible columns if it lists none. */
export function insertColumns(
  table: StoredTable,
  names: readonly string[] | undefined,
  context: Context,
  at?: number,
) {
  if (!names) return table.columns.filter((column) => !column.hidden)
  const repeated = names.find((name, i) => names.slice(0, i).some((other) => equalNames(other, name)))
  if (repeated !== undefined)
    throw errorAt(context, `INSERT has columns with duplicate name: ${repeated}`, at)
  return names.map((name) => {
    const column = table.columns.find((candidate) => equalNames(candidate.name, name))
    if (!column || column.stored !== undefined)
      throw errorAt(
        context,
        `Column ${name} is not present in table ${fullName(table).replace(':', '.')}`,
        at,
      )
    return column
  })
}

export function compileInsert(statement: Insert, context: Context): CompiledDml {
  const { table } = resolveTarget(statement.table, undefined, { ...context, scans: [] })
  const columns = insertColumns(table, statement.columns, context, statement.table.at)
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const wrongCount = (has: number): Error =>
    errorAt(
      context,
      `Inserted row has wrong column count; Has ${has}, expected ${columns.length}`,
      statement.table.at,
    )
  const { source } = statement
  if ('rows' in source) {
    const bare: Scope = { context, sources: [] }
    const rows = source.rows.map((row) => {
      if (row.length !== columns.length) throw wrongCount(row.length)
      return `(${row.map((node, i) => (node.kind === 'default' ? 'DEFAULT' : assign(resolveExpression(node, bare), columns[i]!, context, node.at))).join(', ')})`
    })
    return finish(`INSERT INTO ${table.sql} (${names}) VALUES ${rows.join(', ')}`, table, context)
  }
  const query = resolveQuery(source.query, { context, sources: [] })
  demandFilters(context.scans)
  if (query.columns.length !== columns.length) throw wrongCount(query.columns.length)
  const values = query.columns.map(({ as, type, constant }, i) => {
    const column = columns[i]!
    // Of the literals in a query, only NULL and [] take the column's type.
    const isUntyped = constant?.type.kind === 'NULL' || constant?.items?.length === 0
    const value = isUntyped ? constant : typed(`z.${quote(as)}`, type)
    if (isCoercible(value, column.type)) return assign(value, column, context)
    const into = `column ${column.name}, which has type ${typeName(column.type)}`
    const message = `Query column ${i + 1} has type ${typeName(type)} which cannot be inserted into ${into}`
    throw errorAt(context, message, source.query.at)
  })
  return finish(
    `INSERT INTO ${table.sql} (${names}) SELECT ${values.join(', ')} FROM (${query.sql}) z`,
    table,
    context,
  )
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
