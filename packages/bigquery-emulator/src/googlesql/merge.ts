/** GoogleSQL compiler: compiles MERGE to DuckDB's MERGE INTO. */
import { assign, assignments } from './assignment.ts'
import { quote } from './duckdb_sql.ts'
import { ambiguity, insertColumns, resolveTarget, type CompiledDml, type DmlTarget } from './dml.ts'
import { visibleColumns } from './resolver/columns.ts'
import { errorAt, type Context } from './resolver/context.ts'
import { resolveExpression } from './resolver/expression.ts'
import { resolveFrom } from './resolver/from.ts'
import { demandFilters, noteFilters } from './resolver/partition_filter.ts'
import { equalNames, valueOf, type Scope } from './resolver/scope.ts'
import { condition } from './resolver/select.ts'
import { columnsOfSources } from './resolver/select_list.ts'
import type { Typed } from './resolver/typed.ts'
import type { Merge, MergeAction } from './statement_ast.ts'

export function compileMerge(statement: Merge, context: Context): CompiledDml {
  const target = resolveTarget(statement.table, statement.alias, context)
  const using = resolveFrom(statement.source, { context, sources: [] })
  const repeated = using.sources.find(({ alias }) => equalNames(alias, target.source.alias!))
  if (repeated) {
    const message = `Alias ${repeated.alias} in the source was already defined as the MERGE target`
    throw errorAt(context, message, statement.table.at)
  }
  const columns = using.columns && [...visibleColumns({ sources: [target.source] }), ...using.columns]
  const scopes = {
    MATCHED: { context, sources: [target.source, ...using.sources], columns },
    'NOT MATCHED BY TARGET': { context, sources: using.sources, columns: using.columns },
    'NOT MATCHED BY SOURCE': { context, sources: [target.source] },
  } satisfies Record<string, Scope>
  const on = condition(statement.on, scopes.MATCHED, 'ON')
  noteFilters(statement.on, scopes.MATCHED)
  demandFilters(context.scans)
  const changedWhen: string[] = []
  const clauses = statement.clauses.map(({ when, and, action }) => {
    const scope = scopes[when]
    const also = and ? ` AND ${condition(and, scope, 'WHEN')}` : ''
    if (action.kind === 'insert' && when !== 'NOT MATCHED BY TARGET')
      throw errorAt(context, 'INSERT is only allowed for NOT MATCHED BY TARGET clause', statement.table.at)
    if (action.kind !== 'insert' && when === 'NOT MATCHED BY TARGET') {
      const message = `${action.kind.toUpperCase()} is not allowed for NOT MATCHED BY TARGET clause`
      throw errorAt(context, message, statement.table.at)
    }
    if (when === 'MATCHED') changedWhen.push(`(TRUE${also})`)
    return `WHEN ${when}${also} THEN ${actionSql(action, target, scope, statement.table.at)}`
  })
  const sql = `MERGE INTO ${target.table.sql} AS ${target.alias} USING ${using.sql} ON ${on} ${clauses.join(' ')}`
  const { table, alias } = target
  const changes = (when: string): boolean =>
    statement.clauses.some((clause) => clause.when === when && clause.action.kind !== 'insert')
  const bySource = changes('NOT MATCHED BY SOURCE')
  const matched = `EXISTS (SELECT 1 FROM ${using.sql} WHERE ${on})`
  return {
    sql,
    table,
    references: [...context.references.values()],
    ...(changedWhen.length > 0
      ? { ambiguous: ambiguity(target, using.sql, `(${on}) AND (${changedWhen.join(' OR ')})`) }
      : {}),
    ...(bySource || changes('MATCHED')
      ? {
          changed: {
            alias,
            where: (rows: string) =>
              `SELECT 1 FROM ${table.sql} AS ${alias} WHERE ${rows}${bySource ? '' : ` AND ${matched}`}`,
          },
        }
      : {}),
  }
}

function actionSql(action: MergeAction, target: DmlTarget, scope: Scope, at: number): string {
  if (action.kind === 'delete') return 'DELETE'
  if (action.kind === 'update') return `UPDATE SET ${assignments(action.assignments, target, scope)}`
  const { context } = scope
  const columns = insertColumns(target.table, action.columns, context, at)
  // ROW is every column of the source in order. Names don't matter.
  const row = action.values === 'ROW' ? rowOfSource(scope, at) : action.values
  if (row.length !== columns.length)
    throw errorAt(
      context,
      `Inserted row has wrong column count; Has ${row.length}, expected ${columns.length}`,
      at,
    )
  const values = columns.map((column, i) => {
    const item = row[i]!
    if (!('kind' in item)) return assign(item, column, context, at)
    if (item.kind === 'default') return 'DEFAULT'
    return assign(resolveExpression(item, scope), column, context, item.at)
  })
  return `INSERT (${columns.map(({ name }) => quote(name)).join(', ')}) VALUES (${values.join(', ')})`
}

function rowOfSource(scope: Scope, at: number): readonly Typed[] {
  const value = scope.sources.length === 1 ? scope.sources[0]!.value : undefined
  return value ? [value] : columnsOfSources(scope, at).map(valueOf)
}
