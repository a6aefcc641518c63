/** Actions: what sets an action off once, be it an event or a row of the action's model. Pure. */
import type { Action } from '../../schemas/action.ts'
import { contextNames } from '../../schemas/context.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import { derivedId } from '../event/identity.ts'
import { isObject } from '../event/split_fields.ts'

type Members = Readonly<Record<string, unknown>>

export interface Candidate {
  /** Identity of the firing that would come of it; the same however often it comes. */
  firingId: string
  /** Undefined where it has none. */
  subject: string | undefined
  eventId?: string
  runId?: string
  /** How many actions would lie between the producer and the firing. */
  hop: number
  /** When an event was received and stored, or the run began; RFC 3339. */
  receivedAt: string
  at: string
  /** An event in its normal form, or a row in that form: its context fields and, under `event_data`, the others. */
  value: Members
}

/** Of a stored event, what sets an action off. */
export type TriggeringEvent = Pick<StoredEvent, 'id' | 'name' | 'value' | 'receivedAt' | 'storedAt' | 'hop'>

export function candidateOf(
  { name, subject }: Pick<Action, 'name' | 'subject'>,
  { id, value, hop = 0, receivedAt, storedAt }: TriggeringEvent,
): Candidate {
  return {
    firingId: derivedId(`action/${name}/event`, id),
    subject: subjectIn(value, subject),
    eventId: id,
    hop: hop + 1,
    receivedAt,
    at: storedAt,
    value,
  }
}

/** A row of a model; columns with the names of context fields are such. */
export function candidateOfRow(
  { name, subject }: Pick<Action, 'name' | 'subject'>,
  row: Members,
  { runId, startedAt }: { runId: string; startedAt: string },
): Candidate {
  const entries = Object.entries(row).filter(([, each]) => each !== null)
  const isContext = ([column]: readonly [string, unknown]): boolean => contextNames.has(column)
  const value = {
    ...Object.fromEntries(entries.filter(isContext)),
    event_data: Object.fromEntries(entries.filter((entry) => !isContext(entry))),
  }
  const whom = subjectIn(value, subject)
  return {
    firingId: derivedId(`action/${name}/run`, `${runId} ${whom ?? ''}`),
    subject: whom,
    runId,
    hop: 1,
    receivedAt: startedAt,
    at: startedAt,
    value,
  }
}

/** The value of a field: a context field's, failing that an event-specific one's. */
export function fieldOf(value: Members, name: string): unknown {
  if (contextNames.has(name)) return value[name]
  const { event_data: data } = value
  return isObject(data) && Object.hasOwn(data, name) ? data[name] : undefined
}

/** A longer one is nobody's name, and would make the questions to BigQuery too large. */
const longestSubject = 1024

function subjectIn(value: Members, field: string): string | undefined {
  const found = fieldOf(value, field)
  if (typeof found === 'number' || typeof found === 'boolean') return String(found)
  if (typeof found !== 'string' || found === '' || found.length > longestSubject) return undefined
  return found.isWellFormed() ? found : undefined
}
