/** Delivery: the result of a try, and what a delivery depends on. */
import { type Outcome } from '../../schemas/outcome.ts'

/** The result of one try to deliver an event. */
export interface DeliveryResult {
  outcome: Outcome
  /** Duration of the request in ms; 0 if no request was made. */
  latency: number
  /** The optional fields that were left out; see `LinkedEvent`. */
  leftOut?: readonly string[]
  /** No request was made, because the destination is paused or the machine is too busy to prepare the event. */
  notAttempted?: true
  /** The tries of the same push before this one, which failed. */
  earlier?: readonly EarlierTry[]
}

export interface EarlierTry {
  result: DeliveryResult
  settledAt: Date
}
