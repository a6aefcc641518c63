/** GoogleSQL resolver: finds the constants that bound a partition column, and with them the partitions that a scan reads. BigQuery prunes
 * by comparisons of the column itself with constants. https://cloud.google.com/bigquery/docs/querying-partitioned-tables */
import type { Expression } from '../ast.ts'
import { hasSubquery, identifiersIn } from './ast_search.ts'
import { coerce, isCoercible } from './coercion.ts'
import { columnsOf } from './columns.ts'
import { resolveExpression } from './expression.ts'
import { equalNames, isCalled, type OutputColumn, type Scope, type ScopeColumn } from './scope.ts'
import type { PartitionBound, PartitionScan } from './typed.ts'

/** Notes the bounds that the condition sets, at the scans of the partition columns that it compares. Those of a disjunction are left out. */
export function noteBounds(condition: Expression, scope: Scope): void {
  switch (condition.kind) {
    case 'parenthesized':
      return noteBounds(condition.value, scope)
    case 'between':
      if (condition.not) return
      noteBound(condition.value, '>=', condition.low, scope)
      return noteBound(condition.value, '<=', condition.high, scope)
    case 'binary': {
      const { operator, left, right } = condition
      if (operator === 'AND') {
        noteBounds(left, scope)
        return noteBounds(right, scope)
      }
      const mirrored = mirroredOperators[operator]
      if (mirrored === undefined) return
      noteBound(left, operator, right, scope)
      noteBound(right, mirrored, left, scope)
    }
  }
}

const mirroredOperators: Readonly<Record<string, string>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function noteBound(compared: Expression, operator: string, constant: Expression, scope: Scope): void {
  const column = ownColumn(compared, scope)
  if (!column?.partition || hasSubquery(constant) || identifiersIn(constant).length > 0) return
  const value = resolveExpression(constant, { ...scope, sources: [], columns: undefined, reads: undefined })
  if (!isCoercible(value, column.type)) return
  const { sql } = coerce(value, column.type)
  const isExclusive = operator === '<' || operator === '>'
  for (const { bounds } of column.partition) {
    if (operator !== '<' && operator !== '<=') bounds.push({ side: 'from', sql, isExclusive })
    if (operator !== '>' && operator !== '>=') bounds.push({ side: 'until', sql, isExclusive })
  }
}

/** Returns the column of this FROM clause that an expression names. A column of an outer query bounds nothing here. */
function ownColumn(node: Expression, { sources, columns }: Scope): ScopeColumn | undefined {
  if (node.kind === 'parenthesized') return ownColumn(node.value, { sources, columns } as Scope)
  if (node.kind !== 'identifier') return undefined
  const [name, member, ...others] = node.path
  if (others.length > 0) return undefined
  const found =
    member === undefined
      ? (columns ?? sources.flatMap(columnsOf)).filter((column) => equalNames(column.name, name!))
      : sources
          .filter((source) => isCalled(source, name!))
          .flatMap((source) => source.columns.filter((column) => equalNames(column.name, member)))
  return found.length === 1 ? found[0] : undefined
}

/** Returns the columns of a WITH table for one reference to it, whose conditions bound the scans in it only if those of every other
 * reference do, too. */
export function withOwnScans(columns: readonly OutputColumn[], name: string): readonly OutputColumn[] {
  const own = new Map<PartitionScan, PartitionScan>()
  const referenced = new Map<readonly PartitionScan[], readonly PartitionScan[]>()
  const ownOf = (scan: PartitionScan): PartitionScan => {
    const known = own.get(scan)
    if (known) return known
    const use: PartitionScan = { ...scan, name, bounds: [], uses: [] }
    own.set(scan, use)
    scan.uses.push(use)
    return use
  }
  return columns.map((column) => {
    if (!column.partition) return column
    const scans = referenced.get(column.partition) ?? column.partition.map(ownOf)
    referenced.set(column.partition, scans)
    return { ...column, partition: scans }
  })
}

/** Returns the SQL of the first or the last value that a scan reads, in µs since 1970; undefined if nothing bounds it. */
export function boundOf({ bounds, uses }: PartitionScan, side: PartitionBound['side']): string | undefined {
  const own = bounds.filter((bound) => bound.side === side).map((bound) => microseconds(bound))
  const ofUses = uses.map((use) => boundOf(use, side))
  const [tighter, wider] = side === 'from' ? ['greatest', 'least'] : ['least', 'greatest']
  if (ofUses.length > 0 && ofUses.every((sql) => sql !== undefined))
    own.push(`${wider}(${ofUses.join(', ')})`)
  return own.length === 0 ? undefined : `${tighter}(${own.join(', ')})`
}

function microseconds({ side, sql, isExclusive }: PartitionBound): string {
  if (!isExclusive) return `epoch_us(${sql})`
  return `epoch_us(${sql}) ${side === 'from' ? '+' : '-'} 1`
}
