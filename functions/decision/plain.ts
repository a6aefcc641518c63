/** Decision layer: compiles a subset of CEL that most rules keep to: comparisons of strings joined by `&&`, `||` and `!`. It costs a fraction
 * of the interpreter, which evaluates everything else. Pure. */
import type { ASTNode } from '@marcbachmann/cel-js'

type Fields = Readonly<Record<string, unknown>>

/** Evaluates a condition as the interpreter would. Undefined if only the interpreter can: a field is absent or not a string. */
type PlainCondition = (event: Fields) => boolean | undefined

/** Compiles a condition; undefined if any part of it is outside the subset. */
export function plainCondition(node: ASTNode): PlainCondition | undefined {
  switch (node.op) {
    case 'value': {
      const { args: constant } = node
      return typeof constant === 'boolean' ? () => constant : undefined
    }
    case '!_':
      return not(plainCondition(node.args))
    case '&&':
      return joined(false, node.args)
    case '||':
      return joined(true, node.args)
    case '==':
      return compared(node.args)
    case '!=':
      return not(compared(node.args))
    case 'in':
      return listed(node.args)
    default:
      return undefined
  }
}

function not(inner: PlainCondition | undefined): PlainCondition | undefined {
  return (
    inner &&
    ((event) => {
      const result = inner(event)
      return result === undefined ? undefined : !result
    })
  )
}

/** `deciding`: the value of the left side that makes the right side irrelevant. */
function joined(deciding: boolean, sides: readonly [ASTNode, ASTNode]): PlainCondition | undefined {
  const [left, right] = [plainCondition(sides[0]), plainCondition(sides[1])]
  if (!left || !right) return undefined
  return (event) => {
    const result = left(event)
    return result === !deciding ? right(event) : result
  }
}

function compared([one, other]: readonly [ASTNode, ASTNode]): PlainCondition | undefined {
  const [text, field] = one.op === 'value' ? [textIn(one), fieldIn(other)] : [textIn(other), fieldIn(one)]
  if (text === undefined || !field) return undefined
  return (event) => {
    const value = field(event)
    return typeof value === 'string' ? value === text : undefined
  }
}

function listed([one, list]: readonly [ASTNode, ASTNode]): PlainCondition | undefined {
  const field = fieldIn(one)
  if (!field || list.op !== 'list') return undefined
  const texts = list.args.map(textIn)
  if (texts.includes(undefined)) return undefined
  const all = new Set(texts)
  return (event) => {
    const value = field(event)
    return typeof value === 'string' ? all.has(value) : undefined
  }
}

function textIn(node: ASTNode): string | undefined {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined
}

/** `event.x` or `event.event_data.x`. */
function fieldIn(node: ASTNode): ((event: Fields) => unknown) | undefined {
  if (node.op !== '.') return undefined
  const [owner, name] = node.args
  if (owner.op === 'id') return owner.args === 'event' ? (event) => member(event, name) : undefined
  if (owner.op !== '.' || owner.args[0].op !== 'id' || owner.args[0].args !== 'event') return undefined
  const [, parent] = owner.args
  return (event) => member(member(event, parent), name)
}

/** Needs no `Object.hasOwn`: no inherited member is a string, and only strings are compared. */
function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined
}
