/** GoogleSQL functions: selects the signature of a function that matches the arguments of a call. */
import type { Expression } from '../ast.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import { coerce, isCoercible, supertype } from '../resolver/coercion.ts'
import { ofType, type Typed } from '../resolver/typed.ts'
import { arrayOf, INT64, isNumeric, sameType, STRING, type Type } from '../types.ts'
import type { Overload } from './definition.ts'
import { jsonPathArgument } from './json_path.ts'
import type { Pattern, Signature } from './signature.ts'

export interface Match<First extends unknown[]> {
  overload: Overload<First>
  /** The SQL of the coerced arguments. */
  args: string[]
  returns: Type
}

/** How closely arguments must match: unchanged, as the common type of all numeric arguments, or by coercion. */
type Fit = 'exact' | 'common' | 'coerced'

/** Returns the first signature of the closest match. */
export function matchOverload<First extends unknown[]>(
  overloads: readonly Overload<First>[],
  call: FunctionCall,
): Match<First> | undefined {
  for (const fit of ['exact', 'common', 'coerced'] as const)
    for (const overload of overloads) {
      const match = matchSignature(overload.signature, call, fit)
      if (match) return { overload, ...match }
    }
  return undefined
}

function patternsFor(signature: Signature, count: number): Pattern[] | undefined {
  const { required, optional, rest } = signature
  if (count < required.length) return undefined
  const patterns = [...required, ...optional].slice(0, count)
  while (patterns.length < count) {
    if (!rest) return undefined
    patterns.push(rest)
  }
  return patterns
}

type Variables = Map<string, Type>

function matchSignature(
  signature: Signature,
  call: FunctionCall,
  fit: Fit,
): { args: string[]; returns: Type } | undefined {
  const patterns = patternsFor(signature, call.args.length)
  if (!patterns) return undefined
  const variables = bindVariables(patterns, call)
  if (!variables) return undefined
  const args: string[] = []
  for (const [i, pattern] of patterns.entries()) {
    const emitted = matchArgument(pattern, call, i, fit, variables)
    if (!emitted) return undefined
    args.push(...emitted)
  }
  return { args, returns: substitute(signature.returns, variables) }
}

/** Binds T and U to the common type of all arguments that they describe. */
function bindVariables(patterns: readonly Pattern[], call: FunctionCall): Variables | undefined {
  const found = new Map<'T' | 'U', Typed[]>()
  const elementNames = new Set(
    patterns.flatMap((pattern) =>
      pattern.kind === 'array' && pattern.element.kind === 'variable' ? [pattern.element.name] : [],
    ),
  )
  for (const [i, pattern] of patterns.entries()) {
    if (pattern.kind === 'variable') push(found, pattern.name, call.value(i))
    if (pattern.kind !== 'array' || pattern.element.kind !== 'variable') continue
    const { type } = call.value(i)
    const isOpen = type.kind === 'NULL' || call.value(i).items?.length === 0
    if (isOpen) continue
    if (type.kind !== 'ARRAY') return undefined
    const { items, isLiteral, isParameter = false } = call.value(i)
    const elements = isLiteral && items ? items : [{ ...ofType(type.element), isParameter }]
    for (const element of elements) push(found, pattern.element.name, element)
  }
  const variables: Variables = new Map()
  for (const [name, values] of found) {
    const type = supertype(values)
    if (!type || (type.kind === 'ARRAY' && elementNames.has(name))) return undefined
    variables.set(name, type)
  }
  return variables
}

function isNoValue({ kind }: Expression): boolean {
  return kind === 'datePart' || kind === 'interval' || kind === 'lambda'
}

function commonNumber(call: FunctionCall): Type | undefined {
  const values = call.args.flatMap((arg, i) => (isNoValue(arg) ? [] : [call.value(i)]))
  return supertype(values.filter((value) => isNumeric(value.type)))
}

function push(map: Map<'T' | 'U', Typed[]>, name: 'T' | 'U', value: Typed): void {
  map.set(name, [...(map.get(name) ?? []), value])
}

function substitute(pattern: Pattern, variables: Variables): Type {
  if (pattern.kind === 'type') return pattern.type
  if (pattern.kind === 'variable') return variables.get(pattern.name) ?? INT64
  if (pattern.kind === 'array') return arrayOf(substitute(pattern.element, variables))
  return STRING
}

/** Returns the argument's SQL, or undefined if it doesn't match. */
function matchArgument(
  pattern: Pattern,
  call: FunctionCall,
  index: number,
  fit: Fit,
  variables: Variables,
): string[] | undefined {
  const node = call.args[index]!
  if (pattern.kind === 'PART' || pattern.kind === 'WORD') {
    if (node.kind === 'datePart') return [node.part]
    if (node.kind !== 'identifier' || node.path.length !== 1) return undefined
    return [node.path[0]!.toUpperCase()]
  }
  if (pattern.kind === 'INTERVAL_PART') {
    if (node.kind !== 'interval' || node.to !== undefined) return undefined
    const amount = call.interval(index)
    return amount && isCoercible(amount, INT64) ? [coerce(amount, INT64).sql, node.part] : undefined
  }
  if (node.kind === 'datePart' || node.kind === 'lambda') return undefined
  const value = call.value(index)
  if (pattern.kind === 'JSONPATH' && !(value.isLiteral || value.isParameter))
    throw call.fail('JSONPath must be a string literal or query parameter')
  if (pattern.kind === 'JSONPATH')
    return isCoercible(value, STRING)
      ? [jsonPathArgument(value, call.name.startsWith('JSON_EXTRACT') ? 'legacy' : 'standard')]
      : undefined
  const type = substitute(pattern, variables)
  if (pattern.kind === 'type' && value.type.kind !== 'NULL' && fit !== 'coerced') {
    const given = fit === 'common' && isNumeric(value.type) ? commonNumber(call) : value.type
    if (!given || !sameType(given, type)) return undefined
  }
  // An argument is converted to NUMERIC only if one of the arguments is a NUMERIC.
  if (pattern.kind === 'type' && type.kind === 'NUMERIC' && !hasNumeric(call)) return undefined
  return isCoercible(value, type) ? [coerce(value, type).sql] : undefined
}

function hasNumeric(call: FunctionCall): boolean {
  return call.args.some((arg, i) => !isNoValue(arg) && call.value(i).type.kind === 'NUMERIC')
}
