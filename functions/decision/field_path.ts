/** Decision layer: the fields of the event that a part of a condition reads. Pure. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { eventTypes } from '../../schemas/event_types.ts'

/** One step of a path: the field up to here, and the part of the condition that reads it. */
export interface FieldStep {
  /** The names up to here, such as `event`, `event_data`, `value`. */
  names: readonly string[]
  node: ASTNode
}

/** Identifies a field in a set. No name has a line break, because the path of a link has none. */
export type FieldKey = string

export function fieldKey(names: readonly string[]): FieldKey {
  return names.join('\n')
}

/** `event.consent.ad_storage` or `event['consent'].ad_storage` → its steps from `event` on. Undefined for anything else. */
export function stepsOf(node: ASTNode): readonly FieldStep[] | undefined {
  if (node.op === 'id') return node.args === 'event' ? [{ names: ['event'], node }] : undefined
  if (node.op !== '.' && node.op !== '[]') return undefined
  const [owner, member] = node.args
  const name = typeof member === 'string' ? member : textOf(member)
  const steps = stepsOf(owner)
  if (name === undefined || !steps) return undefined
  return [...steps, { names: [...steps.at(-1)!.names, name], node }]
}

/** The field whose presence a node tests: `has(event.email)` or `'email' in event`. Undefined for any other node. */
export function testedField(node: ASTNode): readonly FieldStep[] | undefined {
  if (node.op === 'call' && node.args[0] === 'has') {
    const [field] = node.args[1]
    return field && stepsOf(field)
  }
  if (node.op !== 'in') return undefined
  const [name, owner] = [textOf(node.args[0]), stepsOf(node.args[1])]
  if (name === undefined || !owner) return undefined
  return [...owner, { names: [...owner.at(-1)!.names, name], node }]
}

/** Fields that every event has, whatever its producer sends. */
const always = new Set(
  ['event_id', 'event_name', 'event_time', 'event_data'].map((name) => fieldKey(['event', name])),
)

/** True if an event may lack the field. */
export function isOptional({ names }: FieldStep): boolean {
  return names.length > 1 && !always.has(fieldKey(names))
}

/** The fields that an event has if the node is true because of its name: `event.event_name == 'purchase'` → those that purchases require.
 * An event that lacks one nevertheless breaks its definition; that a rule fails on it needs no other words. */
export function requiredByName(node: ASTNode): ReadonlySet<FieldKey> {
  if (node.op === '==') {
    const [left, right] = node.args
    const name = isEventName(left) ? textOf(right) : isEventName(right) ? textOf(left) : undefined
    return requiredOf(name)
  }
  if (node.op !== 'in' || !isEventName(node.args[0]) || node.args[1].op !== 'list') return noFields
  return requiredByAll(node.args[1].args.map(textOf))
}

/** The fields that each of these event types requires. */
export function requiredByAll(eventNames: readonly (string | undefined)[]): ReadonlySet<FieldKey> {
  const [first, ...others] = eventNames.map(requiredOf)
  return others.reduce((all, each) => all.intersection(each), first ?? noFields)
}

export const noFields: ReadonlySet<FieldKey> = new Set()

function requiredOf(eventName: string | undefined): ReadonlySet<FieldKey> {
  const required = eventTypes.get(eventName ?? '')?.required ?? []
  return new Set(required.map((field) => fieldKey(['event', 'event_data', field])))
}

function isEventName(node: ASTNode): boolean {
  return stepsOf(node)?.at(-1)?.names.join('.') === 'event.event_name'
}

function textOf(node: ASTNode): string | undefined {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined
}
