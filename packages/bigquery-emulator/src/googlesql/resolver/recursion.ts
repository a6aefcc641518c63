/** GoogleSQL resolver: checks where a query of WITH RECURSIVE refers to itself. https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax#recursive_cte */
import type { From, Query, Select } from '../ast.ts'
import { hasAggregate, hasWindow } from './ast_search.ts'

interface Node {
  kind?: string
}

/** A node above a reference, and its property that leads to the reference. */
interface Step {
  node: Node
  key: string
}

const expressionQueries = new Set(['scalarQuery', 'arrayQuery', 'exists', 'inQuery'])

/** Returns the path from the root to each reference to the table. */
function waysTo(root: unknown, name: string, above: readonly Step[] = []): (readonly Step[])[] {
  if (typeof root !== 'object' || root === null) return []
  if (Array.isArray(root)) return root.flatMap((item) => waysTo(item, name, above))
  const node = root as Node & { path?: { parts?: string[] } }
  const parts = node.kind === 'table' ? node.path?.parts : undefined
  if (parts?.length === 1 && parts[0]!.toLowerCase() === name.toLowerCase()) return [above]
  return Object.entries(root).flatMap(([key, child]) => waysTo(child, name, [...above, { node, key }]))
}

/** Returns true if the syntax tree refers to the table. */
export function mentions(root: unknown, name: string): boolean {
  return waysTo(root, name).length > 0
}

/** Returns BigQuery's error for the recursive term of a query with that name, or undefined if it is valid. */
export function recursionProblem(term: unknown, name: string): string | undefined {
  const ways = waysTo(term, name)
  if (ways.length > 1) return `Multiple recursive references to table '${name}' are not allowed`
  return ways[0]?.map(stepProblem).find((problem) => problem !== undefined)
}

function stepProblem({ node, key }: Step): string | undefined {
  if (node.kind === 'select') return selectProblem(node as Select)
  if (node.kind === 'join') return joinProblem(node as From & { kind: 'join' }, key)
  if (node.kind !== undefined && expressionQueries.has(node.kind))
    return 'A recursive reference from inside an expression subquery is not allowed'
  if (!('recursive' in node)) return undefined
  const { order, limit } = node as Query
  if (order) return 'A subquery containing a recursive reference may not contain an ORDER BY clause'
  return limit && 'A query containing a recursive reference may not use a LIMIT clause'
}

function selectProblem({ distinct, group, items, having, qualify }: Select): string | undefined {
  const subject = 'A subquery containing a recursive reference may not use'
  if (distinct || group || hasAggregate([items, having]))
    return `${subject} DISTINCT, GROUP BY, or any aggregate function`
  return hasWindow([items, qualify]) ? `${subject} an analytic function` : undefined
}

function joinProblem({ join }: From & { kind: 'join' }, key: string): string | undefined {
  const isOptional =
    join === 'FULL' || (join === 'LEFT' && key === 'right') || (join === 'RIGHT' && key === 'left')
  return isOptional
    ? `A query containing a recursive reference may not be used as the ${key} operand of a ${join} JOIN`
    : undefined
}
