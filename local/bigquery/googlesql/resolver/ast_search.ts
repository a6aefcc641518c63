/** Questions about a syntax tree that need no names: does it aggregate, does it open a window? */
import type { Call, Expression } from '../ast.ts'
import { isAggregateFunction } from '../functions/index.ts'

const subqueries = new Set(['scalarQuery', 'arrayQuery', 'exists'])

interface Node {
  kind?: unknown
}

/** Whether any node under `root` satisfies the test; subqueries are other queries' business. */
function some(root: unknown, test: (node: Node) => boolean): boolean {
  if (typeof root !== 'object' || root === null) return false
  if (Array.isArray(root)) return root.some((item) => some(item, test))
  const node = root as Node
  if (typeof node.kind === 'string' && subqueries.has(node.kind)) return false
  if (test(node)) return true
  return Object.entries(node).some(
    ([key, child]) => !(node.kind === 'inQuery' && key === 'query') && some(child, test),
  )
}

const isCall = (node: Node): node is Call => node.kind === 'call'
export const isAggregateCall = (node: Call): boolean =>
  !node.over && isAggregateFunction(node.name.join('.').toUpperCase())

export const hasAggregate = (node: unknown): boolean => some(node, (n) => isCall(n) && isAggregateCall(n))
export const hasWindow = (node: unknown): boolean => some(node, (n) => isCall(n) && n.over !== undefined)
export const hasSubquery = (node: Expression): boolean => JSON.stringify(node).includes('"query":')

/** The calls of some functions under a node, by their names in capitals. */
export function callsIn(root: unknown, names: readonly string[]): Call[] {
  const calls: Call[] = []
  some(root, (node) => {
    if (isCall(node) && names.includes(node.name.join('.').toUpperCase())) calls.push(node)
    return false
  })
  return calls
}

/** The identifiers under a node. */
export function identifiersIn(root: unknown): string[][] {
  const paths: string[][] = []
  some(root, (node) => {
    if (node.kind === 'identifier') paths.push((node as Expression & { kind: 'identifier' }).path)
    return false
  })
  return paths
}
