/** Events: rows of the questions about events (functions/console/questions), as the console and the command line read them. */

export interface DecisionRow {
  destination: string
  permitted: boolean
  rule: string | null
  reason: string
}

export interface EventRow {
  event_id: string
  event_name: string
  received_at: string
  stored_at: string
  topic: string
  connection: string | null
  user_id: string | null
  anonymous_id: string | null
  email: string | null
  violated: number
  /** Missing in the rows of a live view until the outcomes are read. */
  decisions?: readonly DecisionRow[]
}

export interface OutcomeRow {
  event_id: string
  destination: string
  outcome: string
  reason: string | null
}

export interface ViolationRow {
  field: string
  code: string | null
  expected: string
  got: string | null
}

export interface HintRow {
  field: string
  kind: string
  did_you_mean: string
  got: string | null
}

/** The row of question `event`. */
export interface StoredRow {
  event_id: string
  event_name: string
  event_time: string
  received_at: string
  stored_at: string
  topic: string
  message_id: string
  definition: string
  hop: number
  producer: string | null
  connection: string | null
  reprocessed_from: string | null
  violations: readonly ViolationRow[]
  hints: readonly HintRow[]
  /** Names of the context fields that were derived. */
  derived_fields: readonly string[]
  decisions: readonly DecisionRow[]
  times_stored: number
  /** The event as JSON text, with null for each field that it does not have. */
  event: string
}

/** The row of question `attempts`: one attempt to deliver an event. */
export interface AttemptRow {
  destination: string
  target: string
  outcome: string
  reason: string | null
  detail: string | null
  http_status: number | null
  attempt: number
  latency_ms: number
  settled_at: string
  replay_id: string | null
  sent_without: readonly string[]
  /** Digest of the link at this attempt; null if it is not known. */
  link: string | null
}

/** The row of question `firings`: an action that an event has set off, or that was withheld, for one destination. */
export interface FiringRow {
  firing_id: string
  action: string
  state: string
  destination: string
  outcome: string
  reason: string
  fired_at: string
}

/** Days that a search for an event by its id alone reads at first, and each time it is widened. */
export const searchDays = [1, 7, 30] as const
