/** Seek: computes the messages of a subscription after a seek to a time.
 * https://cloud.google.com/pubsub/docs/replay-overview#seek_to_a_time */
import type { Entry, Message } from './message.ts'

/** A subscription's messages, without those in flight. */
export interface Holdings {
  pending: Entry[]
  acknowledged: Message[]
}

/**
 * Messages published before `time` become acknowledged, the others unacknowledged. `retained` are the messages in the
 * topic's retention that match the subscription's filter. `entry` wraps a restored message. Both lists are returned in the
 * order of publishing.
 */
export function seekToTime(
  { pending, acknowledged }: Holdings,
  retained: Iterable<Message>,
  time: number,
  entry: (message: Message) => Entry,
): Holdings {
  const owed = new Map<number, Entry>()
  const done = new Map<number, Message>()
  for (const message of retained) if (message.publishTime >= time) owed.set(message.id, entry(message))
  for (const message of acknowledged)
    if (message.publishTime >= time) owed.set(message.id, entry(message))
    else done.set(message.id, message)
  for (const candidate of pending)
    if (candidate.message.publishTime >= time) owed.set(candidate.message.id, candidate)
    else done.set(candidate.message.id, candidate.message)
  return {
    pending: [...owed.values()].toSorted((a, b) => a.message.id - b.message.id),
    acknowledged: [...done.values()].toSorted((a, b) => a.id - b.id),
  }
}
