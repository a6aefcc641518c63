/** GROUP BY, and the rule that every other column must be aggregated. */
import type { Expression, Select } from '../ast.ts'
import { typeName } from '../types.ts'
import { hasAggregate, hasSubquery, hasWindow } from './ast_search.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import type { Reads } from './reads.ts'
import type { Scope } from './scope.ts'
import type { Output } from './select_list.ts'
import type { Typed } from './typed.ts'

/** A GROUP BY: the items as emitted, and the keys' own SQL. */
export interface Groups {
  items: string[]
  keys: ReadonlySet<string>
}

/** What a key is: an expression, or a column of the SELECT list, which the emitted SQL calls by its number. */
interface Key {
  sql: string
  emitted: string
}

export function resolveGroups({ group, as }: Select, scope: Scope, outputs: readonly Output[]): Groups {
  const keys = new Set<string>()
  const emit = ({ sql, emitted }: Key): string => {
    keys.add(sql)
    return as === undefined ? emitted : sql
  }
  if (!group) return { items: [], keys }
  if (group.all) {
    const isKey = ({ node }: Output): boolean => !node || !(hasAggregate(node) || hasWindow(node))
    const items = outputs.flatMap((output, i) =>
      isKey(output) ? [emit({ sql: output.value.sql, emitted: String(i + 1) })] : [],
    )
    return { items, keys }
  }
  const key = (node: Expression): string => emit(groupKey(node, scope, outputs))
  const list = (nodes: readonly Expression[]): string => nodes.map(key).join(', ')
  const items = group.items.map((item) => {
    switch (item.kind) {
      case 'key':
        return key(item.value)
      case 'rollup':
        return `ROLLUP(${list(item.values)})`
      case 'cube':
        return `CUBE(${list(item.values)})`
      case 'empty':
        return '()'
      default: {
        const sets = item.sets.map(
          ({ kind, values }) => `${kind === 'set' ? '' : kind.toUpperCase()}(${list(values)})`,
        )
        return `GROUPING SETS (${sets.join(', ')})`
      }
    }
  })
  return { items, keys }
}

/** One key: a column's number, a SELECT alias, or an expression. */
function groupKey(written: Expression, scope: Scope, outputs: readonly Output[]): Key {
  const { context } = scope
  let node = written
  while (node.kind === 'parenthesized') node = node.value
  let index = -1
  if (node.kind === 'literal' && node.type === 'INT64') {
    index = Number(node.text) - 1
    if (!outputs[index])
      throw errorAt(context, `GROUP BY column number item is out of range: ${node.text}`, node.at)
  } else if (node.kind === 'identifier' && node.path.length === 1) {
    const name = node.path[0]!.toLowerCase()
    index = outputs.findIndex(({ alias }) => alias?.toLowerCase() === name)
  }
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
  if (!output && node.kind === 'literal') throw errorAt(context, 'Cannot GROUP BY literal values', node.at)
  if (!output && hasSubquery(node)) throw unsupportedAt(context, 'A subquery in GROUP BY', node.at)
  const value =
    output?.value ??
    resolveExpression(node, {
      ...scope,
      reads: undefined,
      place: { clause: 'GROUP BY', aggregates: false, windows: false },
    })
  demandGroupable(value, scope, node.at)
  return { sql: value.sql, emitted: output ? String(index + 1) : value.sql }
}

export function demandGroupable({ type }: Typed, { context }: Scope, at: number): void {
  if (type.kind === 'JSON') throw errorAt(context, 'Grouping by expressions of type JSON is not allowed', at)
  if (type.kind === 'ARRAY')
    throw errorAt(context, `Grouping by expressions of type ${typeName(type)} is not allowed`, at)
  if (type.kind === 'STRUCT')
    for (const field of type.fields)
      demandGroupable({ sql: '', type: field.type }, { context, sources: [] }, at)
}

/** Throws for a column that a clause of an aggregated SELECT reads, and that is neither grouped nor aggregated. */
export function demandGrouped(clause: string, reads: Reads, keys: ReadonlySet<string>, scope: Scope): void {
  const asked = reads.groupings.find(({ sql }) => !keys.has(sql))
  if (asked)
    throw errorAt(
      scope.context,
      'GROUPING must have an argument that exists within the group-by expression list',
      asked.at,
    )
  const read = reads.firstOutside(keys)
  if (!read) return
  const message = `${clause} expression references column ${read.name} which is neither grouped nor aggregated`
  throw errorAt(scope.context, message, read.at)
}

/** The same for what `*` made of the columns. */
export function demandStarGrouped(
  { at }: Select,
  outputs: readonly Output[],
  keys: ReadonlySet<string>,
  scope: Scope,
): void {
  const bare = outputs.find(({ node, value }) => !node && !keys.has(value.sql))
  if (!bare) return
  const message = `SELECT list expression references column ${bare.name} which is neither grouped nor aggregated`
  throw errorAt(scope.context, message, at)
}
