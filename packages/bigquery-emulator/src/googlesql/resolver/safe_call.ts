/** GoogleSQL resolver: resolves the SAFE. prefix, which returns NULL instead of a function's error. https://cloud.google.com/bigquery/docs/reference/standard-sql/functions-reference#safe_prefix */
import type { Call, Expression } from '../ast.ts'
import { isAggregateFunction, windowFunctions } from '../functions/index.ts'
import { resolveUnsafe } from './call.ts'
import { settle } from './coercion.ts'
import { errorAt, freshName } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { Scope } from './scope.ts'
import { attempt, typed, type Typed } from './typed.ts'

/** Arguments without a value of their own, or whose evaluation can't fail. They stay in the call. */
const fixed = new Set<Expression['kind']>([
  'literal',
  'null',
  'parameter',
  'datePart',
  'lambda',
  'namedArgument',
])

function isFixed(node: Expression): boolean {
  return fixed.has(node.kind) || (node.kind === 'array' && node.items.every(isFixed))
}

/** Resolves `SAFE.f(…)`: NULL if f itself fails. Errors in its arguments remain errors. */
export function resolveSafe(node: Call, scope: Scope): Typed {
  const name = node.name.join('.').toUpperCase()
  const { context } = scope
  if (node.over || isAggregateFunction(name) || Object.hasOwn(windowFunctions, name))
    throw errorAt(context, `Function ${name} does not support SAFE error mode`, node.at)
  if (node.args.length === 0) return resolveUnsafe(node, scope)
  const values: Typed[] = []
  const names: string[] = []
  const argument = (value: Expression): Expression => {
    const variable = freshName(context, 'a')
    names.push(variable)
    values.push(settle(resolveExpression(value, scope)))
    return { kind: 'identifier', path: [variable], at: value.at }
  }
  const takesWord = (i: number): boolean => name.startsWith('NORMALIZE') && i === 1
  const args = node.args.map((arg, i): Expression => {
    if (isFixed(arg) || takesWord(i)) return arg
    return arg.kind === 'interval' ? { ...arg, amount: argument(arg.amount) } : argument(arg)
  })
  let { type } = typed('', { kind: 'NULL' })
  const sql = attempt(
    values.map((value) => value.sql),
    (...members) => {
      const locals = new Map(scope.locals)
      members.forEach((member, i) => locals.set(names[i]!, typed(member, values[i]!.type)))
      const result = resolveUnsafe({ ...node, safe: false, args }, { ...scope, locals })
      ;({ type } = result)
      return result.sql
    },
  )
  return typed(sql, type)
}
