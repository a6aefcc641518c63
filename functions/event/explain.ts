/** Event: explains how the platform would store an event, without storing it. */
import { nameProblems } from '../../schemas/event_type.ts'
import { limits } from '../../schemas/limits.ts'
import type { FieldHint, HintKind } from '../../schemas/warehouse/hints.ts'
import type { Violation, ViolationCode } from '../../schemas/warehouse/violations.ts'
import type { Derive } from './derive.ts'
import { readEvent, type Event, type Published, type RejectedMessage } from './read.ts'
import type { Registry } from './registry.ts'

export interface Explanation {
  valid: boolean
  event_name?: string
  /** The definition that the event is checked against, `name@version`. */
  definition?: string
  /** Where it would be stored: `events`, or `quarantine` with the reason. */
  table: 'events' | 'quarantine'
  /** Context fields that would be added. Missing for none. */
  derived_fields?: readonly string[]
  /** A violation of a field has a code of schemas/warehouse/violations.ts. */
  violations: readonly { field: string; code?: ViolationCode; description: string }[]
}

/** A hint at a field, with a sentence for the producer. */
export interface DescribedHint extends Pick<FieldHint, 'field' | 'kind' | 'did_you_mean'> {
  description: string
}

/** Explains a message that would be published to `topic`. */
export function explain(
  message: Pick<Published, 'data' | 'attributes'>,
  topic: string,
  registry: Registry,
  derive?: Derive,
): Explanation {
  return explainEvent(message, topic, registry, derive).explanation
}

/** Explains a message as `explain` does. `event` is undefined for a message that would be quarantined. */
export function explainEvent(
  message: Pick<Published, 'data' | 'attributes'>,
  topic: string,
  registry: Registry,
  derive?: Derive,
): { explanation: Explanation; event?: Event } {
  const publishTime = new Date().toISOString()
  const outcome = readEvent({ ...message, topic, publishTime, messageId: '0' }, registry, derive)
  if ('reason' in outcome) {
    const { eventName = '' } = outcome
    const definition = registry.get(eventName)?.definition
    return {
      explanation: {
        valid: false,
        ...(outcome.eventName !== undefined && { event_name: eventName }),
        ...(definition !== undefined && { definition }),
        table: 'quarantine',
        violations: describe(outcome, registry),
      },
    }
  }
  return {
    explanation: {
      valid: outcome.violations.length === 0,
      event_name: outcome.name,
      definition: outcome.definition,
      table: 'events',
      violations: describeFields(outcome.violations),
      ...(outcome.derivedFields && { derived_fields: outcome.derivedFields }),
    },
    event: outcome,
  }
}

/** Describes the hints of an event that would be stored. */
export function describeHints({ hints = [], name }: Pick<Event, 'hints' | 'name'>): readonly DescribedHint[] {
  return hints.map(({ field, kind, did_you_mean }) => ({
    field,
    kind,
    did_you_mean,
    description: hintTexts[kind](field.slice(field.indexOf('.') + 1), did_you_mean, name),
  }))
}

const hintTexts: Readonly<Record<HintKind, (field: string, known: string, type: string) => string>> = {
  similar: (field, known, type) => `"${field}" is no field of ${type}. Did you mean "${known}"?`,
  misplaced: (field) => `"${field}" is a context field: it belongs at the top level, not in event_data.`,
  alias: (field, known, type) =>
    `${type} accepts "${field}" for the field "${known}", which it is stored as.`,
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
  if (reason === 'too_many_values')
    return [{ field: '', description: `The event has more than ${limits.valuesPerEvent} values.` }]
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
