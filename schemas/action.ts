/** Automated actions: what an action is: a rule over events or over the warehouse, and what it sends where. */
import type { EventType } from './event_type.ts'
import type { Link } from './link.ts'
import type { Schedule } from './schedule.ts'
import type { Locate } from './views/view.ts'

/** `draft` does nothing, `shadow` writes down what it would do, `live` does it, `paused` does nothing for now. */
export const actionStates = ['draft', 'shadow', 'live', 'paused'] as const
export type ActionState = (typeof actionStates)[number]

/** A span of time in Go's and Google's short form: `30m`, `24h`, `7d`. */
export type Duration = `${number}${'m' | 'h' | 'd'}`

/** What sets an action off: events, or the rows of a query that is run on a schedule. */
export type Trigger =
  | {
      /** Names of the events. */
      on: readonly [string, ...string[]]
      /** CEL condition over `event`, as in the rules of the decision layer; every event of these names unless told. */
      when?: string
    }
  | {
      schedule: Schedule
      /** GoogleSQL query; a row for each subject. */
      model: (locate: Locate) => string
      /** Most bytes that BigQuery may read for one run. */
      maximumBytesBilled?: number
    }

/** What must hold in the warehouse, for the same subject, within a time before the trigger, the triggering event included. An event counts
 * by when the bus received it. What is counted becomes a field of the firing: `count_purchase`, `sum_purchase_value`; of two that count
 * the same, the second is `count_purchase_30d`. */
export type Requirement = { within: Duration } & (
  | { count: { event: string; atLeast?: number; atMost?: number } }
  | { sum: { event: string; field: string; atLeast?: number; atMost?: number } }
  /** These events in this order, the last one at or before the trigger; `without` none of these since the first. */
  | { sequence: { events: readonly string[]; without?: readonly string[] } }
)

/** One action. */
export interface Action {
  /** snake_case; also the name of its event type. */
  name: string
  /** One sentence: what it does when. */
  description: string
  trigger: Trigger
  /** Context field or event-specific field, or column of the model, whose value is the subject: what `once` and `requires` go by.
   * Of an action on a schedule that has requirements, events must have a field of this name too. */
  subject: string
  requires: readonly Requirement[]
  /** Fires at most once for a subject within this time, by when the triggering events were stored. */
  once: Duration
  /** What is sent: the triggering event's context fields, its own fields or the model's, and what the requirements counted. */
  event: EventType
  /** Links by target, over the target's own; a destination's own come on top. */
  links: Readonly<Record<string, Link>>
}

export type ActionDefinition = Omit<Action, 'links' | 'requires'> &
  Partial<Pick<Action, 'links' | 'requires'>>

/** Declares an action. */
export function defineAction(definition: ActionDefinition): Action {
  return {
    links: {},
    requires: [],
    ...definition,
  }
}
