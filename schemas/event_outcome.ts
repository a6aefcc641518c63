/** Events: what became of an event at each destination, and the decision about it in words. Pure. */
import type { DeliveryPreview } from './delivery_preview.ts'
import type { AttemptRow, DecisionRow, EventRow, OutcomeRow } from './event_rows.ts'

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

/** The attempt that decides, as in view `delivery_state`: delivered, then the latest final one, then the latest deferred one. */
function currentAttempt(id: string, attempts: readonly AttemptRow[]): OutcomeRow {
  const rank = ({ outcome }: AttemptRow): number =>
    outcome === 'delivered' ? 0 : outcome === 'deferred' ? 2 : 1
  const [current] = attempts.toSorted(
    (one, other) => rank(one) - rank(other) || other.settled_at.localeCompare(one.settled_at),
  )
  const { destination, outcome, reason } = current!
  return { event_id: id, destination, outcome, reason }
}

/** The current outcome of an event at each destination that was attempted. */
export function currentAttempts(id: string, attempts: readonly AttemptRow[]): readonly OutcomeRow[] {
  return [...new Set(attempts.map(({ destination }) => destination))].map((destination) =>
    currentAttempt(
      id,
      attempts.filter((each) => each.destination === destination),
    ),
  )
}

/** The name of a person in a list: the best known identifier. */
export function personOf(row: Pick<EventRow, 'user_id' | 'anonymous_id' | 'email'>): string | undefined {
  return row.email ?? row.user_id ?? row.anonymous_id ?? undefined
}

/** The fields that a stored event has. `text` is column `event` of question `event`. */
export function fieldsOfEvent(text: string): Readonly<Record<string, unknown>> {
  const all = JSON.parse(text) as Record<string, unknown>
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

/** Where the consent comes from that the event does not state, by the reason of the decision. */
const consentFrom: Readonly<Record<string, string>> = {
  permitted_by_default:
    ' The event does not state the consent that is needed; the default of its region grants it.',
  permitted_by_source:
    ' The event does not state the consent that is needed; the default of its source grants it.',
}

/** The decision that was made when the event arrived, in a sentence. */
export function decisionText(decision: DecisionRow | undefined): string {
  if (!decision) return 'Nothing was decided for it when the event arrived.'
  const { permitted, rule, reason } = decision
  const by = rule === null ? '' : ` by rule ${rule}`
  return permitted
    ? `Permitted${by}.${consentFrom[reason] ?? ''}`
    : `Not permitted${by}: ${reason.replaceAll('_', ' ')}.`
}

/** True if the rules have changed since: today's decision is another than the stored one. */
export function decidesDifferently(preview: DeliveryPreview, decision: DecisionRow | undefined): boolean {
  return decision !== undefined && preview.permitted !== decision.permitted && preview.rule !== decision.rule
}

/** True if today's link is another than that of the last attempt. Attempts of earlier versions have no digest of their link: nothing is known of
 * those. */
export function hasOtherLink(preview: DeliveryPreview, attempts: readonly AttemptRow[]): boolean {
  const last = attempts.at(-1)?.link ?? undefined
  return last !== undefined && last !== preview.link
}
