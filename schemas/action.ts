/** Automated actions: defines an action: a rule over events or over the warehouse, and what it sends. */
import type { EventType } from './event_type.ts'
import type { Link } from './link.ts'
import type { Schedule } from './schedule.ts'
import type { Locate } from './views/view.ts'

/** `draft` and `paused`: does nothing. `shadow`: records what it would send. `live`: sends. */
export const actionStates = ['draft', 'shadow', 'live', 'paused'] as const
export type ActionState = (typeof actionStates)[number]

/** A duration in minutes, hours or days: `30m`, `24h`, `7d`. */
export type Duration = `${number}${'m' | 'h' | 'd'}`

/** What starts an action: events, or the rows of a scheduled query. */
export type Trigger =
  | {
      /** Event names. */
      on: readonly [string, ...string[]]
      /** CEL condition over `event`, as in decision rules. Default: every event with one of these names. */
      when?: string
    }
  | {
      schedule: Schedule
      /** GoogleSQL query that returns one row per subject. */
      model: (locate: Locate) => string
      /** Maximum bytes that one run may read in BigQuery. */
      maximumBytesBilled?: number
    }

/** What must hold in the warehouse for the same subject, within a time up to and including the trigger. The time of an event is when the
 * bus received it. What was sent under several event ids counts once, as the event that was stored first (`uniqueBy` of its event type).
 * Each count becomes a field of the firing: `count_purchase`, `sum_purchase_value`. If two requirements count the same,
 * the field of the second is `count_purchase_30d`. */
export type Requirement = { within: Duration } & (
  | { count: { event: string; atLeast?: number; atMost?: number } }
  | { sum: { event: string; field: string; atLeast?: number; atMost?: number } }
  /** These events in this order, the last one at or before the trigger. `without`: events that must not occur after the first one. */
  | { sequence: { events: readonly string[]; without?: readonly string[] } }
)

export interface Action {
  /** snake_case. Also the name of its event type. */
  name: string
  /** One sentence: what it does and when. */
  description: string
  trigger: Trigger
  /** Context field, event field or model column whose value is the subject, to which `once` and `requires` apply. If a scheduled action
   * has requirements, events must have a field with this name, too. */
  subject: string
  requires: readonly Requirement[]
  /** Window in which the action fires at most once per subject, by the time at which the triggering events were stored. */
  once: Duration
  /** What is sent: the context fields of the triggering event, its event fields or the model's columns, and the counts. */
  event: EventType
  /** Links by target. They override the links of the target; the links of a destination override them. */
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
