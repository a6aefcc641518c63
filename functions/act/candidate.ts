/** Actions: makes candidates for a firing, from an event or from a row of the model. Pure. */
import type { Action } from '../../schemas/action.ts'
import { contextNames } from '../../schemas/context.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import { derivedId } from '../event/identity.ts'
import { isObject } from '../event/split_fields.ts'

type Members = Readonly<Record<string, unknown>>

export interface Candidate {
  /** Id of the firing. A redelivered event has the same one. */
  firingId: string
  subject: string | undefined
  eventId?: string
  runId?: string
  /** Number of actions between the producer and the firing. */
  hop: number
  /** When the event was received, or the run began; RFC 3339. */
  receivedAt: string
  /** When the event was stored, or the run began; RFC 3339. */
  at: string
  /** The event, or a row in the form of an event: context fields, and the others under `event_data`. */
  value: Members
}

/** The members of a stored event that actions use. */
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

/** Makes the candidate of a row. Columns with the name of a context field become context fields. */
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
  const rowSubject = subjectIn(value, subject)
  return {
    firingId: derivedId(`action/${name}/run`, `${runId} ${rowSubject ?? ''}`),
    subject: rowSubject,
    runId,
    hop: 1,
    receivedAt: startedAt,
    at: startedAt,
    value,
  }
}

/** Returns the value of a context field or, for any other name, of an event field. */
export function fieldOf(value: Members, name: string): unknown {
  if (contextNames.has(name)) return value[name]
  const { event_data: data } = value
  return isObject(data) && Object.hasOwn(data, name) ? data[name] : undefined
}

/** Maximum length in characters: longer values would make the queries too large. */
const maxSubjectLength = 1024

function subjectIn(value: Members, field: string): string | undefined {
  const subject = fieldOf(value, field)
  if (typeof subject === 'number' || typeof subject === 'boolean') return String(subject)
  if (typeof subject !== 'string' || subject === '' || subject.length > maxSubjectLength) return undefined
  return subject.isWellFormed() ? subject : undefined
}
