/** Actions: checks a declared action before any event meets it: what it waits for, goes by and sends must be there, by the vocabulary. Pure. */
import type { Action, Requirement } from '../../schemas/action.ts'
import { contextColumns } from '../../schemas/context.ts'
import { nameProblems } from '../../schemas/event_type.ts'
import { eventTypes, nearestEventName } from '../../schemas/event_types.ts'
import { nearest } from '../../schemas/nearest.ts'
import { secondsOf } from './timestamps.ts'
import { compileRequirements } from './requirements.ts'
import { compileTrigger, isOnEvents } from './triggers.ts'

/** Longer sequences have more kinds of events than there are letters for them. */
const longestSequence = 20

function meaning(name: string, known: Iterable<string>): string {
  const meant = nearest(name, known)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}

/** Context fields that a subject can be. */
const plain = contextColumns
  .filter(({ column }) => ['STRING', 'INT64', 'BOOL'].includes(column))
  .map(({ name }) => name)

/** Problems of an action, a sentence each. */
export function actionProblems(action: Action): string[] {
  const { name, trigger, subject, requires, once, event } = action
  return [
    ...(event.name === name ? [] : [`Its event must bear its name: "${event.name}" is not "${name}".`]),
    ...nameProblems(event.name),
    ...(eventTypes.has(event.name) ? [`Its event must be its own: "${event.name}" is a standard one.`] : []),
    ...(event.mode === 'open'
      ? []
      : ['Its event must be open: a strict one that lacks a field could not be sent.']),
    ...(secondsOf(once) > 0 ? [] : [`once: expected a span such as 24h, got "${once}".`]),
    ...(isOnEvents(trigger) ? trigger.on.flatMap((each) => eventProblems('trigger.on', each)) : []),
    ...(isOnEvents(trigger) ? wordsOf(() => compileTrigger(name, trigger)) : []),
    ...(isOnEvents(trigger) ? fieldProblems('subject', subject, trigger.on, plain) : []),
    ...(isOnEvents(trigger) ? unfilled(action, trigger.on) : []),
    ...requires.flatMap((each) => requirementProblems(each, subject)),
  ]
}

function wordsOf(task: () => unknown): string[] {
  try {
    task()
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** An event type that was made in the console is not known here; one that is nearly that of another is a mistake. */
function eventProblems(place: string, name: string): string[] {
  if (eventTypes.has(name)) return []
  const meant = nearestEventName(name)
  return meant === undefined ? [] : [`${place}: there is no event type "${name}"; did you mean "${meant}"?`]
}

function fieldsOf(events: readonly string[]): string[] {
  return events.flatMap((each) => Object.keys(eventTypes.get(each)?.fields ?? {}))
}

/** A field that the events do not have, as far as all of them are known. */
function fieldProblems(
  place: string,
  field: string,
  events: readonly string[],
  context: readonly string[],
): string[] {
  const known = [...context, ...fieldsOf(events)]
  if (known.includes(field) || !events.every((each) => eventTypes.has(each))) return []
  return [`${place}: ${events.join(', ')} has no plain field "${field}"${meaning(field, known)}`]
}

/** Fields of what is sent that nothing can fill. */
function unfilled({ event, requires }: Action, on: readonly string[]): string[] {
  const counted = compileRequirements(requires).flatMap(({ field }) => field ?? [])
  return Object.keys(event.fields).flatMap((field) =>
    counted.includes(field)
      ? []
      : fieldProblems(`event.fields.${field}`, field, on, counted).map(
          (words) => `${words}${counted.length > 0 ? ` (counted: ${counted.join(', ')})` : ''}`,
        ),
  )
}

function requirementProblems(requirement: Requirement, subject: string): string[] {
  const spans = secondsOf(requirement.within) > 0 ? [] : [`requires.within: got "${requirement.within}".`]
  if ('sequence' in requirement) {
    const { events, without = [] } = requirement.sequence
    const all = [...events, ...without]
    const length =
      events.length > 0 && all.length <= longestSequence
        ? []
        : [`requires.sequence: expected 1 to ${longestSequence} events, got ${all.length}.`]
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
