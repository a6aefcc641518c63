/** Storage layer: publishes stored events. A refused request is split in halves until the invalid message is alone. */
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'

interface Publishable {
  message?: OutgoingMessage
}

/** Publishes messages. */
type Publish = (messages: readonly OutgoingMessage[]) => Promise<PublishResult>

/** Maximum number of ordering keys that one batch publishes at a time. */
const maxKeys = 16

/** Publishes the messages of the items that have one. Returns the items whose message was not accepted. `isLate` is true if an item with an
 * ordering key must not be published any more. Default: never. */
export async function publishStored<Item extends Publishable>(
  publish: Publish,
  items: readonly Item[],
  isLate: (item: Item) => boolean = () => false,
): Promise<readonly Item[]> {
  const pending = items.filter(({ message }) => message !== undefined)
  if (pending.length === 0) return []
  if (!pending.some(isKeyed)) return publishTogether(publish, pending)
  const byKey = Map.groupBy(pending.filter(isKeyed), ({ message }) => message!.orderingKey)
  const keys = byKey.values()
  const failed: Item[] = []
  const publishKeys = async (): Promise<void> => {
    for (const keyed of keys) failed.push(...(await publishInOrder(publish, keyed, isLate)))
  }
  const unordered = publishTogether(
    publish,
    pending.filter((item) => !isKeyed(item)),
  )
  await Promise.all(Array.from({ length: Math.min(maxKeys, byKey.size) }, publishKeys))
  return [...(await unordered), ...failed]
}

function isKeyed({ message }: Publishable): boolean {
  return message?.orderingKey !== undefined
}

async function publishTogether<Item extends Publishable>(
  publish: Publish,
  pending: readonly Item[],
): Promise<readonly Item[]> {
  if (pending.length === 0) return []
  const result = await publish(pending.map(({ message }) => message!))
  if (result === 'accepted') return []
  if (result === 'retry' || pending.length === 1) return pending
  const middle = pending.length >> 1
  const halves = [pending.slice(0, middle), pending.slice(middle)]
  return (await Promise.all(halves.map((half) => publishTogether(publish, half)))).flat()
}

/** Publishes the messages of one ordering key, which need a request of their own. After a message that was not accepted, no later one is
 * published: Pub/Sub redelivers them all in their order.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/PubsubMessage */
async function publishInOrder<Item extends Publishable>(
  publish: Publish,
  pending: readonly Item[],
  isLate: (item: Item) => boolean,
): Promise<readonly Item[]> {
  if (pending.some(isLate)) return pending
  const result = await publish(pending.map(({ message }) => message!))
  if (result === 'accepted') return []
  if (result === 'retry' || pending.length === 1) return pending
  const middle = pending.length >> 1
  const [earlier, later] = [pending.slice(0, middle), pending.slice(middle)]
  const failed = await publishInOrder(publish, earlier, isLate)
  return failed.length > 0 ? [...failed, ...later] : publishInOrder(publish, later, isLate)
}
