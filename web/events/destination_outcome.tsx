/** Events: what became of an event at one destination: the decision, the attempts, what would be sent now, and the replay. */
import { useState } from 'preact/hooks'
import {
  decidesDifferently,
  decisionText,
  hasOtherLink,
  type PairOutcome,
} from '../../schemas/event_outcome.ts'
import type { AttemptRow, DecisionRow, StoredRow } from '../../schemas/event_rows.ts'
import { DeliveryPreviewLine } from '../parts/delivery_preview.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { Mark } from '../parts/mark.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { reasonMeaning } from '../../schemas/reason_meaning.ts'
import { Attempts } from './attempts.tsx'
import { RunSheet } from './run_sheet.tsx'
import { replayAllLike, replayOf } from '../../schemas/event_run.ts'
import type { Verdicts } from './verdicts.ts'

interface DestinationOutcomeProps {
  pair: PairOutcome
  row: StoredRow
  decision: DecisionRow | undefined
  attempts: readonly AttemptRow[]
  verdicts: Verdicts
  /** Reads the attempts again. */
  again: () => void
}

interface Replayed {
  title: string
  request: Readonly<Record<string, unknown>>
}

const troubles = new Set(['refused', 'dead', 'skipped', 'deferred'])

/** Outcomes after which Pub/Sub does not try again. */
const ended = new Set(['refused', 'dead', 'skipped'])

export function DestinationOutcome(props: DestinationOutcomeProps) {
  const { pair, row, decision, attempts, verdicts, again } = props
  const { destination, outcome, reason } = pair
  const [isOpen, setOpen] = useState(troubles.has(outcome))
  const [replayed, setReplayed] = useState<Replayed | undefined>(undefined)
  const id = `pair-${destination}`
  return (
    <section class={`pair ${outcome}`} aria-labelledby={id}>
      <header>
        <h3 id={id}>
          <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {destination}
          </button>
        </h3>
        <span class="muted">{decisionText(decision)}</span>
        <Mark outcome={outcome} />
      </header>
      {isOpen && (
        <div class="pair-body">
          {reason !== null && (
            <p>
              {reasonMeaning(outcome, reason)} <code>{reason}</code>
            </p>
          )}
          <Attempts destination={destination} rows={attempts} />
          <WouldBeSent
            destination={destination}
            decision={decision}
            attempts={attempts}
            verdicts={verdicts}
          />
          {replayed ? (
            <RunSheet
              key={replayed.title}
              work="replay"
              title={replayed.title}
              verb="Send"
              noun="event"
              request={replayed.request}
              whenEnded={again}
              close={() => setReplayed(undefined)}
            />
          ) : (
            <div class="below">
              <button
                type="button"
                onClick={() =>
                  setReplayed({
                    title: `Replay to ${destination}`,
                    request: replayOf(row, destination, outcome),
                  })
                }
              >
                Replay to {destination} …
              </button>
              {ended.has(outcome) && (
                <button
                  type="button"
                  onClick={() =>
                    setReplayed({
                      title: `Replay every ${row.event_name} with this outcome to ${destination}`,
                      request: replayAllLike(row, destination, { outcome, now: Date.now() }),
                    })
                  }
                >
                  Replay all like it …
                </button>
              )}
            </div>
          )}
        </div>
      )}
    </section>
  )
}

interface WouldBeSentProps {
  destination: string
  decision: DecisionRow | undefined
  attempts: readonly AttemptRow[]
  verdicts: Verdicts
}

/** What would be sent now. Says so if today's decision is another than the stored one, or today's link another than that of the last attempt. */
function WouldBeSent({ destination, decision, attempts, verdicts }: WouldBeSentProps) {
  const { previews, failure, isLoading, read } = verdicts
  if (isLoading) return <Skeleton rows={1} />
  if (failure) return <FailureMessage failure={failure} what="what would be sent now" again={read} />
  const preview = previews?.find((each) => each.destination === destination)
  if (!previews)
    return (
      <div class="below">
        <button type="button" onClick={read}>
          What would be sent now
        </button>
      </div>
    )
  if (!preview) return <p class="muted">The destination is not configured any more.</p>
  return (
    <div class="now">
      <h4>What would be sent now</h4>
      <DeliveryPreviewLine preview={preview} isOpen />
      {decidesDifferently(preview, decision) && (
        <p class="notice">The rules have changed since this event was stored: they decide differently now.</p>
      )}
      {hasOtherLink(preview, attempts) && (
        <p class="notice">
          The link has changed since the last attempt: what was sent then may differ from what is shown here.
        </p>
      )}
    </div>
  )
}
