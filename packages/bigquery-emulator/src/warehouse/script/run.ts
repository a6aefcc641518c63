/** Script engine: runs the SQL of a script in its frame: whole statements, queries and expressions. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { Query } from '../../googlesql/ast.ts'
import type { Routine } from '../../googlesql/catalog.ts'
import { withoutLimits } from '../../googlesql/limits.ts'
import { columnsRead, compileQuery, newContext, type ResultColumn } from '../../googlesql/index.ts'
import { coerce, isCoercible, settle } from '../../googlesql/resolver/coercion.ts'
import { errorAt, placed, type Context } from '../../googlesql/resolver/context.ts'
import { resolveExpression } from '../../googlesql/resolver/expression.ts'
import { demandFilters } from '../../googlesql/resolver/partition_filter.ts'
import { limitedSql } from '../../googlesql/resolver/limits.ts'
import type { Typed } from '../../googlesql/resolver/typed.ts'
import type { ScriptExpression } from '../../googlesql/script_ast.ts'
import type { Statement } from '../../googlesql/statement_ast.ts'
import { typeName, type Type } from '../../googlesql/types.ts'
import { readRows, runStatement, type RunOptions } from '../run_statement.ts'
import type { StatementResult } from '../statement_result.ts'
import type { Warehouse } from '../warehouse.ts'
import { dynamicNames, namesIn, type Frame, type Use } from './frame.ts'
import { observeInScript } from './observe.ts'
import type { TemporaryTables } from './temporary_tables.ts'
import { valueOf } from './value_sql.ts'

/** What all statements of a script share. */
export interface Run {
  warehouse: Warehouse
  source: string
  options: RunOptions
  /** The temporary functions. */
  temporary: Map<string, Routine>
  tables: TemporaryTables
}

/** The values of USING. */
export type Bound = Context['parameters']

/** Runs a statement that is not procedural. */
export async function runPlain(run: Run, statement: Statement, frame: Frame): Promise<StatementResult> {
  const uses = new Map<number, Use>()
  if (statement.kind === 'createTable' && statement.temporary) await run.tables.prepare()
  const accepted = observeInScript(run, { text: statement.text, at: statement.at, uses })
  const newStatementContext = (): Context => contextOf(run, frame, uses)
  const result = await runStatement(run.warehouse, statement, newStatementContext, run.options, run.temporary)
  if (!statement.kind.startsWith('create') || uses.size === 0) accepted()
  return result
}

/** Runs the statement of EXECUTE IMMEDIATE, which sees neither the variables nor the parameters of the script. */
export async function runDynamic(
  run: Run,
  statement: Statement,
  source: string,
  bound: Bound,
  frame: Frame,
): Promise<StatementResult> {
  if (statement.kind === 'createTable' && statement.temporary) await run.tables.prepare()
  const accepted = observeInScript(run, { text: statement.text, at: statement.at, uses: new Map(), bound })
  const script = dynamicNames(frame, run.tables)
  const newStatementContext = (): Context => ({
    ...newContext(source, run.warehouse.catalog, { ...run.options, temporary: run.temporary, script }),
    parameters: bound,
  })
  const result = await runStatement(run.warehouse, statement, newStatementContext, run.options, run.temporary)
  accepted()
  return result
}

/** Runs the query of a FOR loop. */
export async function readQuery(
  run: Run,
  query: Query,
  frame: Frame,
): Promise<{ columns: ResultColumn[]; rows: DuckDBValue[][] }> {
  const { compiled, rows } = await readRows(
    run.warehouse,
    () => compileQuery(query, contextOf(run, frame, new Map())),
    run.options,
  )
  return { columns: compiled.columns, rows }
}

/** Computes an expression. `as` is the type that its value must have, with its limits; without it, the type is the expression's own. */
export async function evaluate(
  run: Run,
  { node, from, until }: ScriptExpression,
  frame: Frame,
  as?: Type,
): Promise<{ value: Typed; raw: DuckDBValue }> {
  const uses = new Map<number, Use>()
  const text = run.source.slice(from, until)
  const accepted = observeInScript(run, { text, at: from, uses, isExpression: true })
  const place = { clause: 'an expression of a script', aggregates: false, windows: false }
  const compile = (): { sql: string; type: Type; reads: ReturnType<typeof columnsRead> } => {
    const context = contextOf(run, frame, uses)
    const resolved = resolveExpression(node, { context, sources: [], place })
    if (as && !isCoercible(resolved, as))
      throw errorAt(
        context,
        `Cannot coerce expression of type ${typeName(resolved.type)} to type ${typeName(as)}`,
        node.at,
      )
    const value = placed(context, node.at, () => (as ? coerce(resolved, as) : settle(resolved)))
    demandFilters(context.scans)
    const sql = `SELECT ${as ? limitedSql(value.sql, as) : value.sql}`
    return { sql, type: as ? withoutLimits(as) : value.type, reads: columnsRead(sql, context) }
  }
  const { compiled, rows } = await readRows(run.warehouse, compile, run.options)
  accepted()
  const raw = rows[0]![0]!
  return { value: valueOf(raw, compiled.type), raw }
}

function contextOf(run: Run, frame: Frame, uses: Map<number, Use>): Context {
  const { source, warehouse, options, temporary, tables } = run
  const script = namesIn(frame, tables, uses)
  return newContext(source, warehouse.catalog, { ...options, temporary, script })
}
