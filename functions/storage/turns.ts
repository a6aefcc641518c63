/** Storage layer: tells which of the two store subscriptions of a topic stores a message while order is turned on or off. Both deliver every
 * message that was published since both exist. */
import type { Ordering } from '../../schemas/ordering.ts'

/** A message, and the kind of its subscription. */
interface Delivered {
  topic: string
  isOrdered: boolean
  /** RFC 3339, UTC. */
  publishTime: string
}

/** A subscription may miss messages that were published while it was created. Ten times what creating one takes, in ms. */
const creationMs = 10_000

/** Returns the function that is true if this subscription stores the message, and false if the other one does. The publish time decides, so
 * that all instances agree. A message is left to the other subscription only if it has delivered an older one: then it existed when the
 * message was published, and nothing is lost even if it was created too late. `startedAt` is the start of the process. */
export function createTurns(ordering: Ordering | undefined, startedAt: number): (each: Delivered) => boolean {
  if (ordering === undefined || ordering.drained) return () => true
  const from = Date.parse(ordering.from)
  const until = ordering.until === undefined ? Infinity : Date.parse(ordering.until)
  /** The publish time of the oldest message of each subscription. */
  const oldest = new Map<string, number>()
  const nameOf = (topic: string, isOrdered: boolean): string => `${isOrdered}/${topic}`

  return ({ topic, isOrdered, publishTime }) => {
    const time = Date.parse(publishTime)
    const own = nameOf(topic, isOrdered)
    oldest.set(own, Math.min(time, oldest.get(own) ?? Infinity))
    if (isOrdered === (time >= from && time < until)) return true
    // The plain subscription existed before the ordered one, and it stored everything until then.
    if (isOrdered && time < from) return false
    // A message that was published before this process started may have been left to the ordered subscription by an older program.
    if (isOrdered && time < startedAt) return true
    return (oldest.get(nameOf(topic, !isOrdered)) ?? Infinity) + creationMs > time
  }
}
