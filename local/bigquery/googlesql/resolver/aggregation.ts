/** One call of an aggregate or window function: DISTINCT, ORDER BY, LIMIT, FILTER and OVER around DuckDB's function. */
import type { Expression, Ordering, WindowSpec } from '../ast.ts'
import { isNumeric, typeName } from '../types.ts'
import { errorAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { FunctionCall } from './function_call.ts'
import { countSql, orderingSql } from './order.ts'
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
    const unless = (allowed: RegExp, what: string, used: unknown): void => {
      if (used !== undefined && !allowed.test(name))
        throw call.fail(`Function ${name} does not support ${what}`)
    }
    unless(/^(?:ARRAY_AGG|STRING_AGG|ARRAY_CONCAT_AGG)$/, 'ORDER BY in arguments', node.order)
    unless(/^(?:ARRAY_AGG|STRING_AGG|ARRAY_CONCAT_AGG)$/, 'LIMIT in arguments', node.limit)
    unless(
      /^(?:ARRAY_AGG|ANY_VALUE|APPROX_QUANTILES|(?:FIRST|LAST|NTH)_VALUE|PERCENTILE_(?:CONT|DISC))$/,
      'IGNORE NULLS or RESPECT NULLS',
      node.nulls,
    )
    if (node.distinct) unless(/^(?!GROUPING|M(?:AX|IN)_BY|APPROX_)/, 'DISTINCT', node.distinct)
    unless(/^(?!GROUPING|M(?:AX|IN)_BY|APPROX_|ARRAY_CONCAT_AGG)/, 'an OVER clause', node.over)
    if (node.having && name !== 'ANY_VALUE')
      throw call.unsupported(`${name}(… HAVING ${node.having.extreme} …)`)
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
    const order = node.order ? this.#order(node.order) : options.order
    const where = node.where && resolveExpression(node.where, scope).sql
    const filters = [options.filter, scope.aggregateFilter, where].filter((filter) => filter !== undefined)
    const filter = filters.length === 0 ? '' : ` FILTER (WHERE ${filters.join(' AND ')})`
    return `${fn}(${distinct}${args}${order === undefined ? '' : ` ORDER BY ${order}`})${filter}${this.over()}`
  }

  #order(items: readonly Ordering[]): string {
    const { call } = this
    if (call.node.over)
      throw call.fail(`Analytic function ${call.name} does not support ORDER BY in arguments`)
    const isArgument = (item: Ordering): boolean => {
      const { sql } = resolveExpression(item.value, call.scope)
      return call.args.some((_, i) => call.value(i).sql === sql)
    }
    if (call.node.distinct && !items.every(isArgument))
      throw call.fail(
        'An aggregate function that has both DISTINCT and ORDER BY arguments can only ORDER BY expressions that are arguments to the function',
      )
    const single = call.node.distinct === true
    return items.map((item) => orderingSql(item, call.scope, undefined, single)).join(', ')
  }

  /** GROUPING of a key; whether it is one is known once all keys are. */
  grouping(key: string): string {
    const { node, scope } = this.call
    scope.reads?.groupings.push({ sql: key, at: node.at })
    return `grouping(${key})`
  }

  /** The OVER clause, or nothing for a plain aggregate. */
  over(): string {
    const { node } = this.call
    return node.over ? ` OVER ${windowSql(node.over, this.call)}` : ''
  }

  /** The first LIMIT elements of a list. */
  limited(list: string): string {
    const { node, scope } = this.call
    return node.limit ? `(${list})[1:${countSql(node.limit, 'LIMIT', scope)}]` : list
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

function windowSql(spec: WindowSpec, { node, name, scope }: FunctionCall): string {
  const { partition, order, frame } = expandWindow(spec, scope)
  const demand = (holds: boolean, message: string): void => {
    if (!holds) throw errorAt(scope.context, message, node.at)
  }
  const isNumbering = /^(?:ROW_NUMBER|(?:DENSE_|PERCENT_)?RANK|CUME_DIST|NTILE|LAG|LEAD)$/.test(name)
  const isPercentile = name.startsWith('PERCENTILE_')
  demand(
    order !== undefined || !isNumbering || name === 'ROW_NUMBER',
    `Window ORDER BY is required for analytic function ${name}`,
  )
  demand(!(isPercentile && order), `Window ORDER BY is not allowed for analytic function ${name}`)
  demand(!(node.distinct && order), 'Window ORDER BY is not allowed if DISTINCT is specified')
  demand(
    !frame || !(isNumbering || isPercentile),
    `Window framing clause is not allowed for analytic function ${name}`,
  )
  const parts: string[] = []
  if (partition)
    parts.push(`PARTITION BY ${partition.map((key) => resolveExpression(key, scope).sql).join(', ')}`)
  const single = frame?.unit === 'RANGE' && [frame.start, frame.end].some((edge) => edge && 'value' in edge)
  if (order)
    parts.push(`ORDER BY ${order.map((item) => orderingSql(item, scope, undefined, single)).join(', ')}`)
  if (frame) {
    const bound = (edge: NonNullable<typeof frame.end>): string =>
      'value' in edge ? `${frameBound(edge.value, frame.unit, scope)} ${edge.kind}` : edge.kind
    const { unit, start, end } = frame
    if (unit === 'RANGE' && [start, end].some((edge) => edge && 'value' in edge)) {
      demand(
        order?.length === 1,
        'A window with RANGE-based offset PRECEDING or FOLLOWING boundaries must have exactly one ORDER BY key',
      )
      const { type } = resolveExpression(order![0]!.value, scope)
      demand(
        isNumeric(type),
        `ORDER BY key must be numeric in a RANGE-based window with OFFSET PRECEDING or FOLLOWING boundaries, but has type ${typeName(type)}`,
      )
    }
    parts.push(end ? `${unit} BETWEEN ${bound(start)} AND ${bound(end)}` : `${unit} ${bound(start)}`)
  }
  return `(${parts.join(' ')})`
}

/** How far a frame reaches: a number that is there before the query runs. */
function frameBound(node: Expression, unit: 'ROWS' | 'RANGE', scope: Scope): string {
  if (unit === 'ROWS') return countSql(node, 'Window frame boundary', scope)
  const value = resolveExpression(node, { context: scope.context, sources: [] })
  if (!(value.isLiteral || value.isParameter) || !isNumeric(value.type))
    throw errorAt(
      scope.context,
      'Window framing expression must be a literal or parameter of a numeric type',
      node.at,
    )
  return value.sql
}
