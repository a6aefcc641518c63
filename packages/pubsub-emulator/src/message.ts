/** A published message: its id and location in the log, and its body while the memory budget allows. */
import type { Segment } from './log/segment.ts'
import type { Attributes } from './resources.ts'

/** The parts of a message that the publisher sent. */
export interface Body {
  data: Buffer
  attributes: Attributes
  orderingKey: string
}

/** The location of a record: `size` bytes at `position` of a segment. */
export interface Location {
  segment: Segment
  position: number
  size: number
}

/** A message. All subscriptions that hold it share the object. */
export interface Message extends Location {
  /** Unique and increasing within a log, also across restarts. The APIs send it as a decimal string. */
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly publishTime: number
  /** Undefined if the body must be read from the log. */
  body: Body | undefined
  /** Number of backlogs and retentions that hold it. At 0 its record is no longer needed. */
  holders: number
}

/** A message in a subscription. */
export interface Entry {
  readonly message: Message
  /** Number of deliveries. */
  attempts: number
  /** The ordering key; '' if the subscription or the message is unordered. */
  readonly key: string
}
