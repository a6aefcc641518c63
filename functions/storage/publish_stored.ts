/** Storage layer: publishes stored events. A refused request is split in halves until the invalid message is alone. */
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'

interface Publishable {
  message?: OutgoingMessage
}

/** Publishes the messages of the items that have one. Returns the items whose message was not accepted. */
export async function publishStored<Item extends Publishable>(
  publish: (messages: readonly OutgoingMessage[]) => Promise<PublishResult>,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const pending = items.filter(({ message }) => message !== undefined)
  if (pending.length === 0) return []
  const result = await publish(pending.map(({ message }) => message!))
  if (result === 'accepted') return []
  if (result === 'retry' || pending.length === 1) return pending
  const middle = pending.length >> 1
  const halves = [pending.slice(0, middle), pending.slice(middle)]
  return (await Promise.all(halves.map((half) => publishStored(publish, half)))).flat()
}
