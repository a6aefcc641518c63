/** Decision layer: which fields an event has if a part of a condition is true, or false. Pure. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { childrenOf } from './cel_nodes.ts'
import { fieldKey, noFields, requiredByName, stepsOf, testedField, type FieldKey } from './field_path.ts'

type Fields = ReadonlySet<FieldKey>

/** The fields that an event has if the node evaluates to `result`. What was read without a failure is there. */
export function presentIf(node: ASTNode, result: boolean): Fields {
  switch (node.op) {
    case '!_':
      return presentIf(node.args, !result)
    case '&&':
    case '||': {
      const [left, right] = node.args.map((side) => presentIf(side, result)) as [Fields, Fields]
      return isDecidedByBoth(node.op, result) ? left.union(right) : left.intersection(right)
    }
    case '?:': {
      const [condition, yes, no] = node.args
      const ways = [
        presentIf(condition, true).union(presentIf(yes, result)),
        presentIf(condition, false).union(presentIf(no, result)),
      ] as const
      return ways[0].intersection(ways[1])
    }
    default:
      return presentAfter(node).union(testedBy(node, result))
  }
}

/** The fields whose absence alone makes the node the opposite of `result`, and never fail: tests by `has`, by `in` and of the event name. CEL
 * evaluates both sides of `&&` and `||`, so such a test also guards what stands before it.
 * https://github.com/google/cel-spec/blob/master/doc/langdef.md#logical-operators */
export function testedBy(node: ASTNode, result: boolean): Fields {
  switch (node.op) {
    case '!_':
      return testedBy(node.args, !result)
    case '&&':
    case '||': {
      const [left, right] = node.args.map((side) => testedBy(side, result)) as [Fields, Fields]
      return isDecidedByBoth(node.op, result) ? left.union(right) : left.intersection(right)
    }
    default: {
      if (!result) return noFields
      const tested = testedField(node)?.at(-1)
      return tested ? new Set([fieldKey(tested.names)]) : requiredByName(node)
    }
  }
}

/** True if both sides must have the result for the whole to have it. */
function isDecidedByBoth(operator: '&&' | '||', result: boolean): boolean {
  return (operator === '&&') === result
}

/** The fields that any node has read once it has a result. The body of a macro may not have been evaluated. */
function presentAfter(node: ASTNode): Fields {
  const tested = testedField(node)?.slice(0, -1)
  if (tested) return keysOf(tested)
  const steps = stepsOf(node)
  if (steps) return keysOf(steps)
  if (node.op === '&&' || node.op === '||' || node.op === '?:') return noFields
  const parts = node.op === 'rcall' ? [node.args[1]] : childrenOf(node)
  return parts.reduce<Fields>((all, part) => all.union(presentAfter(part)), noFields)
}

function keysOf(steps: readonly { names: readonly string[] }[]): Fields {
  return new Set(steps.map(({ names }) => fieldKey(names)))
}
