/** GoogleSQL resolver: searches a syntax tree for aggregates, windows and other nodes, without resolving names. */
import type { Call, Expression } from '../ast.ts'
import { isAggregateFunction } from '../functions/index.ts'

const subqueries = new Set(['scalarQuery', 'arrayQuery', 'exists'])

interface Node {
  kind?: unknown
}

/** Returns true if any node under `root` satisfies the test. Doesn't search subqueries. */
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

function isCall(node: Node): node is Call {
  return node.kind === 'call'
}

export function isAggregateCall(node: Call): boolean {
  return !node.over && isAggregateFunction(node.name.join('.').toUpperCase())
}

export function hasAggregate(node: unknown): boolean {
  return some(node, (n) => isCall(n) && isAggregateCall(n))
}

export function hasWindow(node: unknown): boolean {
  return some(node, (n) => isCall(n) && n.over !== undefined)
}

export function hasSubquery(node: Expression): boolean {
  return JSON.stringify(node).includes('"query":')
}

/** Returns the calls of the named functions under a node. `names` are in uppercase. */
export function callsIn(root: unknown, names: readonly string[]): Call[] {
  const calls: Call[] = []
  some(root, (node) => {
    if (isCall(node) && names.includes(node.name.join('.').toUpperCase())) calls.push(node)
    return false
  })
  return calls
}

/** Returns the identifiers under a node. */
export function identifiersIn(root: unknown): string[][] {
  const paths: string[][] = []
  some(root, (node) => {
    if (node.kind === 'identifier') paths.push((node as Expression & { kind: 'identifier' }).path)
    return false
  })
  return paths
}

/** Returns what stands in the parentheses around an expression, or the expression. */
export function unparenthesized(node: Expression): Expression {
  return node.kind === 'parenthesized' ? unparenthesized(node.value) : node
}

/** Returns true for a name or a member of one. */
export function isPath(node: Expression): boolean {
  if (node.kind === 'parenthesized' || node.kind === 'field') return isPath(node.value)
  return node.kind === 'identifier'
}

/** Functions that return a new value on every call. */
const volatile = new Set(['RAND', 'GENERATE_UUID'])
const incomparable = new Set([...subqueries, 'inQuery', 'struct', 'lambda', 'with'])

/**
 * Returns true if two trees are the same expression, ignoring how they name columns. Subqueries and structs that
 * are not literal never count as the same.
 */
export function isSameExpression(first: unknown, second: unknown): boolean {
  const [a, b] = [unwrapped(first), unwrapped(second)]
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const kind = (a as Node).kind
  if (typeof kind === 'string' && incomparable.has(kind) && !isLiteralStruct(a)) return false
  if (isCall(a) && volatile.has(a.name.join('.').toUpperCase())) return false
  if (kind === 'identifier' && (b as Node).kind === 'identifier') return true
  const members = (tree: object): [string, unknown][] =>
    Object.entries(tree).filter(([key, value]) => key !== 'at' && value !== undefined)
  const [own, others] = [members(a), new Map(members(b))]
  return (
    own.length === others.size &&
    own.every(([key, value]) => others.has(key) && isSameExpression(value, others.get(key)))
  )
}

function isLiteralStruct(node: object): boolean {
  return (
    (node as Expression).kind === 'struct' &&
    (node as Expression & { kind: 'struct' }).members.every(({ value }) =>
      ['literal', 'null'].includes(value.kind),
    )
  )
}

function unwrapped(node: unknown): unknown {
  if (typeof node === 'string') return node.toLowerCase()
  if (typeof node !== 'object' || node === null || (node as Node).kind !== 'parenthesized') return node
  return unwrapped((node as Expression & { kind: 'parenthesized' }).value)
}
