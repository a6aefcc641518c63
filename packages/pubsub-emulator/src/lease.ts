/** Leases: messages that a subscriber has until it acks or nacks them or their ack deadline passes. */
import type { Deadline } from './deadlines.ts'
import type { Entry } from './message.ts'

/** Why a lease ended. */
export type LeaseEnd = 'acknowledged' | 'refused' | 'expired' | 'dropped'

/** A consumer's request for messages. */
export interface TakeOptions {
  messages: number
  /** Maximum sum of record sizes. The message that exceeds it is the last one. */
  bytes: number
  /** True if several messages of one ordering key may be taken together. Otherwise each waits for the previous one. */
  together?: boolean
  /** Ack deadline in milliseconds. Default: the subscription's. */
  ackDeadline?: number | undefined
  /** Called once when the lease ends. */
  ended?: ((lease: Lease, ending: LeaseEnd) => void) | undefined
}

let leases = 0

/** Returns true if a text has the format of an ack id of this or an earlier process. */
export function isAckId(text: string): boolean {
  return /^[0-9a-z]+-[0-9a-z]+-[0-9a-z]+$/.test(text)
}

/** One delivery of one message. `expired` is called when the deadline passes. */
export class Lease implements Deadline {
  /** The ack id: unique within the process, and invalid after a restart. */
  readonly ackId: string
  readonly entry: Entry
  /** Number of the delivery, from 1. */
  readonly attempt: number
  readonly ended: TakeOptions['ended']
  readonly #expired: (lease: Lease) => void
  tick = 0

  constructor(entry: Entry, ended: TakeOptions['ended'], expired: (lease: Lease) => void) {
    this.ackId = `${entry.message.id.toString(36)}-${epoch}-${(++leases).toString(36)}`
    this.entry = entry
    this.attempt = entry.attempts
    this.ended = ended
    this.#expired = expired
  }

  due(): void {
    this.#expired(this)
  }
}

const epoch = Date.now().toString(36)
