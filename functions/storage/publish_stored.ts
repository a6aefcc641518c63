/** Storage layer: tells the bus what is stored. Messages that are refused together are halved until the one at fault stands alone. */
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'

interface Publishable {
  message?: OutgoingMessage
}

/** Publishes the messages of those items that have one; gives back the items whose message was not accepted. */
export async function publishStored<Item extends Publishable>(
  publish: (messages: readonly OutgoingMessage[]) => Promise<PublishResult>,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const permitted = items.filter(({ message }) => message !== undefined)
  if (permitted.length === 0) return []
  const result = await publish(permitted.map(({ message }) => message!))
  if (result === 'accepted') return []
  if (result === 'retry' || permitted.length === 1) return permitted
  const middle = permitted.length >> 1
  const halves = [permitted.slice(0, middle), permitted.slice(middle)]
  return (await Promise.all(halves.map((half) => publishStored(publish, half)))).flat()
}
