/** GoogleSQL resolver: resolves named windows and OVER (…). https://cloud.google.com/bigquery/docs/reference/standard-sql/window-function-calls */
import type { Expression, Select, WindowSpec } from '../ast.ts'
import { errorAt, type Context } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { FunctionCall } from './function_call.ts'
import { containing, demandGroupable } from './grouping.ts'
import { orderingSql } from './order.ts'
import type { Scope } from './scope.ts'
import { frameSql } from './window_frame.ts'

type Windows = Map<string, WindowSpec>

/** Returns the windows of a WINDOW clause by lowercase name. References to earlier windows are expanded. */
export function namedWindows(clause: Select['windows'], context: Context): Windows {
  const windows: Windows = new Map()
  for (const { name, spec } of clause) {
    const key = name.toLowerCase()
    if (windows.has(key)) throw errorAt(context, `Duplicate window alias ${name}`, spec.at)
    windows.set(key, expand(spec, windows, context))
  }
  return windows
}

/** Expands a window's reference to a named window. */
export function expandWindow(spec: WindowSpec, { windows, context }: Scope): WindowSpec {
  return expand(spec, windows ?? new Map<string, WindowSpec>(), context)
}

function expand(spec: WindowSpec, windows: ReadonlyMap<string, WindowSpec>, context: Context): WindowSpec {
  if (spec.base === undefined) return spec
  const base = windows.get(spec.base.toLowerCase())
  const fail = (message: string): Error => errorAt(context, message, spec.at)
  if (!base) throw fail(`Unrecognized window alias ${spec.base}`)
  if (spec.partition) throw fail('If a window has a PARTITION BY, it cannot reference a named window')
  if (base.order && spec.order)
    throw fail(
      'If a window inherits an ORDER BY from its referenced window, it cannot have an inline ORDER BY',
    )
  if (base.frame && (spec.order || spec.frame))
    throw fail(
      'If a window has an inline ORDER BY or window frame clause, it cannot reference another window that contains or inherits a window frame clause',
    )
  return {
    ...spec,
    base: undefined,
    partition: base.partition,
    order: spec.order ?? base.order,
    frame: spec.frame ?? base.frame,
  }
}

/** Emits the window of OVER for DuckDB and checks that the called function allows it. */
export function windowSql(spec: WindowSpec, { node, name, scope }: FunctionCall): string {
  const { partition, order, frame } = expandWindow(spec, scope)
  const demand = (holds: boolean, message: string): void => {
    if (!holds) throw errorAt(scope.context, message, node.at)
  }
  const isNumbering = /^(?:ROW_NUMBER|(?:DENSE_|PERCENT_)?RANK|CUME_DIST|NTILE|LAG|LEAD)$/.test(name)
  const isNavigation = /^(?:FIRST|LAST|NTH)_VALUE$/.test(name)
  const isPercentile = name.startsWith('PERCENTILE_')
  demand(
    order !== undefined || !(isNumbering || isNavigation) || name === 'ROW_NUMBER',
    `Window ORDER BY is required for analytic function ${name}`,
  )
  demand(!(isPercentile && order), `Window ORDER BY is not allowed for analytic function ${name}`)
  demand(!(node.distinct && order), 'Window ORDER BY is not allowed if DISTINCT is specified')
  demand(
    !frame || !(isNumbering || isPercentile),
    `Window framing clause is not allowed for analytic function ${name}`,
  )
  const parts: string[] = []
  if (partition) parts.push(`PARTITION BY ${partition.map((key) => partitionSql(key, scope)).join(', ')}`)
  const single = frame?.unit === 'RANGE' && [frame.start, frame.end].some((edge) => edge && 'value' in edge)
  if (order)
    parts.push(`ORDER BY ${order.map((item) => orderingSql(item, scope, undefined, single)).join(', ')}`)
  if (frame) {
    const key = order?.length === 1 ? resolveExpression(order[0]!.value, scope).type : undefined
    parts.push(frameSql(frame, { isOrdered: order !== undefined, key }, scope, node.at))
  }
  return `(${parts.join(' ')})`
}

function partitionSql(key: Expression, scope: Scope): string {
  const { sql, type } = resolveExpression(key, scope)
  demandGroupable('Partitioning', type, scope, key.at)
  const float = containing('FLOAT64', type)
  if (float !== undefined)
    throw errorAt(scope.context, `Partitioning by expressions of type ${float} is not allowed`, key.at)
  return sql
}
