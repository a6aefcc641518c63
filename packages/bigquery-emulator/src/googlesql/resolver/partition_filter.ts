/** GoogleSQL resolver: enforces `requirePartitionFilter`: checks that a query's conditions prune the table's partitions. */
import type { Expression, Query, Select } from '../ast.ts'
import { SqlError } from '../error.ts'
import { hasSubquery, hasWindow, identifiersIn } from './ast_search.ts'
import { resolveName } from './names.ts'
import { noteBounds } from './partition_bounds.ts'
import type { OutputColumn, Scope } from './scope.ts'
import type { PartitionScan } from './typed.ts'
import { expandWindow } from './window.ts'

/** Marks the scans whose partition column the condition filters, and notes the constants that it compares the column with. */
export function noteFilters(condition: Expression, scope: Scope): void {
  const { scans } = scope.context
  if (scans.length > 0) noteBounds(condition, scope)
  if (scans.some(({ isFilterRequired }) => isFilterRequired))
    for (const scan of scansFilteredBy(condition, scope)) scan.filtered = true
}

function scansFilteredBy(node: Expression, scope: Scope): Set<PartitionScan> {
  switch (node.kind) {
    case 'parenthesized':
      return scansFilteredBy(node.value, scope)
    case 'binary': {
      if (node.operator === 'AND')
        return new Set([...scansFilteredBy(node.left, scope), ...scansFilteredBy(node.right, scope)])
      if (node.operator === 'OR') {
        const right = scansFilteredBy(node.right, scope)
        return new Set([...scansFilteredBy(node.left, scope)].filter((scan) => right.has(scan)))
      }
      return ['=', '<', '>', '<=', '>='].includes(node.operator) ? scansNamedIn(node, scope) : new Set()
    }
    case 'between':
    case 'inList':
    case 'inArray':
    case 'is':
      return scansNamedIn(node, scope)
    default:
      return new Set()
  }
}

/** Returns the scans whose partition column a comparison refers to; none if it contains a subquery. */
function scansNamedIn(node: Expression, scope: Scope): Set<PartitionScan> {
  if (hasSubquery(node)) return new Set()
  const scans = identifiersIn(node).flatMap(
    (path) => resolveName({ kind: 'identifier', path, at: node.at }, scope).partition ?? [],
  )
  return new Set(scans)
}

/**
 * Returns a SELECT's columns, without the partition of those that an outer filter can't be pushed down to: with a
 * LIMIT, an aggregate, or a window that is not partitioned by the column.
 */
export function keepLineage(
  select: Select,
  columns: readonly OutputColumn[],
  scope: Scope,
  tail: Pick<Query, 'limit'>,
): readonly OutputColumn[] {
  if (scope.context.scans.length === 0) return columns
  const windows = windowsIn([select.items, select.qualify])
  return columns.map((column) => {
    if (!column.partition) return column
    const survives =
      !tail.limit && windows.every((window) => isPartitionedBy(window, column.partition!, scope))
    return survives ? column : { ...column, partition: undefined }
  })
}

type Window = Parameters<typeof expandWindow>[0]

function windowsIn(root: unknown): Window[] {
  if (typeof root !== 'object' || root === null || !hasWindow(root)) return []
  if (Array.isArray(root)) return root.flatMap(windowsIn)
  const own = 'over' in root && root.over ? [root.over as Window] : []
  return [...own, ...Object.values(root).flatMap(windowsIn)]
}

function isPartitionedBy(window: Window, scans: readonly PartitionScan[], scope: Scope): boolean {
  const { partition = [] } = expandWindow(window, scope)
  return partition.some((key) => key.kind === 'identifier' && resolveName(key, scope).partition === scans)
}

/** Throws BigQuery's error for the first scan that no condition prunes. */
export function demandFilters(scans: readonly PartitionScan[]): void {
  const bare = scans.find((scan) => scan.isFilterRequired && !isFiltered(scan))
  if (!bare) return
  const columns = bare.columns.map((column) => `'${column}'`).join(', ')
  throw new SqlError(
    `Cannot query over table '${bare.table}' without a filter over column(s) ${columns} that can be used for partition elimination`,
  )
}

/** True if a condition prunes the scan, or a reference to the WITH table that contains it. */
function isFiltered({ filtered, uses }: PartitionScan): boolean {
  return filtered || uses.some(isFiltered)
}
