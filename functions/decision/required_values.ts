/** Decision layer: reads from a condition which values it requires of the event. Pure. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { checkCondition } from './check_condition.ts'

/** A field of the event that a condition compares with a constant. */
interface RequiredValue {
  field: string
  value: unknown
}

/** Returns the comparisons `event.<field> == <constant>` without which the whole condition is false: those that `&&` joins. None for an
 * invalid condition. */
export function requiredValues(when: string): readonly RequiredValue[] {
  const { parsed } = checkCondition(when, { hasDestination: true })
  return parsed ? conjuncts(parsed.ast).flatMap(comparison) : []
}

function conjuncts(node: ASTNode): readonly ASTNode[] {
  return node.op === '&&' ? node.args.flatMap(conjuncts) : [node]
}

function comparison(node: ASTNode): readonly RequiredValue[] {
  if (node.op !== '==') return []
  const [left, right] = node.args
  return [...requirement(left, right), ...requirement(right, left)]
}

function requirement(read: ASTNode, constant: ASTNode): readonly RequiredValue[] {
  if (constant.op !== 'value' || read.op !== '.') return []
  const [owner, field] = read.args
  return owner.op === 'id' && owner.args === 'event' ? [{ field, value: constant.args }] : []
}
