/** Destinations: describes what a rule would have decided about stored events, as the console's API returns it. */
import type { Decision } from './decision.ts'

type Verdict = Pick<Decision, 'permitted' | 'rule' | 'reason'>

/** Events of the sample that the rules permit, by their consent. */
export interface ConsentCounts {
  granted: number
  /** Not stated, but granted by the default of the region. */
  by_default: number
  /** Not granted, or opted out: these are restricted. */
  denied: number
}

/** What the rules of the destination decide about the sample. */
export interface RuleCounts {
  permitted: number
  restricted: number
  consent: ConsentCounts
}

/** An event of the sample, with its decisions. */
interface TriedEvent {
  event_id: string
  event_name: string
  /** RFC 3339. */
  received_at: string
  /** By the rules in force. */
  now: Verdict
  /** By these rules and the tried one. */
  then: Verdict
}

/** `POST /v1/console/try-rule`. */
export interface TriedRule {
  /** Stored events that were looked at: the latest of the period. */
  sampled: number
  /** Events for which the condition is true. */
  matched: number
  now: RuleCounts
  then: RuleCounts
  /** Events that only the rules with the tried one permit, and those that only the rules without it permit. */
  gained: number
  lost: number
  /** Why the condition failed to evaluate, by message. */
  failures: readonly {
    message: string
    events: number
    example: Pick<TriedEvent, 'event_id' | 'received_at'>
  }[]
  /** Fields that may be absent, each with what to write: `write has(event.email) && …`. */
  advice: readonly string[]
  /** Events whose decision changes, then others that match. */
  examples: readonly TriedEvent[]
  /** Bytes that BigQuery read. */
  bytes: number
}
