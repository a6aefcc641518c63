/** GoogleSQL resolver: resolves EXISTS. EXISTS over the elements of an array becomes a filter of the array: for a subquery, DuckDB would hash every row. */
import type { Expression } from '../ast.ts'
import { BOOL } from '../types.ts'
import { hasAggregate, hasSubquery, hasWindow } from './ast_search.ts'
import { resolveUnnest } from './from.ts'
import { resolveQuery } from './query.ts'
import { correlated, type Scope } from './scope.ts'
import { condition } from './select.ts'
import { lambda, typed, type Typed } from './typed.ts'

type Exists = Expression & { kind: 'exists' }

export function resolveExists(node: Exists, scope: Scope): Typed {
  const inner = correlated(scope)
  const { sql } = resolveQuery(node.query, inner)
  return typed(anyElement(node, inner) ?? `EXISTS (${sql})`, BOOL)
}

/**
 * Emits `EXISTS (SELECT … FROM UNNEST(array) AS x WHERE …)` without a subquery. Returns undefined for any other
 * query.
 */
function anyElement({ query }: Exists, scope: Scope): string | undefined {
  const { body } = query
  const plain = query.with.length === 0 && !query.limit && !query.offset && query.pipes.length === 0
  if (!plain || body.kind !== 'select' || body.from?.kind !== 'unnest' || body.from.offset !== undefined)
    return undefined
  const { where, group, having, qualify, items } = body
  if (!where || group || having || qualify || hasAggregate(items) || hasWindow(items) || hasSubquery(where))
    return undefined
  const { elements, sources } = resolveUnnest(body.from, scope)
  const [source] = sources
  if (!elements || !source?.value) return undefined
  const { value } = source
  const filter = lambda((element) =>
    condition(where, { ...scope, sources: [{ ...source, value: { ...value, sql: element } }] }, 'WHERE'),
  )
  // If the outer query aggregates, its names may stand for aggregates, which DuckDB doesn't allow in a lambda.
  const isOwn = !/\b_[a-z]+\d+\./.test(filter.replaceAll(/\b_e\d+\./g, ''))
  if (filter.includes('SELECT') || (!isOwn && scope.outer?.place?.aggregates !== false)) return undefined
  return `COALESCE(len(list_filter(${elements.array}, ${filter})) > 0, FALSE)`
}
