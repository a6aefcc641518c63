/** GoogleSQL resolver: resolves joins with ON and USING. */
import type { From } from '../ast.ts'
import { typeName } from '../types.ts'
import { coerce, isCoercible, supertype } from './coercion.ts'
import { columnsNamed, visibleColumns } from './columns.ts'
import { errorAt } from './context.ts'
import { resolveFrom, withElements, type FromClause } from './from.ts'
import { isComparable } from './operator.ts'
import { noteFilters } from './partition_filter.ts'
import { equalNames, valueOf, type ScopeColumn, type Scope } from './scope.ts'
import { condition } from './select.ts'
import type { Typed } from './typed.ts'

type Join = From & { kind: 'join' }

export function resolveJoin(node: Join, scope: Scope): FromClause {
  const left = resolveFrom(node.left, scope)
  // A join in parentheses and the right side of a RIGHT or FULL join can't depend on the left side's rows.
  const isLateral = node.right.kind !== 'join' && node.join !== 'RIGHT' && node.join !== 'FULL'
  const beside: Scope = {
    ...scope,
    sources: [...scope.sources, ...left.sources],
    columns: scope.columns || left.columns ? [...visibleColumns(scope), ...visibleColumns(left)] : undefined,
  }
  const right = resolveFrom(node.right, isLateral ? beside : { ...scope, sources: [], columns: undefined })
  const rightSql = node.right.kind === 'join' ? `(${right.sql})` : right.sql
  return joinClauses(node, left, { ...right, sql: rightSql }, scope)
}

/** Throws if two items of a FROM clause have the same name. */
export function demandDistinctNames({ sources }: FromClause, { context }: Scope, at: number): void {
  const seen = new Set<string>()
  for (const name of sources.flatMap((source) => [source.alias, source.offset?.name])) {
    if (name === undefined) continue
    if (seen.has(name.toLowerCase()))
      throw errorAt(context, `Duplicate table alias ${name} in the same FROM clause`, at)
    seen.add(name.toLowerCase())
  }
}

/** Joins two FROM clauses. */
export function joinClauses(
  node: Pick<Join, 'join' | 'on' | 'using' | 'at'>,
  left: FromClause,
  right: FromClause,
  scope: Scope,
): FromClause {
  const sources = [...left.sources, ...right.sources]
  demandDistinctNames({ sql: '', sources }, scope, node.at)
  const columns =
    left.columns || right.columns ? [...visibleColumns(left), ...visibleColumns(right)] : undefined
  if (node.join === 'CROSS') {
    if (node.on || node.using) {
      const clause = node.on ? 'ON' : 'USING'
      throw errorAt(scope.context, `${clause} clause cannot be used with CROSS JOIN`, node.at)
    }
    return withElements(left, right) ?? { sql: `${left.sql} CROSS JOIN ${right.sql}`, sources, columns }
  }
  if (node.using) return joinUsing(node, node.using, left, right, scope)
  if (!node.on && !right.lateral) {
    const message = `${node.join} JOIN must have an immediately following ON or USING clause`
    throw errorAt(scope.context, message, node.at)
  }
  let on = 'TRUE'
  if (node.on) {
    const inner: Scope = { ...scope, sources, columns }
    on = condition(node.on, inner, 'ON')
    if (node.join === 'INNER') noteFilters(node.on, inner)
  }
  if (right.lateral && node.join === 'LEFT' && node.on) {
    // For a lateral LEFT JOIN, DuckDB accepts only equality conditions in ON. In a subquery it accepts any condition.
    const matching = `LATERAL (SELECT * FROM ${right.sql} WHERE ${on}) ${right.table}`
    return { sql: `${left.sql} LEFT JOIN ${matching} ON TRUE`, sources, columns }
  }
  return { sql: `${left.sql} ${node.join} JOIN ${right.sql} ON ${on}`, sources, columns }
}

/** Returns the column of that name on one side of JOIN … USING. */
function usingColumn(name: string, from: FromClause, side: string, scope: Scope, at: number): Typed {
  const fail = (problem: string): Error => errorAt(scope.context, `${problem} on ${side} side of join`, at)
  const named = from.sources.find(({ alias }) => equalNames(alias, name))
  if (named?.value) return named.value
  if (named) throw fail(`Name ${name} in USING clause is a table alias, not a column name,`)
  const offset = from.sources.find((source) => source.offset && equalNames(source.offset.name, name))?.offset
  if (offset) return valueOf(offset)
  const hits = columnsNamed(name, from)
  if (hits.length > 1) throw fail(`Column ${name} in USING clause is ambiguous`)
  if (!hits[0]) throw fail(`Column ${name} in USING clause not found`)
  return hits[0]
}

function joinUsing(
  node: Pick<Join, 'join' | 'at'>,
  using: readonly string[],
  left: FromClause,
  right: FromClause,
  scope: Scope,
): FromClause {
  const { context } = scope
  const merged: ScopeColumn[] = []
  const conditions = using.map((name) => {
    const before = usingColumn(name, left, 'left', scope, node.at)
    const after = usingColumn(name, right, 'right', scope, node.at)
    const type = supertype([before, after])
    const types = `${typeName(before.type)} and ${typeName(after.type)}`
    if (!type || !isCoercible(before, type) || !isCoercible(after, type)) {
      const problem = 'incompatible types that cannot be directly compared using equality'
      throw errorAt(
        context,
        `Column '${name}' in USING has ${problem} on either side of the join: ${types}`,
        node.at,
      )
    }
    if (!isComparable(type)) {
      const message = `Column '${name}' in USING has types that do not support equality comparison: ${typeName(type)}`
      throw errorAt(context, message, node.at)
    }
    const [a, b] = [coerce(before, type), coerce(after, type)]
    const found = {
      RIGHT: after,
      FULL: { type, sql: `COALESCE(${a.sql}, ${b.sql})` },
      INNER: before,
      LEFT: before,
      CROSS: before,
    }[node.join]
    if (!merged.some((column) => equalNames(column.name, name)))
      merged.push({ name, type: found.type, sql: found.sql })
    return `(${a.sql} = ${b.sql})`
  })
  const isOther = (column: ScopeColumn): boolean => !merged.some(({ name }) => equalNames(column.name, name))
  return {
    sql: `${left.sql} ${node.join} JOIN ${right.sql} ON ${conditions.join(' AND ')}`,
    sources: [...left.sources, ...right.sources],
    columns: [...merged, ...visibleColumns(left).filter(isOther), ...visibleColumns(right).filter(isOther)],
  }
}
