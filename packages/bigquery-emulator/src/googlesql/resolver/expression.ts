/** GoogleSQL resolver: resolves expressions, with one branch for each kind of node. */
import type { Expression } from '../ast.ts'
import { text } from '../duckdb_sql.ts'
import { arrayOf, NULL_TYPE, STRING, typeName } from '../types.ts'
import { isPath } from './ast_search.ts'
import { resolveCall } from './call.ts'
import { resolveCast } from './cast.ts'
import { resolveArray, resolveCase, resolveElement, resolveStruct } from './constructor.ts'
import { errorAt, placed, unsupportedAt } from './context.ts'
import { resolveExists } from './exists.ts'
import { resolveExtract, resolveInterval } from './interval.ts'
import { resolveLiteral } from './literal.ts'
import { resolveField, resolveName } from './names.ts'
import { resolveBinary, resolveUnary } from './operator.ts'
import { resolveBetween, resolveDistinctFrom, resolveIn, resolveIs, resolveLike } from './predicate.ts'
import { resolveQuery } from './query.ts'
import { correlated, type Scope } from './scope.ts'
import { typed, type Typed } from './typed.ts'

export function resolveExpression(node: Expression, scope: Scope): Typed {
  const { reads } = scope
  const readBefore = reads?.count ?? 0
  const value = placed(scope.context, node.at, () => resolveNode(node, scope))
  if (reads && isPath(node)) reads.notePath(value.sql, readBefore)
  return value
}

function resolveNode(node: Expression, scope: Scope): Typed {
  const { context } = scope
  switch (node.kind) {
    case 'literal':
      return resolveLiteral(node, context)
    case 'null':
      return typed('NULL', NULL_TYPE, { isLiteral: true })
    case 'identifier':
      return resolveName(node, scope)
    case 'parenthesized': {
      const inner = resolveExpression(node.value, scope)
      return { ...inner, sql: `(${inner.sql})` }
    }
    case 'field':
      return resolveField(resolveExpression(node.value, scope), node.name, context, node.at)
    case 'element':
      return resolveElement(node, scope)
    case 'parameter':
      return resolveParameter(node, scope)
    case 'systemVariable': {
      const name = node.name.toLowerCase()
      if (name === 'time_zone') return typed("'UTC'", STRING)
      if (name === 'project_id') return typed(text(context.project), STRING)
      const ofScript = context.script?.system(name)
      if (ofScript) return ofScript
      throw unsupportedAt(context, `System variable @@${node.name}`, node.at)
    }
    case 'unary':
      return resolveUnary(node, scope)
    case 'binary':
      return resolveBinary(node, scope)
    case 'is':
      return resolveIs(node, scope)
    case 'distinctFrom':
      return resolveDistinctFrom(node, scope)
    case 'between':
      return resolveBetween(node, scope)
    case 'like':
    case 'likeAny':
      return resolveLike(node, scope)
    case 'inList':
    case 'inArray':
    case 'inQuery':
      return resolveIn(node, scope)
    case 'case':
      return resolveCase(node, scope)
    case 'cast':
      return resolveCast(node, scope)
    case 'extract':
      return resolveExtract(node, scope)
    case 'interval':
      return resolveInterval(node, scope)
    case 'array':
      return resolveArray(node, scope)
    case 'struct':
      return resolveStruct(node, scope)
    case 'call':
      return resolveCall(node, scope)
    case 'scalarQuery':
    case 'arrayQuery':
      return resolveSubquery(node, scope)
    case 'exists':
      return resolveExists(node, scope)
    case 'with':
      return resolveWith(node, scope)
    case 'namedArgument':
      return resolveExpression(node.value, scope)
    case 'lambda':
      throw unsupportedAt(context, 'A lambda expression', node.at)
    case 'datePart':
      throw errorAt(context, `Unrecognized name: ${node.part}`, node.at)
    default:
      throw errorAt(context, 'Syntax error: Unexpected keyword DEFAULT', node.at)
  }
}

function resolveParameter(node: Expression & { kind: 'parameter' }, scope: Scope): Typed {
  const { named, positional } = scope.context.parameters
  const bound = node.name === undefined ? positional[node.index!] : named.get(node.name.toLowerCase())
  if (bound) return bound
  const message =
    node.name === undefined
      ? `Query parameter number ${node.index! + 1} is not defined`
      : `Query parameter '${node.name}' not found`
  throw errorAt(scope.context, message, node.at)
}

function resolveSubquery(node: Expression & { kind: 'scalarQuery' | 'arrayQuery' }, scope: Scope): Typed {
  const { sql, columns } = resolveQuery(node.query, correlated(scope))
  if (columns.length !== 1) {
    const what = node.kind === 'scalarQuery' ? 'Scalar subquery' : 'ARRAY subquery'
    const hint = 'unless using SELECT AS STRUCT to build STRUCT values'
    throw errorAt(scope.context, `${what} cannot have more than one column ${hint}`, node.at)
  }
  const { type } = columns[0]!
  if (node.kind === 'arrayQuery' && type.kind === 'ARRAY') {
    const column = `column of type ${typeName(type)}`
    const message = `Cannot use array subquery with ${column} because nested arrays are not supported`
    throw errorAt(scope.context, message, node.at)
  }
  return node.kind === 'scalarQuery' ? typed(`(${sql})`, type) : typed(`ARRAY(${sql})`, arrayOf(type))
}

function resolveWith(node: Expression & { kind: 'with' }, scope: Scope): Typed {
  const locals = new Map<string, Typed>()
  const inner: Scope = { ...correlated(scope), place: scope.place, locals }
  for (const { name, value } of node.variables)
    locals.set(name.toLowerCase(), resolveExpression(value, inner))
  return resolveExpression(node.body, inner)
}
