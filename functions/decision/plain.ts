/** Decision layer: the plain part of CEL, comparisons of texts joined by and, or and not, which most rules are made of. Answered here they cost
 * a fraction of what the interpreter takes; where the answer is not plain, it is asked. Pure. */
import type { ASTNode } from '@marcbachmann/cel-js'

type Fields = Readonly<Record<string, unknown>>

/** Undefined where only the interpreter can tell: a field is absent or no text. */
export type PlainAnswer = (event: Fields) => boolean | undefined

/** Reads a condition; undefined for one with any other part. What it answers, the interpreter answers too. */
export function plainCondition(node: ASTNode): PlainAnswer | undefined {
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

function not(inner: PlainAnswer | undefined): PlainAnswer | undefined {
  return (
    inner &&
    ((event) => {
      const answer = inner(event)
      return answer === undefined ? undefined : !answer
    })
  )
}

/** `deciding` is the answer of the left side that settles it. */
function joined(deciding: boolean, sides: readonly [ASTNode, ASTNode]): PlainAnswer | undefined {
  const [left, right] = [plainCondition(sides[0]), plainCondition(sides[1])]
  if (!left || !right) return undefined
  return (event) => {
    const answer = left(event)
    return answer === !deciding ? right(event) : answer
  }
}

function compared([one, other]: readonly [ASTNode, ASTNode]): PlainAnswer | undefined {
  const [text, field] = one.op === 'value' ? [textIn(one), fieldIn(other)] : [textIn(other), fieldIn(one)]
  if (text === undefined || !field) return undefined
  return (event) => {
    const value = field(event)
    return typeof value === 'string' ? value === text : undefined
  }
}

function listed([one, list]: readonly [ASTNode, ASTNode]): PlainAnswer | undefined {
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
  const [, above] = owner.args
  return (event) => member(member(event, above), name)
}

/** Nothing that an object inherits is a text, and only texts are answered here. */
function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined
}
