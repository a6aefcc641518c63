/** Events: the rows of the questions, and what became of an event at each destination. */

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
  decisions: readonly DecisionRow[]
  times_stored: number
  /** The event as JSON text, with null for each field that it does not have. */
  event: string
}

/** What became of an event at one destination. */
export interface PairOutcome {
  destination: string
  outcome: string
  reason: string | null
}

/** Troubles first: their order in a row with little room. */
const order = ['dead', 'refused', 'skipped', 'deferred', 'pending', 'undecided', 'delivered', 'restricted']

/** Joins decisions with outcomes, as view `delivery_state` does: an attempt counts, whatever was decided. */
export function pairOutcomesOf(
  decisions: readonly DecisionRow[],
  outcomes: readonly OutcomeRow[],
): readonly PairOutcome[] {
  const attempted = new Map(outcomes.map((row) => [row.destination, row]))
  const decided = decisions.map(({ destination, permitted, reason }): PairOutcome => {
    const row = attempted.get(destination)
    if (row) return { destination, outcome: row.outcome, reason: row.reason }
    return { destination, outcome: permitted ? 'pending' : 'restricted', reason: permitted ? null : reason }
  })
  const known = new Set(decisions.map(({ destination }) => destination))
  const undecided = outcomes.filter(({ destination }) => !known.has(destination))
  return [...decided, ...undecided].toSorted(
    (one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome),
  )
}

/** The name of a person in a list: the best known identifier. */
export function personOf(row: Pick<EventRow, 'user_id' | 'anonymous_id' | 'email'>): string | undefined {
  return row.email ?? row.user_id ?? row.anonymous_id ?? undefined
}

/** Link to the events of a person. What identifies the person stands after `#`. */
export function personLink(person: string): string {
  return `/console/events?range=7d#${new URLSearchParams({ person }).toString()}`
}
