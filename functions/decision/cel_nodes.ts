/** Decision layer: replaces how nodes of cel-js's syntax tree are evaluated, because its own functions cannot be replaced. Pure. */
import type { ASTNode } from '@marcbachmann/cel-js'

/** What cel-js keeps in a node beyond its declared type. */
interface Inner {
  evaluate: Evaluate
  /** Applies the operator to its two values. */
  handle: (left: unknown, right: unknown, node: unknown, evaluator: Evaluator) => unknown
  meta: { alternate?: Inner; macro?: Inner; evaluate: Evaluate }
}
type Evaluate = (evaluator: Evaluator, node: unknown, context: unknown) => unknown
interface Evaluator {
  run: (node: unknown, context: unknown) => unknown
}

/** Calls `before` with the value of a node whenever it is evaluated. A literal is bounded by the length of the condition. */
export function watch(node: ASTNode, before: (value: unknown) => void): void {
  if (node.op === 'value' || node.op === 'map') {
    const { op, args } = node
    if (op === 'value' && typeof args === 'string') watchLiteral(node, args, before)
    return
  }
  const each = inner(node)
  const earlier = Object.hasOwn(each, 'evaluate') ? each.evaluate : undefined
  each.evaluate = (evaluator, itself, context) => {
    const value = earlier ? earlier(evaluator, itself, context) : evaluated(each, evaluator, context)
    before(value)
    return value
  }
}

function watchLiteral(node: ASTNode, text: string, before: (value: unknown) => void): void {
  inner(node).evaluate = () => {
    before(text)
    return text
  }
}

/** Does what the node's own method does, which cannot be called: it replaces itself. */
function evaluated(node: Inner, evaluator: Evaluator, context: unknown): unknown {
  const { alternate, macro, evaluate } = node.meta
  if (alternate) return alternate.evaluate(evaluator, alternate, context)
  if (macro) return macro.evaluate(evaluator, macro, context)
  return evaluate(evaluator, node, context)
}

/** The node with what cel-js keeps in it. */
export function inner(node: ASTNode): Inner {
  return node as unknown as Inner
}

/** Number of nodes in a tree. */
export function sizeOf(node: ASTNode): number {
  return 1 + childrenOf(node).reduce((sum, child) => sum + sizeOf(child), 0)
}

/** The nodes directly below a node. */
export function childrenOf(node: ASTNode): readonly ASTNode[] {
  return nodesIn(node.args)
}

function nodesIn(args: unknown): readonly ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(nodesIn)
  return typeof args === 'object' && args !== null && 'op' in args && 'args' in args ? [args as ASTNode] : []
}

/** Evaluates both sides of an operator, and applies it unless `shortcut` knows the result. */
export function operate(
  node: ASTNode,
  shortcut: (left: unknown, right: unknown) => boolean | undefined,
): void {
  const each = inner(node)
  const [left, right] = childrenOf(node)
  each.evaluate = (evaluator, _node, context) => {
    const values = [evaluator.run(left, context), evaluator.run(right, context)] as const
    return shortcut(...values) ?? each.handle(...values, each, evaluator)
  }
}
