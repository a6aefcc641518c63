/** Leases: a message handed to a subscriber until it is acknowledged, refused or its ack deadline passes. */
import type { Deadline } from './deadlines.ts'
import type { Entry } from './message.ts'

/** Why a lease ended. */
export type LeaseEnd = 'acknowledged' | 'refused' | 'expired' | 'dropped'

/** What a consumer asks for when it takes messages. */
export interface TakeOptions {
  messages: number
  /** Stops after the message that exceeds this sum of record sizes. */
  bytes: number
  /** Whether messages of one ordering key may be taken together; else one waits for the one before it. */
  together?: boolean
  /** Ack deadline in milliseconds; the subscription's when absent. */
  ackDeadline?: number | undefined
  /** Told once when the lease ends, however it does. */
  ended?: ((lease: Lease, ending: LeaseEnd) => void) | undefined
}

let leases = 0

/** Whether a text could ever have been an ack id of this or an earlier process. */
export function isAckId(text: string): boolean {
  return /^[0-9a-z]+-[0-9a-z]+-[0-9a-z]+$/.test(text)
}

/** One delivery of one message. `expired` is what its subscription does when the deadline passes. */
export class Lease implements Deadline {
  /** The ack id: opaque to subscribers, unique within the process and never valid after a restart. */
  readonly ackId: string
  readonly entry: Entry
  /** Which delivery this is, from 1. */
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
