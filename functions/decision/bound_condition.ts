/** Decision layer: makes a parsed condition take its steps as it runs (`steps.ts`), and compiles its patterns. It wraps nodes of the syntax tree,
 * because the compiler does not let its own functions be replaced. Pure. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { compilePattern, PatternError } from '../../schemas/pattern.ts'
import { childrenOf, inner, operate, sizeOf, watch } from './cel_nodes.ts'
import type { ConditionProblem } from './cel_problem.ts'
import { refuseMap, takeSteps, takeStepsInside } from './steps.ts'

/** Maximum number of nodes of a condition: a step for the longest takes no longer than any other. */
export const conditionLimits = { maxAstNodes: 10_000, maxDepth: 100 }

/** Maximum depth of the syntax tree. A chain of `&&` is as deep as it is long. */
const maxTreeDepth = 1000

/** Maximum number of nested `all`, `exists`, `map` and so on. */
const maxLoops = 2

/** An element without the member that a condition reads costs this much, because it makes an error, which repeats the condition. */
const stepsPerElement = 8
const charactersPerStep = 512

const loops = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])
/** Longest duration in characters. cel-js reads a longer text in cubic time. */
const maxDuration = 64

const searches = new Set(['contains', 'indexOf', 'lastIndexOf', 'split'])
const comparisons = new Set(['==', '!=', '+', '<', '<=', '>', '>='])

/** Wraps the nodes of a condition that has been checked. Returns the problems of its patterns, and of what has no bound. */
export function boundCondition(root: ASTNode): readonly ConditionProblem[] {
  return bound(root, 0)
}

/** The problem of a condition whose tree is too deep to walk. */
export function depthProblem(root: ASTNode): ConditionProblem | undefined {
  let level: readonly ASTNode[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxTreeDepth) {
      const message = `nests deeper than ${maxTreeDepth} levels; instead of a long chain of || write: value in [...]`
      return { offset: level[0]!.pos, message }
    }
    level = level.flatMap(childrenOf)
  }
  return undefined
}

function bound(node: ASTNode, depth: number): readonly ConditionProblem[] {
  if (node.op === 'rcall') {
    const [name, receiver, args] = node.args
    if (name === 'matches' && args.length === 1) return [...bound(receiver, depth), ...match(node)]
    if (loops.has(name) && args.length > 1) return loop(node, depth)
    if (name === 'size') measure(node, receiver)
    else boundCall(name, receiver, args)
  } else if (node.op === 'call') {
    const [name, args] = node.args
    if (name === 'size') measure(node, args[0]!)
    else boundCall(name, undefined, args)
  } else if (node.op === 'in') boundMembership(node)
  else if (comparisons.has(node.op)) boundComparison(node)
  return [...wholeMaps(node), ...childrenOf(node).flatMap((child) => bound(child, depth))]
}

/** Finds `event` and `event.event_data` as operands. They are as large as the sender likes. */
function wholeMaps(node: ASTNode): readonly ConditionProblem[] {
  const isRead = ['id', '.', '.?', '[]', '[?]', '&&', '||', '?:'].includes(node.op)
  const isBound = node.op === 'rcall' && node.args[0] === 'bind'
  if (isRead || isBound) return []
  const operands = node.op === 'in' ? childrenOf(node).slice(0, 1) : childrenOf(node)
  return operands.flatMap((each) => wholeMap(each))
}

function wholeMap(node: ASTNode): readonly ConditionProblem[] {
  const isEvent = ({ op, args }: ASTNode): boolean => op === 'id' && args === 'event'
  const isWhole = isEvent(node) || (node.op === '.' && isEvent(node.args[0]) && node.args[1] === 'event_data')
  const message = 'a map of the event cannot be compared, counted or iterated over; read its members by name'
  return isWhole ? [{ offset: node.pos, message }] : []
}

function loop(node: ASTNode & { op: 'rcall' }, depth: number): readonly ConditionProblem[] {
  const [name, list, args] = node.args
  if (depth === maxLoops) {
    const message = `${name}() is nested in ${maxLoops} others, so that its time has no bound; test the inner lists in rules of their own`
    return [{ offset: node.pos, message }]
  }
  const body = args.slice(1)
  const ofError = stepsPerElement + node.input.length / charactersPerStep
  const steps = ofError + body.reduce((sum, each) => sum + sizeOf(each), 0)
  watch(list, (value) => {
    if (!Array.isArray(value)) refuseMap(value)
    takeSteps(lengthOf(value) * steps)
  })
  return [...wholeMap(list), ...bound(list, depth), ...body.flatMap((each) => bound(each, depth + 1))]
}

