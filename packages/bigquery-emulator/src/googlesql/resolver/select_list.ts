/** GoogleSQL resolver: resolves the SELECT list and expands `*`. */
import type { Expression, SelectItem } from '../ast.ts'
import { typeName } from '../types.ts'
import { hasWindow } from './ast_search.ts'
import { settle } from './coercion.ts'
import { implicitName } from './constructor.ts'
import { errorAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { findSource } from './names.ts'
import { columnsOf, membersOf, visibleColumns } from './columns.ts'
import { Reads } from './reads.ts'
import { equalNames, valueOf, type ScopeColumn, type Scope } from './scope.ts'
import type { Typed } from './typed.ts'

/** One output column. */
export interface Output {
  name: string
  value: Typed
  /** The column's expression. Undefined for the columns of `*`. */
  node?: Expression | undefined
  /** True if the query names the column with AS. */
  isAliased?: boolean
  constant?: Typed | undefined
  /** The columns that it reads outside of aggregates. */
  reads: Reads
}

export function resolveSelectList(items: readonly SelectItem[], scope: Scope): Output[] {
  return items.flatMap((item): Output[] => {
    if (item.kind === 'star') return expandStar(item, scope)
    const reads = new Reads()
    const value = resolveExpression(item.value, { ...scope, reads })
    const isConstant = value.isLiteral === true || value.isParameter === true || value.type.kind === 'NULL'
    const name = item.alias ?? implicitName(item.value) ?? ''
    return [
      {
        name,
        value: settle(value),
        node: item.value,
        isAliased: item.alias !== undefined,
        constant: isConstant ? value : undefined,
        reads,
      },
    ]
  })
}

function expandStar(item: SelectItem & { kind: 'star' }, scope: Scope): Output[] {
  const columns = item.of ? columnsOfValue(item.of, scope, item.at) : columnsOfSources(scope, item.at)
  demandListed('EXCEPT', item.except, columns, scope, item.at)
  const replaced = item.replace.map(({ name }) => name)
  demandListed('REPLACE', replaced, columns, scope, item.at)
  const both = item.except.find((name) => replaced.some((other) => equalNames(other, name)))
  if (both !== undefined)
    throw errorAt(scope.context, `Column ${both} cannot occur in both SELECT * EXCEPT and REPLACE`, item.at)
  const kept = columns.filter((column) => !item.except.some((name) => equalNames(column.name, name)))
  if (kept.length === 0) {
    const message =
      item.except.length > 0
        ? 'SELECT * expands to zero columns after applying EXCEPT'
        : 'Star expansion is not allowed on a struct with zero fields'
    throw errorAt(scope.context, message, item.at)
  }
  return kept.map((column): Output => {
    const replacement = item.replace.find(({ name }) => equalNames(column.name, name))
    const reads = new Reads()
    if (!replacement) return { name: column.name, value: valueOf(column), reads }
    if (hasWindow(replacement.value))
      throw errorAt(scope.context, 'Cannot use analytic functions inside SELECT * REPLACE', item.at)
    const value = settle(resolveExpression(replacement.value, { ...scope, reads }))
    return { name: column.name, value, node: replacement.value, reads }
  })
}

/** Throws for a name in EXCEPT or REPLACE that is repeated or is not a column. */
function demandListed(
  clause: string,
  names: readonly string[],
  columns: readonly ScopeColumn[],
  scope: Scope,
  at: number,
): void {
  for (const [i, name] of names.entries()) {
    if (!columns.some((column) => equalNames(column.name, name)))
      throw errorAt(scope.context, `Column ${name} in SELECT * ${clause} list does not exist`, at)
    if (names.slice(0, i).some((other) => equalNames(other, name)))
      throw errorAt(scope.context, `Duplicate column ${name} in SELECT * ${clause} list`, at)
  }
}

/** Expands `alias.*` or `struct.*`. */
function columnsOfValue(node: Expression, scope: Scope, at: number): readonly ScopeColumn[] {
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

/** Expands a bare `*`. Merged USING columns are listed once, at the start. */
export function columnsOfSources(scope: Scope, at: number): readonly ScopeColumn[] {
  if (scope.sources.length === 0) throw errorAt(scope.context, 'SELECT * must have a FROM clause', at)
  return visibleColumns(scope).filter((column) => !column.hidden)
}
