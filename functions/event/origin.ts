/** Event: where a message comes from that was in quarantine and is processed again. It promotes the event that it was all along. Pure. */
import { hash } from 'node:crypto'
import { attributes as names } from '../../schemas/bus.ts'
import { derivedId } from './identity.ts'
import { normalTime } from './time.ts'

/** Of a message of the bus, what its origin comes of. */
interface Message {
  topic: string
  messageId: string
  data: Buffer
  attributes: Readonly<Record<string, string>>
}

/** The message as the bus first accepted it. */
export interface Origin {
  /** Identity of the message in quarantine, and of the event that it becomes unless the producer gave it another. */
  id: string
  /** RFC 3339 in µs. */
  receivedAt: string
}

/** Identity of a message in quarantine: the same however often the bus delivers it. It comes of the message's bytes too, because anyone
 * who may publish may claim an origin: the claim of another's message over other bytes is an identity that nothing else has, and over the
 * same bytes it is the same event. So no claim can take the place of somebody else's event, and none has to be signed. */
export function quarantinedId(topic: string, messageId: string, data: Buffer): string {
  return derivedId(topic, `${messageId}/${hash('sha256', data)}`)
}

/** The origin that a message claims; undefined for a message that is on its first way. */
export function originOf({ topic, data, attributes }: Message): Origin | undefined {
  const claim = attributes[names.reprocessed]
  if (claim === undefined) return undefined
  const [, messageId, time] = /^(\S+) (\S+)$/.exec(claim) ?? []
  const receivedAt = normalTime(time)
  return messageId === undefined || receivedAt === undefined
    ? undefined
    : { id: quarantinedId(topic, messageId, data), receivedAt }
}

/** The attribute by which a message that was received then tells its origin. */
export function claimOf(messageId: string, receivedAt: string): Readonly<Record<string, string>> {
  return {
    [names.reprocessed]: `${messageId} ${receivedAt}`,
  }
}

/** The identity of a message as quarantine has it, on its first way or a later one. */
export function identityInQuarantine(message: Message): string {
  return originOf(message)?.id ?? quarantinedId(message.topic, message.messageId, message.data)
}
