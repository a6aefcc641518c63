/** GROUP BY, and the rule that every other column must be aggregated. */
import type { Expression, Grouping, Select } from '../ast.ts'
import { typeName } from '../types.ts'
import { hasAggregate, isAggregateCall } from './ast_search.ts'
import { errorAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { findSource, isOwnColumn } from './names.ts'
import type { Scope } from './scope.ts'
import type { Output } from './select_list.ts'
import type { Typed } from './typed.ts'

/** The items of the emitted GROUP BY. */
export function groupingSql(group: Grouping, scope: Scope, outputs: readonly Output[]): string[] {
  if (group.all)
    return outputs.filter(({ node }) => !node || !hasAggregate(node)).map(({ value }) => value.sql)
  const key = (node: Expression): string => groupKey(node, scope, outputs)
  const keys = (nodes: readonly Expression[]): string => nodes.map(key).join(', ')
  return group.items.map((item) => {
    switch (item.kind) {
      case 'key':
        return key(item.value)
      case 'rollup':
        return `ROLLUP(${keys(item.values)})`
      case 'cube':
        return `CUBE(${keys(item.values)})`
      case 'empty':
        return '()'
      default: {
        const sets = item.sets.map(
          ({ kind, values }) => `${kind === 'set' ? '' : kind.toUpperCase()}(${keys(values)})`,
        )
        return `GROUPING SETS (${sets.join(', ')})`
      }
    }
  })
}

/** One key: a column's number, a SELECT alias, or an expression. */
function groupKey(written: Expression, scope: Scope, outputs: readonly Output[]): string {
  const { context } = scope
  const node = written.kind === 'parenthesized' ? written.value : written
  const demandPlain = (column: string, output: Output | undefined): void => {
    if (output?.node && hasAggregate(output.node))
      throw errorAt(
        context,
        `Column ${column} contains an aggregation function, which is not allowed in GROUP BY`,
        node.at,
      )
  }
  let value: Typed | undefined
  if (node.kind === 'literal' && node.type === 'INT64') {
    const output = outputs[Number(node.text) - 1]
    if (!output) throw errorAt(context, `GROUP BY column number item is out of range: ${node.text}`, node.at)
    demandPlain(node.text, output)
    value = output.value
  } else if (node.kind === 'identifier' && node.path.length === 1) {
    const name = node.path[0]!.toLowerCase()
    const output = outputs.find(({ alias }) => alias?.toLowerCase() === name)
    demandPlain(node.path[0]!, output)
    value = output?.value
  }
  value ??= resolveExpression(written, scope)
  if (value.type.kind === 'JSON')
    throw errorAt(context, 'Grouping by expressions of type JSON is not allowed', node.at)
  if (value.type.kind === 'ARRAY')
    throw errorAt(context, `Grouping by expressions of type ${typeName(value.type)} is not allowed`, node.at)
  return value.sql
}

/** Throws for a column of an aggregated SELECT that is neither grouped nor aggregated. */
export function checkGrouped(
  { group, at }: Select,
  scope: Scope,
  outputs: readonly Output[],
  keys: readonly string[],
): void {
  if (group && (group.all || group.items.some((item) => item.kind !== 'key'))) return
  const isKey = (sql: string): boolean =>
    keys.some((key) => sql === key || `(${sql})` === key || sql.startsWith(`(${key})`))
  const refuse = (name: string, where: number): Error =>
    errorAt(
      scope.context,
      `SELECT list expression references column ${name} which is neither grouped nor aggregated`,
      where,
    )
  const check = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(check)
    const expression = node as Expression
    switch (expression.kind) {
      case 'scalarQuery':
      case 'arrayQuery':
      case 'exists':
      case 'inQuery':
      case 'lambda':
      case 'literal':
        return
      case 'call':
        if (isAggregateCall(expression)) return
        break
      case 'identifier': {
        const [first] = expression.path
        const isRow = isOwnColumn(first!, scope) || findSource(first!, { ...scope, outer: undefined })
        if (isRow && !isKey(resolveExpression(expression, scope).sql))
          throw refuse(expression.path.at(-1)!, expression.at)
        return
      }
      default:
    }
    if (isValue(expression) && isKey(resolveExpression(expression, scope).sql)) return
    Object.values(expression).forEach(check)
  }
  for (const { node, value, name } of outputs) {
    if (node) check(node)
    else if (!isKey(value.sql)) throw refuse(name, at)
  }
}

/** Whether a node can be resolved by itself: windows, orderings and branches cannot. */
const isValue = (node: Expression): boolean =>
  [
    'field',
    'call',
    'binary',
    'unary',
    'extract',
    'cast',
    'case',
    'element',
    'parenthesized',
    'struct',
  ].includes(node.kind)
