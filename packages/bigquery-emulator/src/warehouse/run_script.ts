/** Runs a script: one statement after the other. One with procedural statements runs in the script engine. */
import type { Routine } from '../googlesql/catalog.ts'
import { newContext, parseProgram } from '../googlesql/index.ts'
import type { Context } from '../googlesql/resolver/context.ts'
import { isProcedural } from '../googlesql/parser/script.ts'
import type { ScriptNode } from '../googlesql/script_ast.ts'
import type { Statement } from '../googlesql/statement_ast.ts'
import { observeStatement } from '../recording.ts'
import { runStatement, type RunOptions } from './run_statement.ts'
import { runProgram } from './script/engine.ts'
import { noRows, ofScript, type StatementResult } from './statement_result.ts'
import type { Warehouse } from './warehouse.ts'

/** Runs the script and returns the result of its last query, DML or DDL statement. */
export async function runScript(
  warehouse: Warehouse,
  text: string,
  options: RunOptions,
): Promise<StatementResult> {
  const nodes = parseProgram(text)
  const statements = nodes.filter((node) => !isProcedural(node))
  const needsEngine =
    statements.length < nodes.length || (isScript(nodes) && statements.some(isTemporaryTable))
  if (needsEngine) return runProgram(warehouse, text, nodes, options)
  const temporary = new Map<string, Routine>()
  let result = noRows('SCRIPT')
  for (const statement of statements) {
    const newStatementContext = (): Context => newContext(text, warehouse.catalog, { ...options, temporary })
    const accepted = observeStatement(statement.text, warehouse.catalog, { ...options, temporary })
    result = await runStatement(warehouse, statement, newStatementContext, options, temporary)
    accepted()
  }
  return isScript(nodes) ? ofScript(result) : result
}

/** True for several statements. CREATE TEMP FUNCTION belongs to the query that follows. */
export function isScript(nodes: readonly ScriptNode[]): boolean {
  const count = nodes.filter((node) => node.kind !== 'createFunction' || !node.temporary).length
  return count > 1 || nodes.some((node) => isProcedural(node) && node.kind !== 'assert')
}

function isTemporaryTable(statement: Statement): boolean {
  return statement.kind === 'createTable' && statement.temporary
}
