/** Event: the identity of an event whose producer gave it none. */
import { hash } from 'node:crypto'

/** The same message gives the same id however often it is delivered, so that repetitions collapse everywhere.
 * In the form of a UUID version 8 (RFC 9562 §5.8), from topic and message id. */
export function derivedId(topic: string, messageId: string): string {
  const hex = hash('sha256', `${topic}/${messageId}`)
  const variant = ((parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
