/** Seek: computes the messages of a subscription after a seek to a time or to a snapshot.
 * https://cloud.google.com/pubsub/docs/replay-overview#seek_to_a_time */
import type { Entry, Message } from './message.ts'

/** A subscription's messages, without those in flight. */
export interface Holdings {
  pending: Entry[]
  acknowledged: Message[]
}

/** What a seek adds to the messages of the subscription. */
export interface Sought {
  /** The messages that match the subscription's filter and that the topic or the snapshot keeps. */
  kept: Iterable<Message>
  /** Returns true for a message that is unacknowledged after the seek. */
  wanted: (message: Message) => boolean
  /** Wraps a restored message. */
  entry: (message: Message) => Entry
}

/** Returns the messages after a seek, both lists in the order of publishing. */
export function sought({ pending, acknowledged }: Holdings, { kept, wanted, entry }: Sought): Holdings {
  const owed = new Map<number, Entry>()
  const done = new Map<number, Message>()
  for (const message of kept) if (wanted(message)) owed.set(message.id, entry(message))
  for (const message of acknowledged)
    if (wanted(message)) owed.set(message.id, entry(message))
    else done.set(message.id, message)
  for (const candidate of pending)
    if (wanted(candidate.message)) owed.set(candidate.message.id, candidate)
    else done.set(candidate.message.id, candidate.message)
  return {
    pending: [...owed.values()].toSorted((a, b) => a.message.id - b.message.id),
    acknowledged: [...done.values()].toSorted((a, b) => a.id - b.id),
  }
}

/** The messages from `time` (milliseconds) on are unacknowledged. */
export function sinceTime(time: number): Sought['wanted'] {
  return (message) => message.publishTime >= time
}

/** The messages of a snapshot are unacknowledged. */
export function inSnapshot(messages: Iterable<Message>): Sought['wanted'] {
  const ids = new Set<number>()
  for (const { id } of messages) ids.add(id)
  return ({ id }) => ids.has(id)
}
