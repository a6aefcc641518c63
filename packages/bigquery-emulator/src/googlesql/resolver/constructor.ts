/** GoogleSQL resolver: resolves CASE, arrays, structs and element access. */
import type { Case, Expression, StructConstructor } from '../ast.ts'
import { duckType, pack } from '../duckdb_sql.ts'
import {
  arrayOf,
  BOOL,
  fieldName,
  INT64,
  JSON_TYPE,
  NULL_TYPE,
  structOf,
  typeName,
  type Field,
} from '../types.ts'
import { coerce, isCoercible, settle, supertype } from './coercion.ts'
import { errorAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { comparisonSql } from './comparison.ts'
import { jsonMember } from './names.ts'
import { isComparable, noOperator, pair } from './operator.ts'
import type { Scope } from './scope.ts'
import { once, typed, type Typed } from './typed.ts'

export function resolveCase(node: Case, scope: Scope): Typed {
  const { context } = scope
  const operand = node.operand && resolveExpression(node.operand, scope)
  const conditions = node.branches.map(({ when }) => {
    const condition = resolveExpression(when, scope)
    if (operand) {
      const [a, b, type] = pair(operand, condition, 'CASE', scope, node.at)
      if (!isComparable(type)) throw noOperator(scope, 'CASE', [operand, condition], node.at)
      return comparisonSql('=', a, b, type)
    }
    if (!isCoercible(condition, BOOL))
      throw errorAt(
        context,
        `CASE condition should return type BOOL, but returns ${typeName(condition.type)}`,
        when.at,
      )
    return condition.sql
  })
  const results = node.branches.map(({ result }) => resolveExpression(result, scope))
  const otherwise = node.otherwise ? resolveExpression(node.otherwise, scope) : typed('NULL', NULL_TYPE)
  const all = [...results, otherwise]
  const type = supertype(all)
  if (!type) {
    const found = all.map((result) => typeName(result.type)).join(', ')
    const rule = 'all THEN/ELSE arguments must be coercible to a common type but found'
    throw errorAt(context, `No matching signature for operator CASE; ${rule}: ${found}`, node.at)
  }
  const branches = conditions.map(
    (condition, i) => ` WHEN ${condition} THEN ${coerce(results[i]!, type).sql}`,
  )
  return typed(`CASE${branches.join('')} ELSE ${coerce(otherwise, type).sql} END`, type)
}

export function resolveArray(node: Expression & { kind: 'array' }, scope: Scope): Typed {
  const items = node.items.map((item) => resolveExpression(item, scope))
  const element = node.element ?? (items.length > 0 ? supertype(items) : INT64)
  if (!element) {
    const types = [...new Set(items.map((item) => typeName(item.type)))].join(', ')
    throw errorAt(scope.context, `Array elements of types {${types}} do not have a common supertype`, node.at)
  }
  if (element.kind === 'ARRAY')
    throw errorAt(scope.context, `Cannot construct array with element type ${typeName(element)}`, node.at)
  const type = arrayOf(element)
  const bad = items.find((item) => !isCoercible(item, element))
  if (bad)
    throw errorAt(
      scope.context,
      `Array element type ${typeName(bad.type)} does not coerce to ${typeName(element)}`,
      node.at,
    )
  const coerced = items.map((item) => coerce(item, element))
  const sql = `CAST([${coerced.map((item) => item.sql).join(', ')}] AS ${duckType(type)})`
  return typed(sql, type, { items: coerced, isLiteral: items.every((item) => item.isLiteral) })
}

export function resolveStruct(node: StructConstructor, scope: Scope): Typed {
  const values = node.members.map(({ value }) => resolveExpression(value, scope))
  if (node.type) return resolveTypedStruct(node, values, scope)
  const items = values.map(settle)
  const fields = node.members.map(({ value, alias }, i): Field => ({
    name: alias ?? (node.named ? implicitName(value) : undefined),
    type: items[i]!.type,
  }))
  const sql = pack(
    fields.map(fieldName),
    items.map((item) => item.sql),
  )
  return typed(sql, structOf(fields), { items: values, isLiteral: values.every((value) => value.isLiteral) })
}

function resolveTypedStruct(node: StructConstructor, values: Typed[], scope: Scope): Typed {
  const { type } = node
  if (node.members.some(({ alias }) => alias !== undefined)) {
    const message = 'STRUCT constructors cannot specify both an explicit type and field names with AS'
    throw errorAt(scope.context, message, node.at)
  }
  if (type?.kind !== 'STRUCT') throw errorAt(scope.context, 'A STRUCT type is required', node.at)
  if (type.fields.length !== values.length) {
    const counts = `expected ${type.fields.length}, found ${values.length}`
    throw errorAt(
      scope.context,
      `STRUCT type has different number of fields than its values: ${counts}`,
      node.at,
    )
  }
  const items = values.map((value, i) => {
    const field = type.fields[i]!
    if (!isCoercible(value, field.type)) throw noOperator(scope, 'STRUCT', [value], node.at)
    return coerce(value, field.type)
  })
  return typed(
    pack(
      type.fields.map(fieldName),
      items.map((item) => item.sql),
    ),
    type,
    { items },
  )
}

/** Returns the name that a column gets from its expression, without an alias. */
export function implicitName(node: Expression): string | undefined {
  if (node.kind === 'identifier') return node.path.at(-1)
  if (node.kind === 'field') return node.name
  return node.kind === 'parenthesized' ? implicitName(node.value) : undefined
}

/** Resolves `array[OFFSET(i)]`, `json['name']` or `json[0]`. */
export function resolveElement(node: Expression & { kind: 'element' }, scope: Scope): Typed {
  const value = resolveExpression(node.value, scope)
  const index = resolveExpression(node.index, scope)
  const { access, at } = node
  if (value.type.kind === 'JSON') {
    if (access !== 'PLAIN')
      throw errorAt(
        scope.context,
        `Subscript access using [${access}(${typeName(index.type)})] is not supported on values of type JSON`,
        at,
      )
    if (index.literal !== undefined && index.type.kind === 'STRING')
      return jsonMember(value, `."${index.literal.replaceAll('"', '\\"')}"`)
    if (index.literal !== undefined && index.type.kind === 'INT64' && !index.literal.startsWith('-'))
      return jsonMember(value, `[${index.literal}]`)
    if (index.type.kind !== 'STRING' && index.type.kind !== 'INT64')
      throw errorAt(
        scope.context,
        `Element access using [] is not supported on values of type JSON with a subscript of type ${typeName(index.type)}`,
        at,
      )
    const step =
      index.type.kind === 'STRING'
        ? `'$."' || replace(${index.sql}, '"', '\\"') || '"'`
        : `CASE WHEN ${index.sql} >= 0 THEN '$[' || ${index.sql} || ']' END`
    return typed(
      once([value.sql], (json) => `bq_json_extract(${json}, ${step})`),
      JSON_TYPE,
    )
  }
  if (value.type.kind !== 'ARRAY') {
    const form = access === 'PLAIN' ? '' : `${access}()`
    const message = `Element access using [${form}] is not supported on values of type ${typeName(value.type)}`
    throw errorAt(scope.context, message, at)
  }
  if (!isCoercible(index, INT64))
    throw errorAt(
      scope.context,
      `Array position in [] must be coercible to INT64 type, but has type ${typeName(index.type)}`,
      at,
    )
  const offset = access.endsWith('ORDINAL') ? `${index.sql} - 1` : index.sql
  const macro = access.startsWith('SAFE') ? 'bq_safe_offset' : 'bq_offset'
  return typed(`${macro}(${value.sql}, ${offset})`, value.type.element)
}
