/** Actions: the event that a firing sends, and the row of `action_firings` that tells of it. Pure. */
import { attributes } from '../../schemas/bus.ts'
import type { Action } from '../../schemas/action.ts'
import { contextNames } from '../../schemas/context.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { readEvent, type Event } from '../event/read.ts'
import { withSaved, type Registry } from '../event/registry.ts'
import type { RowText } from '../google/bigquery.ts'
import { fieldOf, type Candidate } from './candidate.ts'
import type { DeployedAction } from './triggers.ts'

/** The context fields are the triggering event's, or the model's; the event-specific ones are those that the action's event type has,
 * of the triggering event, failing that of what the requirements counted. */
export function firingEvent(
  { event: type }: Pick<Action, 'event'>,
  { firingId, hop, at, value }: Candidate,
  counts: Readonly<Record<string, number>>,
): Event {
  const context = Object.entries(value).filter(([name]) => contextNames.has(name))
  const own = Object.keys(type.fields).map((name) => [name, fieldOf(value, name) ?? counts[name]])
  const body = {
    ...Object.fromEntries(context),
    event_id: firingId,
    event_name: type.name,
    event_time: at,
    event_data: Object.fromEntries(own) as object,
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
  if ('reason' in read)
    throw new Error(`The event of a firing of ${type.name} cannot be read: ${read.reason}.`)
  return read
}

const registries = new WeakMap<EventType, Registry>()

/** The definitions of the code and this one. */
function registryOf(type: EventType): Registry {
  const registry = registries.get(type) ?? withSaved([type])
  registries.set(type, registry)
  return registry
}

/** How a candidate ended. */
export type FiringOutcome =
  | { outcome: 'fired' | 'would_fire'; reason: 'trigger' }
  | { outcome: 'restricted'; reason: string }
  | {
      outcome: 'withheld'
      reason: 'already_fired' | 'condition_not_met' | 'chain_too_long' | 'no_subject'
      detail?: string
    }

/** The row of one candidate. Its insertId is the ending's: a message that comes again writes the same row. */
export function firingRow(
  { action, state, destination }: DeployedAction,
  { firingId, subject, eventId, runId, hop }: Candidate,
  ending: FiringOutcome,
  now: Date,
): RowText {
  return {
    insertId: `${firingId}/${state}/${ending.outcome}`,
    json: JSON.stringify({
      firing_id: firingId,
      action: action.name,
      state,
      destination,
      subject: subject ?? '',
      event_id: eventId,
      run_id: runId,
      hop,
      ...ending,
      fired_at: now.toISOString(),
    }),
  }
}
