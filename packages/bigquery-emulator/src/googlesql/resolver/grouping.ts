/** GoogleSQL resolver: resolves GROUP BY and checks that every other column is aggregated. */
import type { Expression, GroupItem, Select } from '../ast.ts'
import type { Type } from '../types.ts'
import {
  hasAggregate,
  hasSubquery,
  hasWindow,
  isPath,
  isSameExpression,
  unparenthesized,
} from './ast_search.ts'
import { settle } from './coercion.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { Reads } from './reads.ts'
import type { Scope } from './scope.ts'
import type { Output } from './select_list.ts'

/** One key of GROUP BY. */
interface Key {
  sql: string
  /**
   * The index of the key in the SELECT list, if it is one of its columns. The emitted SQL refers to the column by
   * number.
   */
  index?: number | undefined
  /** The key's expression. Undefined for a column of `*`. */
  node: Expression | undefined
  /** True if the key is an unchanged column or member of one, for example in a cast that changes nothing. */
  isColumn?: boolean | undefined
  /** True if the key is the whole row of a table. It covers only its own column of the SELECT list. */
  isRow?: boolean | undefined
}

/** The keys of a GROUP BY, and its items as emitted. */
export class Groups {
  readonly items: string[] = []
  readonly #keys: Key[] = []

  add(key: Key): void {
    this.#keys.push(key)
  }

  /** The SQL of keys that are columns or members of columns. Such a value is grouped wherever it is used. */
  get paths(): ReadonlySet<string> {
    return new Set(
      this.#keys.flatMap(({ node, sql, isColumn, isRow }) =>
        !isRow && (!node || isColumn || isPath(node)) ? [sql] : [],
      ),
    )
  }

  /** Returns true if the value is a key, for GROUPING. */
  has(sql: string): boolean {
    return this.#keys.some((key) => key.sql === sql)
  }

  /**
   * Returns true if the whole column of the SELECT list is a key. A key inside a larger expression doesn't count.
   * Neither does an aliased expression that GROUP BY repeats, if a later clause can refer to the alias.
   */
  covers({ node, value, isAliased, reads }: Output, index: number, hasLaterClause: boolean): boolean {
    return this.#keys.some((key) => {
      if (key.index === index) return true
      if (key.isRow || (key.sql !== value.sql && key.sql !== withoutParentheses(value.sql, node)))
        return false
      if (!node || !key.node || key.isColumn || isPath(node)) return true
      // An expression of a whole row is never the same as another for Google's analyzer.
      return !(isAliased && hasLaterClause) && !reads.hasRow && isSameExpression(key.node, node)
    })
  }
}

/** Returns a value's SQL without enclosing parentheses, as the keys are written. */
function withoutParentheses(sql: string, node: Expression | undefined): string {
  return node?.kind === 'parenthesized' ? withoutParentheses(sql.slice(1, -1), node.value) : sql
}

export function resolveGroups({ group, as }: Select, scope: Scope, outputs: readonly Output[]): Groups {
  const groups = new Groups()
  const emit = (key: Key): string => {
    groups.add(key)
    return as === undefined && key.index !== undefined ? String(key.index + 1) : key.sql
  }
  if (!group) return groups
  if (group.all) {
    for (const [i, { node, value }] of outputs.entries())
      if (!node || !(hasAggregate(node) || hasWindow(node)))
        groups.items.push(emit({ sql: value.sql, index: i, node }))
    return groups
  }
  demandAlone(group.items, scope)
  const key = (node: Expression): string => emit(groupKey(node, scope, outputs))
  const demandSingle = (nodes: readonly Expression[]): void => {
    const several = nodes.find((node) => node.kind === 'struct' && !node.named)
    if (several) throw unsupportedAt(scope.context, 'ROLLUP or CUBE of several columns at once', several.at)
  }
  const list = (nodes: readonly Expression[]): string => nodes.map(key).join(', ')
  for (const item of group.items) {
    if (item.kind === 'key') groups.items.push(key(item.value))
    else if (item.kind === 'empty') groups.items.push('()')
    else if (item.kind === 'sets') {
      const sets = item.sets.map(
        ({ kind, values }) => `${kind === 'set' ? '' : kind.toUpperCase()}(${list(values)})`,
      )
      groups.items.push(`GROUPING SETS (${sets.join(', ')})`)
    } else {
      demandSingle(item.values)
      groups.items.push(`${item.kind.toUpperCase()}(${list(item.values)})`)
    }
  }
  return groups
}

/** Throws if ROLLUP, CUBE or GROUPING SETS is not the only item of a GROUP BY. */
function demandAlone(items: readonly GroupItem[], { context }: Scope): void {
  const set = items.find((item) => item.kind !== 'key' && item.kind !== 'empty')
  if (!set || items.length === 1) return
  const name = set.kind === 'sets' ? 'GROUPING SETS' : set.kind.toUpperCase()
  const key = items.flatMap((item) => (item.kind === 'key' ? [item.value.at] : []))[0]
  const message = `The GROUP BY clause only supports ${name} when there are no other grouping elements`
  throw errorAt(context, message, key)
}

/**
 * Returns the index of the SELECT list column that a name in GROUP BY refers to, or -1. The SELECT list takes
 * precedence over the rows' columns.
 */
