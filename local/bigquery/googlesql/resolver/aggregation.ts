/** One call of an aggregate or window function: DISTINCT, ORDER BY, LIMIT, FILTER and OVER around DuckDB's function. */
import type { WindowSpec } from '../ast.ts'
import { errorAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { FunctionCall } from './function_call.ts'
import { orderingSql } from './order.ts'
import type { Scope } from './scope.ts'

export interface AggregateOptions {
  /** A condition on the rows that count. */
  filter?: string | undefined
  /** The order when the query names none. */
  order?: string
  distinct?: boolean
}

export class Aggregation {
  readonly call: FunctionCall

  constructor(call: FunctionCall) {
    this.call = call
    const { node, name } = call
    if (node.having && name !== 'ANY_VALUE')
      throw call.unsupported(`${name}(… HAVING ${node.having.extreme} …)`)
    if (node.limit && !['ARRAY_AGG', 'STRING_AGG', 'ARRAY_CONCAT_AGG'].includes(name))
      throw call.fail(`LIMIT is not supported for function ${name}`)
    if (node.star && name !== 'COUNT') throw call.fail(`Argument * can only be used in COUNT(*)`)
  }

  get distinct(): boolean {
    return this.call.node.distinct === true
  }

  get nulls(): 'IGNORE' | 'RESPECT' | undefined {
    return this.call.node.nulls
  }

  /** DuckDB's aggregate with every modifier of the query. */
  of(fn: string, args: string, options: AggregateOptions = {}): string {
    const { node, scope } = this.call
    const distinct = (options.distinct ?? node.distinct) ? 'DISTINCT ' : ''
    const order = node.order ? node.order.map((item) => orderingSql(item, scope)).join(', ') : options.order
    const where = node.where && resolveExpression(node.where, scope).sql
    const filters = [options.filter, scope.aggregateFilter, where].filter((filter) => filter !== undefined)
    const filter = filters.length === 0 ? '' : ` FILTER (WHERE ${filters.join(' AND ')})`
    return `${fn}(${distinct}${args}${order === undefined ? '' : ` ORDER BY ${order}`})${filter}${this.over()}`
  }

  /** The OVER clause, or nothing for a plain aggregate. */
  over(): string {
    const { node, scope } = this.call
    return node.over ? ` OVER ${windowSql(node.over, scope)}` : ''
  }

  /** The first LIMIT elements of a list. */
  limited(list: string): string {
    const { node, scope } = this.call
    return node.limit ? `(${list})[1:${resolveExpression(node.limit, scope).sql}]` : list
  }

  /** The SQL of `HAVING MAX value`, for ANY_VALUE. */
  having(): { fn: 'arg_max' | 'arg_min'; value: string } | undefined {
    const { having } = this.call.node
    if (!having) return undefined
    const fn = having.extreme === 'MAX' ? 'arg_max' : 'arg_min'
    return { fn, value: resolveExpression(having.value, this.call.scope).sql }
  }
}

function namedWindow(name: string, scope: Scope, at: number): WindowSpec {
  const spec = scope.windows?.get(name.toLowerCase())
  if (!spec) throw errorAt(scope.context, `Unrecognized window alias ${name}`, at)
  return spec.base === undefined ? spec : mergeWindows(namedWindow(spec.base, scope, spec.at), spec)
}

const mergeWindows = (base: WindowSpec, spec: WindowSpec): WindowSpec => ({
  ...spec,
  base: undefined,
  partition: spec.partition ?? base.partition,
  order: spec.order ?? base.order,
  frame: spec.frame ?? base.frame,
})

/** A window with its named base written out. */
export function expandWindow(spec: WindowSpec, scope: Scope): WindowSpec {
  return spec.base === undefined ? spec : mergeWindows(namedWindow(spec.base, scope, spec.at), spec)
}

function windowSql(spec: WindowSpec, scope: Scope): string {
  const { partition, order, frame } = expandWindow(spec, scope)
  const parts: string[] = []
  if (partition)
    parts.push(`PARTITION BY ${partition.map((key) => resolveExpression(key, scope).sql).join(', ')}`)
  if (order) parts.push(`ORDER BY ${order.map((item) => orderingSql(item, scope)).join(', ')}`)
  if (frame) {
    const bound = (edge: NonNullable<typeof frame.end>): string =>
      'value' in edge ? `${resolveExpression(edge.value, scope).sql} ${edge.kind}` : edge.kind
    const { unit, start, end } = frame
    parts.push(end ? `${unit} BETWEEN ${bound(start)} AND ${bound(end)}` : `${unit} ${bound(start)}`)
  }
  return `(${parts.join(' ')})`
}
