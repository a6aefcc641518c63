/** Script engine: runs EXECUTE IMMEDIATE. https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language#execute_immediate */
import { SqlError, Unsupported } from '../../googlesql/error.ts'
import { isProcedural } from '../../googlesql/parser/script.ts'
import { parseProgram } from '../../googlesql/index.ts'
import { coerce, isCoercible } from '../../googlesql/resolver/coercion.ts'
import { nullOf } from '../../googlesql/duckdb_sql.ts'
import { typed, type Typed } from '../../googlesql/resolver/typed.ts'
import type { ExecuteImmediate, ProceduralNode } from '../../googlesql/script_ast.ts'
import type { Statement } from '../../googlesql/statement_ast.ts'
import { isLimited } from '../../googlesql/limits.ts'
import { STRING, typeName } from '../../googlesql/types.ts'
import type { StatementResult } from '../statement_result.ts'
import type { Frame, Variable } from './frame.ts'
import { evaluate, runDynamic, type Bound, type Run } from './run.ts'
import { valueOf } from './value_sql.ts'

/** Returns the result of the statement, or undefined if it went into variables. */
export async function executeImmediate(
  run: Run,
  node: ExecuteImmediate & Pick<ProceduralNode, 'at'>,
  frame: Frame,
): Promise<StatementResult | undefined> {
  const { raw } = await evaluate(run, node.sql, frame, STRING)
  if (raw === null) throw new SqlError('SQL expression of EXECUTE IMMEDIATE is NULL', run.source, node.at)
  const source = String(raw)
  const variables = node.into.map((name) => variableIn(frame, name, run.source, node.at))
  if (variables.some(({ type }) => isLimited(type)))
    throw new Unsupported('INTO a variable of a parameterized type', run.source, node.at)
  const bound = await boundValues(run, node, frame)
  const statement = singleStatement(source)
  const result = await runDynamic(run, statement, source, bound, frame)
  if (node.into.length === 0) return result
  if (statement.kind !== 'query')
    throw new SqlError('EXECUTE IMMEDIATE … INTO needs a query', run.source, node.at)
  store(variables, result, (message) => new SqlError(message, run.source, node.at))
  return undefined
}

export function variableIn(frame: Frame, name: string, source: string, at: number): Variable {
  const variable = frame.find(name)
  if (!variable) throw new SqlError(`Undeclared variable: ${name}`, source, at)
  return variable
}

async function boundValues(
  run: Run,
  { using, at }: ExecuteImmediate & { at: number },
  frame: Frame,
): Promise<Bound> {
  const named = new Map<string, Typed>()
  const positional: Typed[] = []
  for (const { value: expression, alias } of using) {
    const { value } = await evaluate(run, expression, frame)
    const parameter = { ...value, isParameter: true }
    if (alias === undefined) positional.push(parameter)
    else named.set(alias.toLowerCase(), parameter)
  }
  if (named.size > 0 && positional.length > 0)
    throw new SqlError('USING cannot mix named and positional parameters', run.source, at)
  return { named, positional }
}

function singleStatement(source: string): Statement {
  const [node, ...others] = parseProgram(source)
  if (others.length > 0) throw new SqlError('EXECUTE IMMEDIATE takes one statement', source, others[0]!.at)
  if (node!.kind === 'execute') throw new SqlError('EXECUTE IMMEDIATE cannot be nested', source, node!.at)
  if (isProcedural(node!))
    throw new Unsupported('A procedural statement in EXECUTE IMMEDIATE', source, node.at)
  return node!
}

/** Assigns the columns of the only row, or NULL if there is none. */
function store(
  variables: readonly Variable[],
  { columns, rows }: StatementResult,
  error: (message: string) => Error,
): void {
  if (columns.length !== variables.length)
    throw error(`EXECUTE IMMEDIATE returns ${columns.length} columns for ${variables.length} variables`)
  if (rows.length > 1) throw error('EXECUTE IMMEDIATE … INTO returned more than one row')
  const values = variables.map(({ type }, i) => {
    const value = rows[0] ? valueOf(rows[0][i]!, columns[i]!.type) : typed(nullOf(type), type)
    if (!isCoercible(value, type))
      throw error(`Cannot coerce column of type ${typeName(value.type)} to type ${typeName(type)}`)
    return coerce(value, type)
  })
  for (const [i, variable] of variables.entries()) variable.value = values[i]!
}
