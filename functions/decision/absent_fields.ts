/** Decision layer: warns of a condition that fails on events without a field, with the words to write instead. Pure. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { checkCondition, formatConditionProblem } from './check_condition.ts'
import {
  isOptional,
  fieldKey,
  requiredByAll,
  stepsOf,
  testedField,
  type FieldKey,
  type FieldStep,
} from './field_path.ts'
import { childrenOf } from './cel_nodes.ts'
import { presentIf, testedBy } from './presence.ts'

type Fields = ReadonlySet<FieldKey>

/** A comparison or call, and the fields it reads although the event may lack them. */
interface UnguardedRead {
  node: ASTNode
  /** The operator whose side it is. */
  within: ASTNode['op'] | undefined
  missing: FieldStep[]
}

interface WarningOptions {
  /** As for the check of the condition. */
  hasDestination: boolean
  /** Names of the events for which the condition is evaluated: they have what their types require. Default: any. */
  eventNames?: readonly string[]
}

/** Returns a line for each comparison or call that fails on an event without a field; none for a condition that is invalid.
 * `line 1, column 1: event.user_id may be absent, and the condition then fails; write has(event.user_id) && …` */
export function conditionWarnings(
  when: string,
  { hasDestination, eventNames = [] }: WarningOptions,
): string[] {
  const { parsed, problems } = checkCondition(when, { hasDestination })
  if (!parsed || problems.length > 0) return []
  return unguardedReads(parsed.ast, requiredByAll(eventNames)).map((read) =>
    formatConditionProblem(when, { offset: read.node.start, message: messageOf(when, read) }),
  )
}

function unguardedReads(root: ASTNode, required: Fields): readonly UnguardedRead[] {
  const found: UnguardedRead[] = []

  /** `present`: the fields that the event has wherever the node's result matters. `atom`: the comparison or call around it. */
  const visit = (node: ASTNode, present: Fields, atom?: UnguardedRead): void => {
    const test = testedField(node)
    const steps = test?.slice(0, -1) ?? stepsOf(node)
    if (steps) return addMissing(steps, present, atom ?? atomOf(node))
    switch (node.op) {
      case '&&':
      case '||': {
        const [left, right] = node.args
        const isAnd = node.op === '&&'
        // A side matters only where the other one does not decide.
        visitSide(left, present.union(testedBy(right, isAnd)), node.op)
        return visitSide(right, present.union(presentIf(left, isAnd)), node.op)
      }
      case '?:': {
        const [condition, yes, no] = node.args
        visit(condition, present)
        visit(yes, present.union(presentIf(condition, true)), atom)
        return visit(no, present.union(presentIf(condition, false)), atom)
      }
      case '!_':
        if (isLogical(node.args)) return visit(node.args, present)
    }
    const own = atom ?? atomOf(node)
    for (const part of childrenOf(node)) {
      if (isLogical(part)) visit(part, present)
      else visit(part, present, own)
    }
  }

  const visitSide = (node: ASTNode, present: Fields, within: ASTNode['op']): void =>
    isLogical(node) || node.op === '?:' ? visit(node, present) : visit(node, present, atomOf(node, within))

  const atomOf = (node: ASTNode, within?: ASTNode['op']): UnguardedRead => {
    const atom = { node, within, missing: [] }
    found.push(atom)
    return atom
  }

  const addMissing = (steps: readonly FieldStep[], present: Fields, { missing }: UnguardedRead): void => {
    for (const step of steps) {
      const key = fieldKey(step.names)
      if (!isOptional(step) || present.has(key) || missing.some(({ names }) => fieldKey(names) === key))
        continue
      missing.push(step)
    }
  }

  visit(root, required)
  return found.filter(({ missing }) => missing.length > 0).toSorted((a, b) => a.node.start - b.node.start)
}

function isLogical(node: ASTNode): boolean {
  return node.op === '&&' || node.op === '||' || (node.op === '!_' && isLogical(node.args))
}

function messageOf(when: string, { node, within, missing }: UnguardedRead): string {
  const own = textOf(when, node)
  const tests = missing.map((step) => presenceTest(when, step))
  const whenAbsent = [...tests.map(negated), own].join(' || ')
  const names = missing.map((step) => textOf(when, step.node)).join(' or ')
  return (
    `${names} may be absent, and the condition then fails; write ${[...tests, own].join(' && ')}, which is false without it, ` +
    `or ${within === '&&' ? `(${whenAbsent})` : whenAbsent}, which is true without it`
  )
}

/** `has(event.email)`; of a field that is read by a key, `'own' in event.event_data`. */
function presenceTest(when: string, { node }: FieldStep): string {
  if (node.op !== '[]') return `has(${textOf(when, node)})`
  const [owner, key] = node.args
  return `${textOf(when, key)} in ${textOf(when, owner)}`
}

function negated(test: string): string {
  return test.startsWith('has(') ? `!${test}` : `!(${test})`
}

function textOf(when: string, { start, end }: ASTNode): string {
  return when.slice(start, end).replaceAll(/\s+/g, ' ')
}
