/** GoogleSQL resolver: emits one call of an aggregate or window function: DISTINCT, ORDER BY, LIMIT, FILTER and OVER around DuckDB's function. */
import type { Ordering } from '../ast.ts'
import { typeName } from '../types.ts'
import { resolveExpression } from './expression.ts'
import type { FunctionCall } from './function_call.ts'
import { ungroupable } from './grouping.ts'
import { countSql, orderingSql, unordered } from './order.ts'
import { windowSql } from './window.ts'

export interface AggregateOptions {
  /** A condition on the rows to aggregate. */
  filter?: string | undefined
  /** The order if the query specifies none. */
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
      /^(?:ARRAY_AGG|APPROX_QUANTILES|(?:FIRST|LAST|NTH)_VALUE|PERCENTILE_(?:CONT|DISC))$/,
      'IGNORE NULLS or RESPECT NULLS',
      node.nulls,
    )
    if (node.distinct) unless(/^(?!GROUPING|COVAR_|CORR|PERCENTILE_)/, 'DISTINCT', node.distinct)
    unless(/^(?!GROUPING|M(?:AX|IN)_BY)/, 'an OVER clause', node.over)
    if (node.distinct && /^(?:M(?:AX|IN)_BY|APPROX_)/.test(name))
      throw call.unsupported(`${name}(DISTINCT …)`)
    if (node.over && /^(?:APPROX_|ARRAY_CONCAT_AGG)/.test(name)) throw call.unsupported(`${name}(…) OVER`)
    if (/^(?:SUM|AVG)$/.test(name) && call.args.length === 1 && call.value(0).type.kind === 'INTERVAL')
      throw call.unsupported(`${name} of INTERVAL`)
    if (node.over && node.having) throw call.fail('HAVING modifier is not supported on analytic functions')
    if (node.over && node.limit) throw call.fail('LIMIT in arguments is not supported on analytic functions')
    if (node.having && name !== 'ANY_VALUE')
      throw call.unsupported(`${name}(… HAVING ${node.having.extreme} …)`)
    const json = node.distinct
      ? call.args.flatMap((_, i) => ungroupable(call.value(i).type) ?? [])[0]
      : undefined
    if (json !== undefined)
      throw call.fail(`Aggregate functions with DISTINCT cannot be used with arguments of type ${json}`)
    if (node.star && name !== 'COUNT') throw call.fail(`Argument * can only be used in COUNT(*)`)
  }

  get distinct(): boolean {
    return this.call.node.distinct === true
  }

  get nulls(): 'IGNORE' | 'RESPECT' | undefined {
    return this.call.node.nulls
  }

  /** Emits DuckDB's aggregate with all modifiers of the query. */
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
    const index = items.find(({ value }) => value.kind === 'literal' && value.type === 'INT64')
    if (index) throw call.fail('Aggregate functions do not allow ORDER BY by index in arguments')
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

  /** Emits GROUPING of a key. Whether the argument is a key is checked after all keys are resolved. */
  grouping(key: string): string {
    const { node, scope } = this.call
    scope.reads?.groupings.push({ sql: key, at: node.at })
    return `grouping(${key})`
  }

  /** Emits the OVER clause, or nothing for an aggregate without one. */
  over(): string {
    const { node } = this.call
    return node.over ? ` OVER ${windowSql(node.over, this.call)}` : ''
  }

  /** Emits the first LIMIT elements of a list. */
  limited(list: string): string {
    const { node, scope } = this.call
    return node.limit ? `(${list})[1:${countSql(node.limit, 'LIMIT', scope)}]` : list
  }

  /** Returns DuckDB's function and the SQL of the value for `HAVING MAX value` of ANY_VALUE. */
  having(): { fn: 'arg_max' | 'arg_min'; value: string } | undefined {
    const { having } = this.call.node
    if (!having) return undefined
    const fn = having.extreme === 'MAX' ? 'arg_max' : 'arg_min'
    const { sql, type } = resolveExpression(having.value, this.call.scope)
    if (unordered.has(type.kind))
      throw this.call.fail(`HAVING modifier does not support expressions of type ${typeName(type)}`)
    return { fn, value: sql }
  }
}
