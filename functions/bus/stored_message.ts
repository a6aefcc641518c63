/** Event bus: writes and reads the message of a stored event, with one attribute for each permitted destination. Pure. */
import { attributes } from '../../schemas/bus.ts'
import type { Decision } from '../../schemas/decision.ts'
import type { Event } from '../event/read.ts'
import type { OutgoingMessage } from '../google/pubsub.ts'
import { StatusError } from '../serving/answer.ts'
import type { PushMessage } from './push.ts'

/** The ordering key of an event, and the destinations that ask for order. */
export interface KeyedFor {
  key: string
  destinations: ReadonlySet<string>
}

/** Returns an event in normal form, as JSON text: `{…context, event_data}`. */
export function normalText(event: Event): string {
  let text = JSON.stringify({ event_id: event.id, event_name: event.name, event_time: event.time }).slice(
    0,
    -1,
  )
  for (const [name, fieldText] of event.context) text += `,"${name}":${fieldText}`
  return `${text},"event_data":${event.dataText}}`
}

/** Returns the message of a stored event, with `more` attributes. Its data is the event in normal form. It has an
 * ordering key only if it is for a destination that asks for order: each key takes a publish request of its own. */
export function storedMessage(
  event: Event,
  permitted: readonly Pick<Decision, 'destination'>[],
  storedAt: string,
  more: Readonly<Record<string, string>> = {},
  keyed?: KeyedFor,
): OutgoingMessage {
  return {
    data: Buffer.from(normalText(event)),
    attributes: {
      [attributes.eventId]: event.id,
      [attributes.eventName]: event.name,
      [attributes.receivedAt]: event.receivedAt,
      [attributes.storedAt]: storedAt,
      ...(event.hop > 0 && { [attributes.hop]: String(event.hop) }),
      ...more,
      ...Object.fromEntries(
        permitted.map(({ destination }) => [
          keyed?.destinations.has(destination)
            ? attributes.permitInOrder(destination)
            : attributes.permit(destination),
          '1',
        ]),
      ),
    },
    ...(keyed &&
      permitted.some(({ destination }) => keyed.destinations.has(destination)) && { orderingKey: keyed.key }),
  }
}

/** A stored event that is delivered to a destination. */
export interface StoredEvent {
  id: string
  name: string
  /** Id of the message; several messages can carry the same event. */
  messageId: string
  receivedAt: string
  storedAt: string
  /** The event in its normal form, as text and as value. */
  text: string
  value: Readonly<Record<string, unknown>>
  attempt: number
  /** Time in ms after which it must not be sent any more, because its redelivery may overtake it; undefined for no order. */
  sendBy?: number
  /** When its push arrived, in ms since 1970. Default: when its delivery begins. */
  arrivedAt?: number
  /** Number of automated actions between the producer and the event; undefined for none. */
  hop?: number
  /** The run or firing that sent it, if any. */
  replayId?: string
  /** The sync or action that created it; undefined for an event of a producer. */
  source?: string
  /** True if a replay sends an event of a producer again. */
  isReplay?: true
  /** True for a request to erase a person instead of an event: the only member of `value` is the identity field. */
  isErasure?: true
  /** For a question instead of an event: the third party's id of the request that is asked about. */
  receipt?: string
  /** For a row of a list: the delivered values of its identifying fields that differ now; null for one that had none. The member with these
   * values is removed before the event is delivered. */
  previous?: Readonly<Record<string, unknown>>
  /** True for a removal from a list, which is delivered even if the person is suppressed: it tells the third party nothing new. */
  removes?: true
}

/** Reads a message that `storedMessage` wrote. Throws INVALID_ARGUMENT for any other. */
export function parseStoredMessage({
  data,
  attributes: received,
  attempt,
  messageId,
}: PushMessage): StoredEvent {
  const id = received[attributes.eventId]
  const name = received[attributes.eventName]
  const receivedAt = received[attributes.receivedAt]
  const storedAt = received[attributes.storedAt]
  if (received[attributes.page])
    throw new StatusError('INVALID_ARGUMENT', 'Not one stored event: the message is a page of rows.')
  if (!id || !name || !receivedAt || !storedAt) {
    throw new StatusError(
      'INVALID_ARGUMENT',
      'Not a stored event: attributes of the store function are missing.',
    )
  }
  const text = data.toString()
  const value = JSON.parse(text) as Record<string, unknown>
  const replayId = received[attributes.replayId]
  const source = received[attributes.source]
  const hop = Number(received[attributes.hop] ?? 0)
  const receipt = received[attributes.receipt]
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
    ...(replayId && !source && { isReplay: true }),
    ...(received[attributes.erasure] && { isErasure: true }),
    ...(receipt && { receipt }),
  }
}
