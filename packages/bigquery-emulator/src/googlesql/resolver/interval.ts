/** GoogleSQL resolver: resolves INTERVAL expressions and EXTRACT. */
import type { Expression, Interval } from '../ast.ts'
import { extract, intervalOf } from '../functions/date_part.ts'
import { toLocal } from '../functions/time_zone.ts'
import { INT64, INTERVAL, isCivil, STRING, TIMESTAMP, typeName } from '../types.ts'
import { coerce, isCoercible } from './coercion.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'
import { typed, type Typed } from './typed.ts'

export function resolveInterval(node: Interval, scope: Scope): Typed {
  if (node.to !== undefined)
    throw unsupportedAt(scope.context, `INTERVAL … ${node.part} TO ${node.to}`, node.at)
  const amount = resolveExpression(node.amount, scope)
  if (amount.type.kind === 'STRING') throw unsupportedAt(scope.context, 'INTERVAL of a STRING', node.at)
  if (!isCoercible(amount, INT64))
    throw errorAt(
      scope.context,
      `Interval value must be coercible to INT64 type, but has type ${typeName(amount.type)}`,
      node.at,
    )
  const sql = intervalOf(coerce(amount, INT64).sql, node.part)
  if (sql === undefined)
    throw errorAt(scope.context, `A valid date part name is required but found ${node.part}`, node.at)
  return typed(sql, INTERVAL)
}

/** Resolves `EXTRACT(part FROM value [AT TIME ZONE zone])`. */
export function resolveExtract(node: Expression & { kind: 'extract' }, scope: Scope): Typed {
  const { context } = scope
  const given = resolveExpression(node.value, scope)
  const value = given.type.kind === 'NULL' ? coerce(given, TIMESTAMP) : given
  if (!isCivil(value.type)) {
    if (value.type.kind === 'STRING' && value.isParameter)
      throw unsupportedAt(context, 'EXTRACT from a STRING parameter', node.at)
    if (value.type.kind === 'INTERVAL') throw unsupportedAt(context, 'EXTRACT from an INTERVAL', node.at)
    throw errorAt(context, `EXTRACT from type ${typeName(value.type)} is not supported`, node.at)
  }
  const zone = node.zone ? resolveExpression(node.zone, scope) : undefined
  if (zone && (value.type.kind !== 'TIMESTAMP' || !isCoercible(zone, STRING)))
    throw errorAt(context, `EXTRACT from type ${typeName(value.type)} does not support AT TIME ZONE`, node.at)
  const local = value.type.kind === 'TIMESTAMP' ? toLocal(value.sql, zone?.sql) : value.sql
  const part = extract(node.part, local, value.type.kind)
  if (!part)
    throw errorAt(
      context,
      `EXTRACT from type ${typeName(value.type)} does not support the ${node.part} date part`,
      node.at,
    )
  return typed(part.sql, part.type)
}
