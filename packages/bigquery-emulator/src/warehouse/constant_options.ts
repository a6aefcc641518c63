/** Warehouse: computes the options of DDL that are expressions, such as `expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)`.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Expression } from '../googlesql/ast.ts'
import { coerce, isCoercible } from '../googlesql/resolver/coercion.ts'
import { errorAt, type Context } from '../googlesql/resolver/context.ts'
import { resolveExpression } from '../googlesql/resolver/expression.ts'
import type { OptionList } from '../googlesql/statement_ast.ts'
import { BOOL, FLOAT64, STRING, TIMESTAMP, typeName, type Type } from '../googlesql/types.ts'
import type { DdlStatement } from './ddl.ts'

/** The options that can be an expression, with their types. Others must be literals. */
const types: Readonly<Record<string, Type>> = {
  description: STRING,
  friendly_name: STRING,
  expiration_timestamp: TIMESTAMP,
  default_partition_expiration_days: FLOAT64,
  default_table_expiration_days: FLOAT64,
  partition_expiration_days: FLOAT64,
  storage_billing_model: STRING,
  require_partition_filter: BOOL,
}

/** Returns the statement with literals for these options. A time is the milliseconds since 1970. */
export async function withConstantOptions<T extends DdlStatement>(
  statement: T,
  connection: DuckDBConnection,
  context: Context,
): Promise<T> {
  if (statement.kind === 'alterTable') {
    const actions = []
    for (const action of statement.actions)
      actions.push(
        'options' in action
          ? { ...action, options: await constants(action.options, connection, context) }
          : action,
      )
    return { ...statement, actions }
  }
  if (!('options' in statement)) return statement
  return { ...statement, options: await constants(statement.options, connection, context) }
}

async function constants(
  options: OptionList,
  connection: DuckDBConnection,
  context: Context,
): Promise<OptionList> {
  const computed: OptionList = {}
  for (const [name, node] of Object.entries(options)) {
    const type = types[name]
    computed[name] = type ? await constant(name, node, type, connection, context) : node
  }
  return computed
}

async function constant(
  name: string,
  node: Expression,
  type: Type,
  connection: DuckDBConnection,
  context: Context,
): Promise<Expression> {
  const { at } = node
  if (node.kind === 'null') return node
  const place = { clause: 'OPTIONS', aggregates: false, windows: false }
  const value = resolveExpression(node, { context, sources: [], place })
  if (!isCoercible(value, type)) {
    const found = `of type ${typeName(value.type)}, expected ${typeName(type)}`
    throw errorAt(context, `Option ${name} has a value ${found}`, at)
  }
  const { sql } = coerce(value, type)
  const text = type.kind === 'TIMESTAMP' ? `epoch_ms(${sql})` : sql
  const read = await connection.runAndReadAll(`SELECT CAST(${text} AS VARCHAR)`)
  const [[cell] = []] = read.getRows()
  if (cell === null || cell === undefined) return { kind: 'null', at }
  const kind = type.kind === 'TIMESTAMP' ? 'INT64' : (type.kind as 'STRING' | 'BOOL' | 'FLOAT64')
  return { kind: 'literal', type: kind, text: cell as string, at }
}
