/** GoogleSQL resolver: emits ROWS and RANGE, the rows of a window that a function reads. https://cloud.google.com/bigquery/docs/reference/standard-sql/window-function-calls#def_window_frame */
import type { Expression, FrameBound, WindowSpec } from '../ast.ts'
import { isNumeric, typeName, type Type } from '../types.ts'
import { coerce, isCoercible } from './coercion.ts'
import { errorAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { countSql } from './order.ts'
import type { Scope } from './scope.ts'

type Frame = NonNullable<WindowSpec['frame']>

/** The order of the rows. `key` is the type of the ORDER BY key, if there is exactly one. */
interface FrameOrder {
  isOrdered: boolean
  key: Type | undefined
}

function boundName(bound: FrameBound): string {
  return 'value' in bound ? `OFFSET ${bound.kind}` : bound.kind
}

export function frameSql(frame: Frame, order: FrameOrder, scope: Scope, at: number): string {
  const problem = misplaced(frame) ?? rangeProblem(frame, order)
  if (problem !== undefined) throw errorAt(scope.context, problem, at)
  const bound = (edge: FrameBound): string =>
    'value' in edge ? `${boundSql(edge.value, frame.unit, order, scope)} ${edge.kind}` : edge.kind
  const { unit, start, end } = frame
  return end ? `${unit} BETWEEN ${bound(start)} AND ${bound(end)}` : `${unit} ${bound(start)}`
}

/** Returns the error for a frame that ends before it starts, or undefined. */
function misplaced({ start, end }: Frame): string | undefined {
  const [starting, ending] = [boundName(start), end && boundName(end)]
  const starts = 'Starting window framing expression cannot be'
  const ends = 'Ending window framing expression cannot be'
  if (starting === 'UNBOUNDED FOLLOWING') return `${starts} UNBOUNDED FOLLOWING`
  if (ending === 'UNBOUNDED PRECEDING') return `${ends} UNBOUNDED PRECEDING`
  if (starting === 'OFFSET FOLLOWING') {
    if (ending === undefined)
      return `${starts} OFFSET FOLLOWING because the implicit ending window framing expression is CURRENT ROW`
    if (ending === 'CURRENT ROW' || ending === 'OFFSET PRECEDING')
      return `${ends} ${ending} when the starting window framing expression is OFFSET FOLLOWING`
  }
  if (starting === 'CURRENT ROW' && ending === 'OFFSET PRECEDING')
    return `${starts} CURRENT ROW when the ending window framing expression is OFFSET PRECEDING`
  return undefined
}

/** Returns the error for a RANGE that doesn't match the window's ORDER BY, or undefined. */
function rangeProblem({ unit, start, end }: Frame, { isOrdered, key }: FrameOrder): string | undefined {
  if (unit !== 'RANGE') return undefined
  if ([start, end].some((edge) => edge && 'value' in edge)) {
    const boundaries = 'PRECEDING or FOLLOWING boundaries'
    if (!key) return `A window with RANGE-based offset ${boundaries} must have exactly one ORDER BY key`
    if (isNumeric(key)) return undefined
    return `ORDER BY key must be numeric in a RANGE-based window with OFFSET ${boundaries}, but has type ${typeName(key)}`
  }
  if (isOrdered) return undefined
  const rule = 'A RANGE-based window without ORDER BY'
  if (!end)
    return `${rule} includes all rows in the window frame so only RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING syntax is allowed`
  if (start.kind === 'CURRENT ROW' || end.kind === 'CURRENT ROW')
    return `${rule} cannot include a CURRENT ROW window frame boundary since all rows are included in the window frame`
  return undefined
}

/** Emits the offset of a frame boundary, which must be a literal or parameter. */
function boundSql(node: Expression, unit: Frame['unit'], { key }: FrameOrder, scope: Scope): string {
  if (unit === 'ROWS') return countSql(node, 'Window frame boundary', scope)
  const value = resolveExpression(node, { context: scope.context, sources: [] })
  if (!(value.isLiteral || value.isParameter) || !isNumeric(value.type))
    throw errorAt(
      scope.context,
      'Window framing expression must be a literal or parameter of a numeric type',
      node.at,
    )
  if (value.literal?.startsWith('-'))
    throw errorAt(scope.context, 'Window framing expression cannot evaluate to a negative value', node.at)
  if (!isCoercible(value, key!)) {
    const types = `${typeName(value.type)} that cannot coerce to the type of the ORDER BY expression, which is ${typeName(key!)}`
    throw errorAt(scope.context, `Window framing expression has type ${types}`, node.at)
  }
  return coerce(value, key!).sql
}