function namedOutput(path: readonly string[], outputs: readonly Output[], scope: Scope, at: number): number {
  const name = path[0]!
  const isNamed = (output: Output): boolean => output.name.toLowerCase() === name.toLowerCase()
  const index = outputs.findIndex(isNamed)
  if (index < 0) return index
  if (outputs.filter(isNamed).length > 1) {
    const message = `Name ${name} in GROUP BY clause is ambiguous; it may refer to multiple columns in the SELECT-list`
    throw errorAt(scope.context, message, at)
  }
  if (path.length > 1)
    throw errorAt(scope.context, `Cannot GROUP BY field references from SELECT list alias ${name}`, at)
  return index
}

/** Resolves one key: a column's number, a SELECT alias, or an expression. */
function groupKey(written: Expression, scope: Scope, outputs: readonly Output[]): Key {
  const { context } = scope
  const node = unparenthesized(written)
  let index = -1
  if (node.kind === 'literal' && node.type === 'INT64') {
    index = Number(node.text) - 1
    if (!outputs[index])
      throw errorAt(context, `GROUP BY is out of SELECT column number range: ${node.text}`, node.at)
  } else if (node.kind === 'identifier') index = namedOutput(node.path, outputs, scope, node.at)
  const output = outputs[index]
  if (output?.node && (hasAggregate(output.node) || hasWindow(output.node))) {
    const what = hasAggregate(output.node) ? 'an aggregation' : 'an analytic'
    const column = node.kind === 'literal' ? node.text : output.name
    throw errorAt(
      context,
      `Column ${column} contains ${what} function, which is not allowed in GROUP BY`,
      node.at,
    )
  }
  if (!output && hasSubquery(node)) throw unsupportedAt(context, 'A subquery in GROUP BY', node.at)
  const resolve = (expression: Expression) =>
    resolveExpression(expression, {
      ...scope,
      reads: undefined,
      place: { clause: 'GROUP BY', aggregates: false, windows: false },
    })
  const resolved = output?.value ?? resolve(node)
  if (!output && resolved.isLiteral) throw errorAt(context, 'Cannot GROUP BY literal values', node.at)
  const value = settle(resolved)
  demandGroupable('Grouping', value.type, scope, node.at)
  const { sql, isRow } = value
  const path = withoutCasts(node)
  const isMember = path !== node && isPath(path) && resolve(path).sql === sql
  const key = { sql, isRow, isColumn: value.origin !== undefined || isMember }
  return output ? { ...key, index, node: output.node } : { ...key, node }
}

function withoutCasts(node: Expression): Expression {
  return node.kind === 'cast' || node.kind === 'parenthesized' ? withoutCasts(node.value) : node
}

/** Returns the type's name if it is of that kind, `ARRAY containing JSON` if it contains one, otherwise undefined. */
export function containing(kind: Type['kind'], type: Type): string | undefined {
  if (type.kind === kind) return kind
  const inside =
    type.kind === 'ARRAY'
      ? [type.element]
      : type.kind === 'STRUCT'
        ? type.fields.map((field) => field.type)
        : []
  return inside.some((member) => containing(kind, member) !== undefined)
    ? `${type.kind} containing ${kind}`
    : undefined
}

/** Returns the JSON or GEOGRAPHY that prevents grouping by a type, or undefined if it is groupable. */
export function ungroupable(type: Type): string | undefined {
  return containing('JSON', type) ?? containing('GEOGRAPHY', type)
}

/**
 * Throws unless the type is groupable.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#groupable_data_types
 */
export function demandGroupable(what: string, type: Type, { context }: Scope, at: number): void {
  const found = ungroupable(type)
  if (found !== undefined)
    throw errorAt(context, `${what} by expressions of type ${found} is not allowed`, at)
}

/** Throws if a clause of an aggregated SELECT reads a column that is neither grouped nor aggregated. */
export function demandGrouped(clause: string, reads: Reads, groups: Groups, scope: Scope): void {
  const asked = reads.groupings.find(({ sql }) => !groups.has(sql))
  if (asked)
    throw errorAt(
      scope.context,
      'GROUPING must have an argument that exists within the group-by expression list',
      asked.at,
    )
  const ambiguous = reads.firstAmbiguous(groups.paths)
  if (ambiguous) throw errorAt(scope.context, `Column name ${ambiguous.name} is ambiguous`, ambiguous.at)
  const read = reads.firstOutside(groups.paths)
  if (!read) return
  const message = `${clause} expression references column ${read.name} which is neither grouped nor aggregated`
  throw errorAt(scope.context, message, read.at)
}

/** Throws for such a column in the SELECT list, where a whole column may be a key. */
export function demandListGrouped(
  { at }: Select,
  outputs: readonly Output[],
  groups: Groups,
  hasLaterClause: boolean,
  scope: Scope,
): void {
  for (const [i, output] of outputs.entries()) {
    if (groups.covers(output, i, hasLaterClause)) continue
    if (output.node) demandGrouped('SELECT list', output.reads, groups, scope)
    else {
      const message = `Star expansion expression references column ${output.name} which is neither grouped nor aggregated`
      throw errorAt(scope.context, message, at)
    }
  }
}
