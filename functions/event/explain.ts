/** Event: says of one event what the platform would make of it, without keeping it. */
import { nameProblems } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { readEvent, type Published, type Unreadable } from './read.ts'

export interface Explanation {
  valid: boolean
  event_name?: string
  /** What the event would be checked against, `name@version`. */
  definition?: string
  /** Where it would be stored: `events`, or `quarantine` with the reason. */
  table: 'events' | 'quarantine'
  violations: readonly { field: string; description: string }[]
}

/** Explains a message that would be published to `topic`. */
export const explain = (message: Pick<Published, 'data' | 'attributes'>, topic: string): Explanation => {
  const publishTime = new Date().toISOString()
  const outcome = readEvent({ ...message, topic, publishTime, messageId: '0', subscription: '', attempt: 1 })
  if ('reason' in outcome) {
    return {
      valid: false,
      ...(outcome.eventName !== undefined && { event_name: outcome.eventName }),
      table: 'quarantine',
      violations: describe(outcome),
    }
  }
  return {
    valid: outcome.violations.length === 0,
    event_name: outcome.name,
    definition: outcome.definition,
    table: 'events',
    violations: outcome.violations.map(({ field, expected, got }) => ({
      field,
      description: `Expected ${expected}; got ${got}.`,
    })),
  }
}

const describe = ({ reason, eventName = '', suggestion }: Unreadable): Explanation['violations'] => {
  if (reason === 'not_json') return [{ field: '', description: 'The event is not JSON in UTF-8.' }]
  if (reason === 'not_an_object') return [{ field: '', description: 'The event is not a JSON object.' }]
  if (reason === 'no_event_name') {
    return named('The event has no name: give event_name, or publish to the topic of its type.')
  }
  const name = eventName.slice(0, 128)
  const known = suggestion ? `Did you mean "${suggestion}"?` : `There are ${eventTypes.size} event types.`
  return named(
    `"${name}" is no known event type. ${known}`,
    ...nameProblems(name).map((problem) => `${problem}.`),
  )
}

const named = (...descriptions: readonly string[]): Explanation['violations'] =>
  descriptions.map((description) => ({ field: 'event_name', description }))
