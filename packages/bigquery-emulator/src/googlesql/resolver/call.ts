/** GoogleSQL resolver: resolves function calls: SQL functions of the catalog first, then built-in functions. */
import type { Call } from '../ast.ts'
import type { Routine } from '../catalog.ts'
import {
  aggregateFunctions,
  isKnownFunction,
  knownFunctions,
  scalarFunctions,
  windowFunctions,
} from '../functions/index.ts'
import type { SqlFunction } from '../functions/definition.ts'
import { duckType } from '../duckdb_sql.ts'
import { nearest } from '../spelling.ts'
import { typeName } from '../types.ts'
import { Aggregation } from './aggregation.ts'
import { coerce, isCoercible } from './coercion.ts'
import { errorAt, unsupportedAt, type Context } from './context.ts'
import { resolveExpression } from './expression.ts'
import { FunctionCall } from './function_call.ts'
import { readTogether } from './json_reads.ts'
import { Reads } from './reads.ts'
import { resolveSafe } from './safe_call.ts'
import { aggregateArgument, windowArgument, type Scope } from './scope.ts'
import { typed, type Typed } from './typed.ts'

export function resolveCall(node: Call, scope: Scope): Typed {
  return node.safe ? resolveSafe(node, scope) : resolveUnsafe(node, scope)
}

/** Resolves a call without its SAFE. prefix. */
export function resolveUnsafe(node: Call, scope: Scope): Typed {
  const { context } = scope
  const routine = findRoutine(node.name, scope)
  if (routine) return callRoutine(routine, node, scope)
  const name = node.name.join('.').toUpperCase()
  const aggregate = aggregateFunctions[name]
  if (aggregate && !node.over) return callAggregate(aggregate, name, node, scope)
  if (node.over && (aggregate || windowFunctions[name]) && !scope.place?.windows)
    throw errorAt(context, `Analytic function not allowed in ${placeName(scope)}`, node.at)
  const inside: Scope = node.over ? within(scope, windowArgument, scope.place?.aggregates) : scope
  const call = new FunctionCall(name, node, inside)
  if (aggregate) return call.dispatch(aggregate, new Aggregation(call))
  const window = windowFunctions[name]
  if (window) {
    if (!node.over && name.startsWith('PERCENTILE_'))
      throw unsupportedAt(context, `${name} without OVER`, node.at)
    if (!node.over)
      throw errorAt(context, `Analytic function ${name} cannot be called without an OVER clause`, node.at)
    return call.dispatch(window, new Aggregation(call))
  }
  if (node.over) {
    const known = isKnownFunction(name)
    if (known) throw errorAt(context, `Function ${name} does not support an OVER clause`, node.at)
  }
  const scalar = scalarFunctions[name]
  if (scalar) demandNoModifiers(name, node, scope)
  if (scalar) return readTogether(call) ?? call.dispatch(scalar)
  throw unknownFunction(node, name, scope)
}

/** Throws for modifiers that only aggregates accept. */
function demandNoModifiers(name: string, node: Call, { context }: Scope): void {
  const modifiers = [
    ['DISTINCT', node.distinct],
    ['IGNORE NULLS or RESPECT NULLS', node.nulls],
    ['WHERE', node.where],
    ['HAVING', node.having],
    ['ORDER BY', node.order],
    ['LIMIT', node.limit],
  ] as const
  const found = modifiers.find(([, written]) => written !== undefined)
  if (found)
    throw errorAt(context, `Non-aggregate function ${name} cannot be called with ${found[0]}`, node.at)
}

function placeName({ place }: Scope): string {
  return place?.clause ?? 'this place'
}

function within(scope: Scope, clause: string, aggregates = false): Scope {
  return {
    ...scope,
    place: { clause, aggregates, windows: false },
  }
}

function callAggregate(
  definition: SqlFunction<[Aggregation]>,
  name: string,
  node: Call,
  scope: Scope,
): Typed {
  const { context } = scope
  if (scope.place?.clause === aggregateArgument)
    throw errorAt(context, 'Aggregations of aggregations are not allowed', node.at)
  if (!scope.place?.aggregates)
    throw errorAt(context, `Aggregate function ${name} not allowed in ${placeName(scope)}`, node.at)
  if (name === 'GROUPING') {
    const call = new FunctionCall(name, node, within(scope, aggregateArgument))
    return call.dispatch(definition, new Aggregation(call))
  }
  const reads = new Reads()
  const call = new FunctionCall(name, node, { ...within(scope, aggregateArgument), reads })
  const value = call.dispatch(definition, new Aggregation(call))
  // DuckDB would aggregate the rows of the outer query instead.
  if (reads.outside && reads.count === 0)
    throw unsupportedAt(context, `${name} of nothing but an outer query's columns`, node.at)
  return value
}

