/** Event: explains how the platform would store an event, without storing it. */
import { nameProblems } from '../../schemas/event_type.ts'
import { limits } from '../../schemas/limits.ts'
import type { Violation, ViolationCode } from '../../schemas/warehouse/violations.ts'
import { readEvent, type Published, type RejectedMessage } from './read.ts'
import type { Registry } from './registry.ts'

export interface Explanation {
  valid: boolean
  event_name?: string
  /** The definition that the event is checked against, `name@version`. */
  definition?: string
  /** Where it would be stored: `events`, or `quarantine` with the reason. */
  table: 'events' | 'quarantine'
  /** A violation of a field has a code of schemas/warehouse/violations.ts. */
  violations: readonly { field: string; code?: ViolationCode; description: string }[]
}

/** Explains a message that would be published to `topic`. */
export function explain(
  message: Pick<Published, 'data' | 'attributes'>,
  topic: string,
  registry: Registry,
): Explanation {
  const publishTime = new Date().toISOString()
  const outcome = readEvent({ ...message, topic, publishTime, messageId: '0' }, registry)
  if ('reason' in outcome) {
    const { eventName = '' } = outcome
    const definition = registry.get(eventName)?.definition
    return {
      valid: false,
      ...(outcome.eventName !== undefined && { event_name: eventName }),
      ...(definition !== undefined && { definition }),
      table: 'quarantine',
      violations: describe(outcome, registry),
    }
  }
  return {
    valid: outcome.violations.length === 0,
    event_name: outcome.name,
    definition: outcome.definition,
    table: 'events',
    violations: describeFields(outcome.violations),
  }
}

function describeFields(violations: readonly Violation[]): Explanation['violations'] {
  return violations.map(({ field, code, expected, got }) => ({
    field,
    code,
    description: `Expected ${expected}; got ${got}.`,
  }))
}

function describe(
  { reason, eventName = '', suggestion, violations = [] }: RejectedMessage,
  registry: Registry,
): Explanation['violations'] {
  if (reason === 'strict_violation') return describeFields(violations)
  if (reason === 'too_deep')
    return [{ field: '', description: `The event nests deeper than ${limits.nestingLevels} levels.` }]
  if (reason === 'too_wide')
    return [{ field: '', description: `An object has more than ${limits.membersPerObject} members.` }]
  if (reason === 'not_json') return [{ field: '', description: 'The event is not JSON in UTF-8.' }]
  if (reason === 'not_an_object') return [{ field: '', description: 'The event is not a JSON object.' }]
  if (reason === 'no_event_name') {
    return named('The event has no name: set event_name, or publish to the topic of its event type.')
  }
  const name = eventName.slice(0, 128)
  const hint = suggestion ? `Did you mean "${suggestion}"?` : `There are ${registry.size} event types.`
  return named(
    `"${name}" is not a known event type. ${hint}`,
    ...nameProblems(name).map((problem) => `${problem}.`),
  )
}

function named(...descriptions: readonly string[]): Explanation['violations'] {
  return descriptions.map((description) => ({ field: 'event_name', description }))
}
