/** Command line: what became of a stored event at one destination, what would be sent to it now, and what to do next. Pure. */
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import {
  decidesDifferently,
  decisionText,
  hasOtherLink,
  type PairOutcome,
} from '../../schemas/event_outcome.ts'
import type { AttemptRow, DecisionRow, StoredRow } from '../../schemas/event_rows.ts'
import { replayOf } from '../../schemas/event_run.ts'
import { reasonMeaning } from '../../schemas/reason_meaning.ts'

export interface DestinationJourney extends PairOutcome {
  /** Meaning of the reason, or of the outcome. */
  meaning: string
  /** Made when the event arrived. Null if none was. */
  decision: DecisionRow | null
  decision_text: string
  /** The oldest first. */
  attempts: readonly AttemptRow[]
  /** What would be sent now, by today's settings: what was sent is not kept. Null if the destination is not configured any more. */
  now: DeliveryPreview | null
  /** True if today's rules decide differently. */
  rules_changed: boolean
  /** True if today's link is another than that of the last attempt. */
  link_changed: boolean
  /** What to do next; null if there is nothing to do. */
  next: string | null
}

export function destinationJourney(
  row: StoredRow,
  pair: PairOutcome,
  { attempts, now }: { attempts: readonly AttemptRow[]; now: DeliveryPreview | undefined },
): DestinationJourney {
  const decision = row.decisions.find(({ destination }) => destination === pair.destination)
  return {
    ...pair,
    meaning:
      pair.outcome === 'pending'
        ? 'It is published for the destination, and no attempt has ended yet.'
        : reasonMeaning(pair.outcome, pair.reason),
    decision: decision ?? null,
    decision_text: decisionText(decision),
    attempts,
    now: now ?? null,
    rules_changed: now !== undefined && decidesDifferently(now, decision),
    link_changed: now !== undefined && hasOtherLink(now, attempts),
    next: nextStep(row, pair, now),
  }
}

function nextStep(
  row: StoredRow,
  { destination, outcome, reason }: PairOutcome,
  now: DeliveryPreview | undefined,
): string | null {
  if (outcome === 'delivered') return null
  if (!now) return 'Nothing: the destination is not configured any more.'
  if (outcome === 'pending')
    return 'Wait a moment. If it stays pending, "npx sluice doctor" tells whether the subscription is paused or missing.'
  if (outcome === 'deferred')
    return reason === 'auth'
      ? 'Renew the credentials of the destination: Pub/Sub then delivers the event by itself.'
      : 'Nothing: Pub/Sub delivers the event again by itself.'
  if (outcome === 'dead')
    return `Correct the cause, then publish the dead letters again: npx sluice requeue --destination ${shellWord(destination)} --dry-run`
  if (now.permitted) return `It would be sent now. Send it again: ${replayCommand(row, destination, outcome)}`
  const change =
    outcome === 'restricted'
      ? 'Nothing, if the rule is right. Else change the rules or the consent of the destination'
      : 'Correct the event, or the settings and links of the destination'
  return `${change}, and run this command again: it would not be sent now. ${now.meaning}`
}

function replayCommand(row: StoredRow, destination: string, outcome: string): string {
  const { from, to, where } = replayOf(row, destination, outcome)
  const options = { destination, from, to, where, outcome }
  return `npx sluice replay ${Object.entries(options)
    .map(([name, value]) => `--${name} ${shellWord(value)}`)
    .join(' ')} --dry-run`
}

/** A text as one word of a POSIX shell.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02 */
export function shellWord(text: string): string {
  return /^[\w.:@%+,/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
