/** Destinations: describes what a change of settings would do to stored events, as `sluice plan --impact` and the console's API return it. */

/** A number of events, with the limits of its 95 % interval. All three are equal if every event was examined. */
export interface Estimate {
  events: number
  low: number
  high: number
}

/** What comes of an event at a destination, without a value of it. `field`: what is missing or invalid. */
export interface EventEnd {
  outcome: 'sent' | 'skipped' | 'restricted' | 'not_configured'
  reason?: string
  field?: string
}

/** Events that end otherwise than before. */
export interface Move<Example> extends Estimate {
  from: EventEnd
  to: EventEnd
  /** The first ones. */
  examples?: readonly Example[]
}

/** As a replay counts them, and those that are not sent by outcome and reason. */
export interface EndCounts {
  sent: Estimate
  restricted: Estimate
  skipped: Estimate
  reasons: Readonly<Record<string, Estimate>>
}

export interface DestinationImpact<Example> {
  destination: string
  /** Null for a destination that is added. */
  before: EndCounts | null
  /** Null for a destination that is removed. */
  after: EndCounts | null
  /** The largest first. */
  moves: readonly Move<Example>[]
  /** Fields of the target whose value differs or that only one payload has, among the events that are sent in both cases. */
  changed_fields: readonly (Estimate & { field: string })[]
  /** Events whose decision in table `events` differs from that of the settings before the change. */
  stored_otherwise: Estimate
}

/** An event that ends otherwise. */
export interface ImpactExample {
  event_id: string
  event_name: string
  /** RFC 3339. */
  received_at: string
}

/** `POST /v1/console/try-change`. */
export interface TriedChange extends Omit<DestinationImpact<ImpactExample>, 'stored_otherwise'> {
  /** Stored events of the period. */
  received: number
  /** How many of them were examined: all, or a random sample. */
  examined: number
  /** Bytes that BigQuery read. */
  bytes: number
}
