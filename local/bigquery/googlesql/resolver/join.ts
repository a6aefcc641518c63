/** Joins, with ON and with USING. */
import type { From } from '../ast.ts'
import { errorAt } from './context.ts'
import { resolveFrom, withElements, type FromClause } from './from.ts'
import { findColumn } from './names.ts'
import { pair } from './operator.ts'
import { noteFilters } from './partition_filter.ts'
import { valueOf, type Column, type Scope } from './scope.ts'
import { condition } from './select.ts'

type Join = From & { kind: 'join' }

export function resolveJoin(node: Join, scope: Scope): FromClause {
  const left = resolveFrom(node.left, scope)
  const right = resolveFrom(node.right, {
    ...scope,
    sources: [...scope.sources, ...left.sources],
    merged: left.merged,
  })
  const rightSql = node.right.kind === 'join' ? `(${right.sql})` : right.sql
  return joinClauses(node, left, { ...right, sql: rightSql }, scope)
}

/** Two FROM clauses joined. */
export function joinClauses(
  node: Pick<Join, 'join' | 'on' | 'using' | 'at'>,
  left: FromClause,
  right: FromClause,
  scope: Scope,
): FromClause {
  const sources = [...left.sources, ...right.sources]
  const { merged } = left
  if (node.join === 'CROSS')
    return withElements(left, right) ?? { sql: `${left.sql} CROSS JOIN ${right.sql}`, sources, merged }
  if (node.using) return joinUsing(node, node.using, left, right, scope)
  if (!node.on && !right.lateral) {
    const message = `${node.join} JOIN must have an immediately following ON or USING clause`
    throw errorAt(scope.context, message, node.at)
  }
  let on = 'TRUE'
  if (node.on) {
    const inner: Scope = { ...scope, sources, merged }
    on = condition(node.on, inner, 'ON')
    if (node.join === 'INNER') noteFilters(node.on, inner)
  }
  if (right.lateral && node.join === 'LEFT' && node.on) {
    // DuckDB joins what depends on the row beside it by no condition but equality; inside, it takes any.
    const matching = `LATERAL (SELECT * FROM ${right.sql} WHERE ${on}) ${right.table}`
    return { sql: `${left.sql} LEFT JOIN ${matching} ON TRUE`, sources, merged }
  }
  return { sql: `${left.sql} ${node.join} JOIN ${right.sql} ON ${on}`, sources, merged }
}

function joinUsing(
  node: Pick<Join, 'join' | 'at'>,
  using: readonly string[],
  left: FromClause,
  right: FromClause,
  scope: Scope,
): FromClause {
  const { context } = scope
  const merged = new Map<string, Column>(left.merged)
  const conditions = using.map((name) => {
    const earlier = left.merged?.get(name.toLowerCase())
    const before = earlier ? valueOf(earlier) : findColumn(name, { context, sources: left.sources })
    const after = findColumn(name, { context, sources: right.sources })
    const missing = !before ? 'left' : !after ? 'right' : undefined
    if (!before || !after)
      throw errorAt(context, `Column ${name} in USING clause not found on ${missing} side of join`, node.at)
    const [a, b, type] = pair(before, after, '=', scope, node.at)
    const sql = {
      RIGHT: b.sql,
      FULL: `COALESCE(${a.sql}, ${b.sql})`,
      INNER: a.sql,
      LEFT: a.sql,
      CROSS: a.sql,
    }[node.join]
    merged.set(name.toLowerCase(), { name, type, sql })
    return `(${a.sql} = ${b.sql})`
  })
  return {
    sql: `${left.sql} ${node.join} JOIN ${right.sql} ON ${conditions.join(' AND ')}`,
    sources: [...left.sources, ...right.sources],
    merged,
  }
}
