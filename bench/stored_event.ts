/** Bench: makes an event as pushed to store, and as pushed after it is stored. */
import type { PushMessage } from '../functions/bus/push.ts'
import { parseStoredMessage, storedMessage, type StoredEvent } from '../functions/bus/stored_message.ts'
import { readEvent, type Event, type Published } from '../functions/event/read.ts'
import { codeRegistry } from '../functions/event/registry.ts'
import { eventRow } from '../functions/storage/rows.ts'
import type { Decision } from '../schemas/decision.ts'

/** Returns the message of a producer. */
export function published(text: string): Published & PushMessage {
  return {
    topic: 'events',
    messageId: 'm-1',
    publishTime: new Date().toISOString(),
    attributes: {},
    data: Buffer.from(text),
    subscription: 'store',
    attempt: 1,
  }
}

export function read(message: Published): Event {
  const event = readEvent(message, codeRegistry)
  if ('reason' in event) throw new Error(`The event of the bench is invalid: ${event.reason}.`)
  return event
}

/** Processes an event like `store`: its row, with the size in bytes, and the message to its destinations. */
export function stored(event: Event, verdicts: readonly Decision[], at: string): readonly unknown[] {
  return [Buffer.byteLength(eventRow(event, verdicts, at).json), storedMessage(event, verdicts, at)]
}

/** Returns the stored event as a destination gets it. */
export function storedEvent(text: string): StoredEvent {
  const { data, attributes } = storedMessage(read(published(text)), [], new Date().toISOString())
  return parseStoredMessage({ ...published(text), data, attributes })
}