function unknownFunction(node: Call, name: string, scope: Scope): Error {
  const { context } = scope
  const existsInBigQuery = refusedFamilies.some((prefix) => name.startsWith(prefix))
  if (existsInBigQuery || refusedFunctions.includes(name))
    return unsupportedAt(context, `Function ${name}`, node.at)
  const written = node.name.map((part) => (/^\w+$/.test(part) ? part : `\`${part}\``)).join('.')
  const near = node.name.length === 1 ? nearest(name, knownFunctions(), 2) : undefined
  const hint = near === undefined ? '' : `; Did you mean ${near.toLowerCase()}?`
  return errorAt(context, `Function not found: ${written}${hint}`, node.at)
}

/** Name prefixes of function families that are not supported, apart from the functions in the tables. */
export const refusedFamilies: readonly string[] =
  'ST_ S2_ HLL_COUNT. KEYS. AEAD. DETERMINISTIC_ NET. RANGE ML. AI. VECTOR_'.split(' ')

/** BigQuery functions that are not supported. Calls are rejected with the function's name. */
export const refusedFunctions: readonly string[] =
  `ARRAY_FILTER ARRAY_TRANSFORM ARRAY_ZIP COLLATE GENERATE_RANGE_ARRAY EXTERNAL_QUERY
  JUSTIFY_DAYS JUSTIFY_HOURS JUSTIFY_INTERVAL MAKE_INTERVAL PARSE_BIGNUMERIC BIGNUMERIC COSINE_DISTANCE EUCLIDEAN_DISTANCE
  LAX_BOOL_ARRAY LAX_INT64_ARRAY LAX_FLOAT64_ARRAY LAX_STRING_ARRAY JSON_FLATTEN REGEXP_INSTR SPLIT_SUBSTR GAP_FILL APPENDS
  CHANGES FROM_PROTO TO_PROTO TEXT_ANALYZE BAG_OF_WORDS TF_IDF SEARCH IFERROR ISERROR NULLIFERROR JSON_CONTAINS`.split(
    /\s+/,
  )

function findRoutine(name: readonly string[], { context }: Scope): Routine | undefined {
  const temporary = name.length === 1 ? context.temporary.get(name[0]!.toLowerCase()) : undefined
  if (temporary) return temporary
  const path = name.flatMap((part) => part.split('.'))
  if (path.length === 3) return context.catalog.routine(path[0]!, path[1]!, path[2]!)
  if (path.length === 2) return context.catalog.routine(context.project, path[0]!, path[1]!)
  return undefined
}

function callRoutine(routine: Routine, node: Call, scope: Scope): Typed {
  const { context } = scope
  if (node.args.length !== routine.parameters.length) {
    const types = routine.parameters.map(({ type }) => (type === 'ANY' ? 'ANY' : typeName(type))).join(', ')
    const signature = `${routine.name}(${types})`
    const message = `Number of arguments does not match for function ${routine.name}. Supported signature: ${signature}`
    throw errorAt(context, message, node.at)
  }
  const locals = new Map<string, Typed>()
  for (const [i, { name, type }] of routine.parameters.entries()) {
    const value = resolveExpression(node.args[i]!, scope)
    if (type !== 'ANY' && !isCoercible(value, type)) {
      const signature = `${routine.name} for argument types: ${typeName(value.type)}`
      throw errorAt(context, `No matching signature for function ${signature}`, node.at)
    }
    locals.set(name.toLowerCase(), type === 'ANY' ? value : coerce(value, type))
  }
  const result = resolveBody(routine, locals, context)
  return typed(`(${result.sql})`, result.type)
}

type Body = Pick<Routine, 'parameters' | 'returns' | 'body' | 'source'>

function resolveBody(
  { body: node, returns, source }: Body,
  locals: Map<string, Typed>,
  given: Context,
): Typed {
  const context = { ...given, source, script: undefined }
  const body = resolveExpression(node, { context, sources: [], locals })
  if (!returns) return body
  if (isCoercible(body, returns)) return coerce(body, returns)
  const produced = `the function body produces incompatible type ${typeName(body.type)}`
  throw errorAt(context, `Function declared to return ${typeName(returns)} but ${produced}`, node.at)
}

/** Throws if the body of a new function has an error. A body with parameters of ANY TYPE is only checked by its calls. */
export function checkRoutine(routine: Omit<Body, 'source'>, context: Context): void {
  const locals = new Map<string, Typed>()
  for (const { name, type } of routine.parameters) {
    if (type === 'ANY') return
    locals.set(name.toLowerCase(), typed(`CAST(NULL AS ${duckType(type)})`, type))
  }
  resolveBody({ ...routine, source: context.source }, locals, context)
}