/** A function takes time by the length of the text it is called on; a search takes this for each character that it searches for. */
function boundCall(name: string, receiver: ASTNode | undefined, args: readonly ASTNode[]): void {
  if (name === 'has' || name === 'bind') return
  let searched = 1
  for (const each of args)
    watch(each, (value) => {
      refuseMap(value)
      searched = typeof value === 'string' ? Math.max(1, value.length) : 1
      takeSteps(name === 'duration' && lengthOf(value) > maxDuration ? Infinity : lengthOf(value) / 128)
    })
  if (!receiver) return
  watch(receiver, (value) => {
    refuseMap(value)
    if (name === 'join') return takeStepsInside(value)
    // A time in a time zone is formatted first.
    if (name.startsWith('get') && args.length > 0) takeSteps(200)
    const perCharacter = searches.has(name) ? searched / 1024 + (name === 'split' ? 1 / 8 : 0) : 1 / 128
    takeSteps(lengthOf(value) * perCharacter)
  })
}

/** Does what `size` does; cel-js would first look for the type of what is in a list. */
function measure(node: ASTNode, measured: ASTNode): void {
  inner(node).evaluate = (evaluator, _node, context) => {
    const value = evaluator.run(measured, context)
    if (typeof value === 'string') {
      takeSteps(value.length / 64)
      return BigInt(value.length - (value.match(pairs)?.length ?? 0))
    }
    if (Array.isArray(value) || value instanceof Uint8Array) return BigInt(value.length)
    refuseMap(value)
    throw new Error(`size() needs a text, a list or bytes; got ${typeof value}.`)
  }
}

/** A character outside the basic plane is two code units. */
const pairs = /[\ud800-\udbff][\udc00-\udfff]/g

function boundComparison(node: ASTNode): void {
  const [left, right] = childrenOf(node) as [ASTNode, ASTNode]
  if (node.op === '==' || node.op === '!=') {
    if (isPlainList(right) || isPlainList(left)) return compareWithList(node)
  }
  const charge = node.op === '+' ? takeStepsToCopy : takeStepsInside
  for (const side of [left, right]) watch(side, charge)
}

function takeStepsToCopy(value: unknown): void {
  refuseMap(value)
  takeSteps(lengthOf(value) / (typeof value === 'string' ? 1024 : 8))
}

function isPlainList(node: ASTNode): boolean {
  return node.op === 'list' && node.args.every(({ op }) => op === 'value')
}

/** Compares with a literal. A list of another length, or with an element that is a map or a list, differs from it. */
function compareWithList(node: ASTNode): void {
  operate(node, (left, right) => {
    refuseMap(Array.isArray(left) ? right : left)
    if (!Array.isArray(left) || !Array.isArray(right)) return undefined
    const differs = left.length !== right.length || left.some(isObject) || right.some(isObject)
    return differs ? node.op === '!=' : undefined
  })
}

/** A key is found in a map at once. The elements of a list are compared one by one. */
function boundMembership(node: ASTNode): void {
  operate(node, (value, container) => {
    if (!Array.isArray(container)) {
      if (typeof value !== 'string' || !isObject(container)) refuseMap(container)
      else return Object.hasOwn(container, value) && (container as Fields)[value] !== undefined
    } else if (isObject(value)) takeStepsInside(container)
    else {
      refuseMap(container)
      takeSteps(container.length / 16)
    }
    return undefined
  })
}

type Fields = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The pattern must be known in advance: to compile it for each event would take too long. */
function match(node: ASTNode & { op: 'rcall' }): readonly ConditionProblem[] {
  const [, receiver, [argument]] = node.args
  if (argument?.op !== 'value' || typeof argument.args !== 'string') {
    const message = "the pattern of matches() is not a text; write it out, such as matches('^[a-z]+$')"
    return [{ offset: argument?.pos ?? node.pos, message }]
  }
  try {
    const { test, steps } = compilePattern(argument.args)
    const perCharacter = steps === 1 ? 1 / 64 : steps / 16
    inner(node).evaluate = (evaluator, _node, context) => {
      const text = evaluator.run(receiver, context)
      if (typeof text !== 'string') throw new Error(`matches() needs a string; got ${typeof text}.`)
      takeSteps(1 + text.length * perCharacter)
      return test(text)
    }
    return []
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    return [{ offset: argument.pos, message: `the pattern ${error.message}` }]
  }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 1
}
