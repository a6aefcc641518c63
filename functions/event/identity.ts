/** Event: derives the id of an event that the producer sent without one. */
import { hash } from 'node:crypto'

/** Returns a UUID version 8 (RFC 9562 §5.8) from topic and message id. Every delivery of a message gets the same id, so that
 * duplicates can be removed. */
export function derivedId(topic: string, messageId: string): string {
  const hex = hash('sha256', `${topic}/${messageId}`)
  const variant = ((parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
