/** The SELECT list: expressions, and what `*` stands for. */
import type { Expression, SelectItem } from '../ast.ts'
import { typeName } from '../types.ts'
import { settle } from './coercion.ts'
import { implicitName } from './constructor.ts'
import { errorAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { findSource } from './names.ts'
import { columnsOf, membersOf } from './relation.ts'
import { equalNames, valueOf, type Column, type Scope } from './scope.ts'
import type { Typed } from './typed.ts'

/** One output column. */
export interface Output {
  name: string
  value: Typed
  /** The expression it came from; none for the columns of `*`. */
  node?: Expression | undefined
  alias?: string | undefined
  constant?: Typed | undefined
}

export function resolveSelectList(items: readonly SelectItem[], scope: Scope): Output[] {
  return items.flatMap((item): Output[] => {
    if (item.kind === 'star') return expandStar(item, scope)
    const value = resolveExpression(item.value, scope)
    const isConstant = value.isLiteral === true || value.type.kind === 'NULL'
    const name = item.alias ?? implicitName(item.value) ?? ''
    return [
      {
        name,
        value: settle(value),
        node: item.value,
        alias: item.alias,
        constant: isConstant ? value : undefined,
      },
    ]
  })
}

function expandStar(item: SelectItem & { kind: 'star' }, scope: Scope): Output[] {
  const columns = item.of ? columnsOfValue(item.of, scope, item.at) : columnsOfSources(scope, item.at)
  for (const name of item.except)
    if (!columns.some((column) => equalNames(column.name, name)))
      throw errorAt(scope.context, `Column ${name} in SELECT * EXCEPT list does not exist`, item.at)
  for (const { name } of item.replace)
    if (!columns.some((column) => equalNames(column.name, name)))
      throw errorAt(scope.context, `Column ${name} in SELECT * REPLACE list does not exist`, item.at)
  return columns
    .filter((column) => !item.except.some((name) => equalNames(column.name, name)))
    .map((column): Output => {
      const replacement = item.replace.find(({ name }) => equalNames(column.name, name))
      if (!replacement) return { name: column.name, value: valueOf(column) }
      const value = settle(resolveExpression(replacement.value, scope))
      return { name: column.name, value, node: replacement.value }
    })
}

/** `alias.*`, `struct.*`. */
function columnsOfValue(node: Expression, scope: Scope, at: number): Column[] {
  if (node.kind === 'identifier' && node.path.length === 1) {
    const source = findSource(node.path[0]!, scope)
    if (source && (!source.value || source.value.type.kind === 'STRUCT'))
      return source.value ? membersOf(source.value) : columnsOf(source)
  }
  const value = resolveExpression(node, scope)
  if (value.type.kind !== 'STRUCT')
    throw errorAt(scope.context, `Dot-star is not supported for type ${typeName(value.type)}`, at)
  return membersOf(value)
}

/** The columns a bare `*` lists: merged USING columns once and first. */
export function columnsOfSources(scope: Scope, at: number): Column[] {
  if (scope.sources.length === 0) throw errorAt(scope.context, 'SELECT * must have a FROM clause', at)
  const merged = scope.merged ?? new Map<string, Column>()
  const others = scope.sources.flatMap(columnsOf).filter((column) => !merged.has(column.name.toLowerCase()))
  return [...merged.values(), ...others]
}
