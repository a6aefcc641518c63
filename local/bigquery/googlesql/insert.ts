/** INSERT → DuckDB SQL. */
import type { StoredTable } from './catalog.ts'
import { assign, finish, resolveTarget, type CompiledDml } from './dml.ts'
import { quote } from './duckdb_sql.ts'
import { isCoercible } from './resolver/coercion.ts'
import { errorAt, type Context } from './resolver/context.ts'
import { resolveExpression } from './resolver/expression.ts'
import { demandFilters } from './resolver/partition_filter.ts'
import { resolveQuery } from './resolver/query.ts'
import { equalNames, type Scope } from './resolver/scope.ts'
import { fullName } from './resolver/table.ts'
import { typed } from './resolver/typed.ts'
import type { Insert } from './statement_ast.ts'
import { typeName } from './types.ts'

/** The columns an INSERT names; all visible ones when it names none. */
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
    // Of a query's literals, only NULL and [] take the type of the column.
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
