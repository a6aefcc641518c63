/** A published message: its identity and place in the log always, its body only while the memory budget allows. */
import type { Segment } from './log/segment.ts'
import type { Attributes } from './resources.ts'

/** What a subscriber receives of a message besides its id and time. */
export interface Body {
  data: Buffer
  attributes: Attributes
  orderingKey: string
}

/** Where a record lies: `size` bytes at `position` of a segment. */
export interface Location {
  segment: Segment
  position: number
  size: number
}

/** One message, shared by every subscription that holds it. */
export interface Message extends Location {
  /** Unique and increasing within a log, also across restarts; shown as a decimal string. */
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly publishTime: number
  /** Undefined when the body has to be read back from the log. */
  body: Body | undefined
  /** How many backlogs and retentions hold it; at zero its record is garbage. */
  holders: number
}

/** A message in one subscription's care. */
export interface Entry {
  readonly message: Message
  /** Deliveries so far. */
  attempts: number
  /** The ordering key, '' when the subscription or the message is unordered. */
  readonly key: string
}
