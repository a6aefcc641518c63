/** Demo: stores the messages of the past by the code of `store`, with the clock at the time of each message. */
import { codeRegistry } from '../../functions/event/registry.ts'
import type { OutgoingMessage } from '../../functions/google/pubsub.ts'
import { storeBatch, type StorePorts } from '../../functions/storage/store_batch.ts'
import { compileTriggers } from '../../functions/act/triggers.ts'
import type { CollectedRows } from './collected_rows.ts'
import type { HistorySettings } from './history_settings.ts'
import type { SentMessage } from './mistakes.ts'

/** A message of topic `stored`. */
export interface StoredMessage {
  /** When it was published, in ms since 1970. */
  at: number
  messageId: string
  message: OutgoingMessage
}

/** Stores the messages, in their order. Returns what `store` published. */
export async function storeHistory(
  messages: readonly SentMessage[],
  { decide, derive, actions }: HistorySettings,
  { append }: CollectedRows,
): Promise<readonly StoredMessage[]> {
  const stored: StoredMessage[] = []
  const triggered = compileTriggers(actions, () => {})
  let now = 0
  const ports: StorePorts = {
    now: () => new Date(now),
    refreshCaches: () => undefined,
    refreshDefinitionsFor: async () => {},
    registry: () => codeRegistry,
    derive,
    isSuppressed: () => false,
    decide,
    triggersAction: (event) => triggered(event).length > 0,
    append,
    publish: async (published) => {
      for (const message of published)
        stored.push({ at: now + 20, messageId: String(stored.length + 1), message })
      return 'accepted'
    },
    inOrder: new Set(),
  }
  for (const [index, { at, topic, text }] of messages.entries()) {
    // Between 60 and 400 ms, as it takes a function that is awake.
    now = at + 60 + ((index * 97) % 340)
    const publishTime = new Date(at).toISOString()
    await storeBatch(ports, [
      { topic, messageId: `${at}${index}`, publishTime, data: Buffer.from(text), attributes: {} },
    ])
  }
  return stored
}
