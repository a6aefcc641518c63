/** Event: reads and writes the origin of a quarantined message that is published again. Its event keeps the identity of the first
 * message. Pure. */
import { hash } from 'node:crypto'
import { attributes as names } from '../../schemas/bus.ts'
import { derivedId } from './identity.ts'
import { normalTime } from './time.ts'

/** The parts of a message that its origin is derived from. */
interface Message {
  topic: string
  messageId: string
  data: Buffer
  attributes: Readonly<Record<string, string>>
}

/** The first message of an event, as the bus accepted it. */
interface Origin {
  /** Identity of the quarantined message, and of its event unless the producer sent an id. */
  id: string
  /** RFC 3339 in µs. */
  receivedAt: string
}

/** Returns the identity of a quarantined message, the same for every delivery. It includes a hash of the data, because every publisher
 * can claim an origin: with other data, a false claim gives an identity that no other message has; with the same data, it is the same
 * event. A claim can therefore not replace the event of another publisher, and needs no signature. */
function quarantinedId(topic: string, messageId: string, data: Buffer): string {
  return derivedId(topic, `${messageId}/${hash('sha256', data)}`)
}

/** Returns the origin that a message claims; undefined for a message that is published for the first time. */
export function originOf({ topic, data, attributes }: Message): Origin | undefined {
  const claim = attributes[names.reprocessed]
  if (claim === undefined) return undefined
  const [, messageId, time] = /^(\S+) (\S+)$/.exec(claim) ?? []
  const receivedAt = normalTime(time)
  return messageId === undefined || receivedAt === undefined
    ? undefined
    : { id: quarantinedId(topic, messageId, data), receivedAt }
}

/** Returns the attribute that carries the origin of a message. */
export function claimOf(messageId: string, receivedAt: string): Readonly<Record<string, string>> {
  return {
    [names.reprocessed]: `${messageId} ${receivedAt}`,
  }
}

/** Returns the identity of a message in table `quarantine`, whether it is published for the first time or again. */
export function identityInQuarantine(message: Message): string {
  return originOf(message)?.id ?? quarantinedId(message.topic, message.messageId, message.data)
}
