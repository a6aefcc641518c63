/** Actions: checks a declared action: the event types and fields that it uses and sends must exist. Pure. */
import type { Action, Requirement } from '../../schemas/action.ts'
import { contextColumns } from '../../schemas/context.ts'
import { nameProblems } from '../../schemas/event_type.ts'
import { eventTypes, nearestEventName } from '../../schemas/event_types.ts'
import { nearest } from '../../schemas/nearest.ts'
import { secondsOf } from './timestamps.ts'
import { compileRequirements } from './requirements.ts'
import { compileTrigger, isOnEvents } from './triggers.ts'

/** Maximum number of event types in a sequence: each is one letter of a pattern. */
const maxSequenceLength = 20

function suggestion(name: string, known: Iterable<string>): string {
  const meant = nearest(name, known)
  return meant === undefined ? '' : ` Did you mean "${meant}"?`
}

/** Context fields that can be a subject. */
const plain = contextColumns
  .filter(({ column }) => ['STRING', 'INT64', 'BOOL'].includes(column))
  .map(({ name }) => name)

/** Returns the problems of an action, one sentence each. */
export function actionProblems(action: Action): string[] {
  const { name, trigger, subject, requires, once, event } = action
  return [
    ...(event.name === name
      ? []
      : [`event.name: expected "${name}", the name of the action, got "${event.name}".`]),
    ...nameProblems(event.name),
    ...(eventTypes.has(event.name)
      ? [`event.name: "${event.name}" is a standard event type; an action needs its own.`]
      : []),
    ...(event.mode === 'open'
      ? []
      : ['event.mode: expected open; a strict event without one of its fields could not be sent.']),
    ...(secondsOf(once) > 0 ? [] : [`once: expected a duration such as 24h, got "${once}".`]),
    ...(isOnEvents(trigger) ? trigger.on.flatMap((each) => eventProblems('trigger.on', each)) : []),
    ...(isOnEvents(trigger) ? messageOf(() => compileTrigger(name, trigger)) : []),
    ...(isOnEvents(trigger) ? fieldProblems('subject', subject, trigger.on, plain) : []),
    ...(isOnEvents(trigger) ? unfilled(action, trigger.on) : []),
    ...requires.flatMap((each) => requirementProblems(each, subject)),
  ]
}

function messageOf(task: () => unknown): string[] {
  try {
    task()
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** An unknown name can be an event type saved in the console, so only a name close to a known one is a problem. */
function eventProblems(place: string, name: string): string[] {
  if (eventTypes.has(name)) return []
  const meant = nearestEventName(name)
  return meant === undefined ? [] : [`${place}: unknown event type "${name}". Did you mean "${meant}"?`]
}

function fieldsOf(events: readonly string[]): string[] {
  return events.flatMap((each) => Object.keys(eventTypes.get(each)?.fields ?? {}))
}

/** Reports a field that the events do not have, if all event types are known. */
function fieldProblems(
  place: string,
  field: string,
  events: readonly string[],
  context: readonly string[],
): string[] {
  const known = [...context, ...fieldsOf(events)]
  if (known.includes(field) || !events.every((each) => eventTypes.has(each))) return []
  return [`${place}: ${events.join(', ')} has no plain field "${field}".${suggestion(field, known)}`]
}

/** Reports fields of the sent event that no trigger event and no requirement provides. */
function unfilled({ event, requires }: Action, on: readonly string[]): string[] {
  const counted = compileRequirements(requires).flatMap(({ field }) => field ?? [])
  return Object.keys(event.fields).flatMap((field) =>
    counted.includes(field)
      ? []
      : fieldProblems(`event.fields.${field}`, field, on, counted).map(
          (problem) => `${problem}${counted.length > 0 ? ` Counted: ${counted.join(', ')}.` : ''}`,
        ),
  )
}

function requirementProblems(requirement: Requirement, subject: string): string[] {
  const spans =
    secondsOf(requirement.within) > 0
      ? []
      : [`requires.within: expected a duration such as 24h, got "${requirement.within}".`]
  if ('sequence' in requirement) {
    const { events, without = [] } = requirement.sequence
    const all = [...events, ...without]
    const length =
      events.length > 0 && all.length <= maxSequenceLength
        ? []
        : [`requires.sequence: expected 1 to ${maxSequenceLength} events, got ${all.length}.`]
    return [...spans, ...length, ...all.flatMap((each) => within('sequence', each, subject))]
  }
  const [kind, { event }] =
    'count' in requirement ? (['count', requirement.count] as const) : (['sum', requirement.sum] as const)
  const numbers = contextColumns
    .filter(({ column }) => /INT64|NUMERIC|FLOAT64/.test(column))
    .map(({ name }) => name)
  const summed =
    'sum' in requirement ? fieldProblems('requires.sum', requirement.sum.field, [event], numbers) : []
  return [...spans, ...within(kind, event, subject), ...summed]
}

function within(kind: string, event: string, subject: string): string[] {
  return [
    ...eventProblems(`requires.${kind}`, event),
    ...fieldProblems(`requires.${kind}: subject`, subject, [event], plain),
  ]
}
