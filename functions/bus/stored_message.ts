/** Event bus: the message that says an event lies in BigQuery, stamped for every destination it may go to. Pure. */
import { attributes } from '../../schemas/bus.ts'
import type { Decision } from '../../schemas/decision.ts'
import type { Event } from '../event/read.ts'
import type { OutgoingMessage } from '../google/pubsub.ts'
import { StatusError } from '../serving/answer.ts'
import type { PushMessage } from './push.ts'

/** The stamped message of a stored event; `further` attributes say what else there is to know of it. Its body is the event in its one normal form: `{…context, event_data}`. */
export function storedMessage(
  event: Event,
  permitted: readonly Pick<Decision, 'destination'>[],
  storedAt: string,
  further: Readonly<Record<string, string>> = {},
): OutgoingMessage {
  let text = JSON.stringify({ event_id: event.id, event_name: event.name, event_time: event.time }).slice(
    0,
    -1,
  )
  for (const [name, fieldText] of event.context) text += `,"${name}":${fieldText}`
  return {
    data: Buffer.from(`${text},"event_data":${event.dataText}}`),
    attributes: {
      [attributes.eventId]: event.id,
      [attributes.eventName]: event.name,
      [attributes.receivedAt]: event.receivedAt,
      [attributes.storedAt]: storedAt,
      ...(event.hop > 0 && { [attributes.hop]: String(event.hop) }),
      ...further,
      ...Object.fromEntries(permitted.map(({ destination }) => [attributes.permit(destination), '1'])),
    },
  }
}

/** A stored event on its way to a destination. */
export interface StoredEvent {
  id: string
  name: string
  /** Id of the message that brought it; the same event can come in several. */
  messageId: string
  receivedAt: string
  storedAt: string
  /** The event in its normal form, as text and as value. */
  text: string
  value: Readonly<Record<string, unknown>>
  attempt: number
  /** How many automated actions lie between the producer and the event; undefined for none. */
  hop?: number
  /** The run or firing that sent it, if any. */
  replayId?: string
  /** The sync or action that it comes from; undefined for an event. */
  source?: string
  /** A request to erase a person, which is no event: `value` has one member, by which the person is known. */
  isErasure?: true
}

/** Reads what `storedMessage` wrote. */
export function parseStoredMessage({
  data,
  attributes: stamps,
  attempt,
  messageId,
}: PushMessage): StoredEvent {
  const id = stamps[attributes.eventId]
  const name = stamps[attributes.eventName]
  const receivedAt = stamps[attributes.receivedAt]
  const storedAt = stamps[attributes.storedAt]
  if (!id || !name || !receivedAt || !storedAt) {
    throw new StatusError(
      'INVALID_ARGUMENT',
      'Not a stored event: the attributes of the store function are missing.',
    )
  }
  const text = data.toString()
  const value = JSON.parse(text) as Record<string, unknown>
  const replayId = stamps[attributes.replayId]
  const source = stamps[attributes.source]
  const hop = Number(stamps[attributes.hop] ?? 0)
  return {
    id,
    name,
    messageId,
    receivedAt,
    storedAt,
    text,
    value,
    attempt,
    ...(hop > 0 && { hop }),
    ...(replayId && { replayId }),
    ...(source && { source }),
    ...(stamps[attributes.erasure] && { isErasure: true }),
  }
}
