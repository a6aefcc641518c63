/** Actions: makes the event that a firing sends, and its row in `action_firings`. Pure. */
import { attributes } from '../../schemas/bus.ts'
import type { Action } from '../../schemas/action.ts'
import { contextNames } from '../../schemas/context.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { readEvent, type Event } from '../event/read.ts'
import { withSaved, type Registry } from '../event/registry.ts'
import type { RowText } from '../google/bigquery.ts'
import { fieldOf, type Candidate } from './candidate.ts'
import type { DeployedAction } from './triggers.ts'

/** Makes the event. Its context fields come from the triggering event or the model. Its event fields are those of the action's event type,
 * filled from the same source or from the counts of the requirements. */
export function firingEvent(
  { event: type }: Pick<Action, 'event'>,
  { firingId, hop, at, value }: Candidate,
  counts: Readonly<Record<string, number>>,
): Event {
  const context = Object.entries(value).filter(([name]) => contextNames.has(name))
  const eventFields = Object.keys(type.fields).map((name) => [name, fieldOf(value, name) ?? counts[name]])
  const body = {
    ...Object.fromEntries(context),
    event_id: firingId,
    event_name: type.name,
    event_time: at,
    event_data: Object.fromEntries(eventFields) as object,
  }
  const read = readEvent(
    {
      topic: 'actions',
      messageId: firingId,
      publishTime: at,
      data: Buffer.from(JSON.stringify(body)),
      attributes: { [attributes.hop]: String(hop) },
    },
    registryOf(type),
  )
  if ('reason' in read) throw new Error(`Action "${type.name}" made an invalid event: ${read.reason}.`)
  return read
}

const registries = new WeakMap<EventType, Registry>()

/** The definitions in the code and this one. */
function registryOf(type: EventType): Registry {
  const registry = registries.get(type) ?? withSaved([type])
  registries.set(type, registry)
  return registry
}

export type FiringOutcome =
  | { outcome: 'fired' | 'would_fire'; reason: 'trigger' }
  | { outcome: 'restricted'; reason: string }
  | {
      outcome: 'withheld'
      reason: 'already_fired' | 'condition_not_met' | 'chain_too_long' | 'no_subject'
      detail?: string
    }

/** Makes the row of a candidate for one destination. Its insertId depends on the outcome, so that a redelivered message writes the same row. */
export function firingRow(
  { action, state }: DeployedAction,
  destination: string,
  { firingId, subject, eventId, runId, hop }: Candidate,
  outcome: FiringOutcome,
  now: Date,
): RowText {
  return {
    insertId: `${firingId}/${destination}/${state}/${outcome.outcome}`,
    json: JSON.stringify({
      firing_id: firingId,
      action: action.name,
      state,
      destination,
      subject: subject ?? '',
      event_id: eventId,
      run_id: runId,
      hop,
      ...outcome,
      fired_at: now.toISOString(),
    }),
  }
}
