/** Events: what to do when no event has the id: it may be in quarantine, older than the period, or not stored yet. */
import { useQuestion } from '../parts/question.tsx'
import { utcTime } from '../parts/format.ts'
import { link } from '../router.ts'
import { personLink } from './person_link.ts'
import type { ShownPeriod } from './period.ts'

interface NotFoundProps {
  id: string
  period: ShownPeriod
  /** Searches a longer period; undefined if there is none. */
  widen: (() => void) | undefined
  again: () => void
}

export function NotFound({ id, period, widen, again }: NotFoundProps) {
  const held = useQuestion<{ received_at: string; reason: string; event_name: string }>('quarantined_event', {
    event_id: id,
    ...period,
  })
  const [row] = held.answer?.rows ?? []
  return (
    <section class="panel message">
      <h1>{row ? 'This message is in quarantine' : 'No event has this id'}</h1>
      <p class="code">{id}</p>
      {row ? (
        <p>
          <a
            href={link('quarantine', {
              range: '30d',
              reason: row.reason,
              type: row.event_name || '-',
              id,
            })}
          >
            Open it
          </a>
        </p>
      ) : (
        <>
          <p>
            Searched from {utcTime(period.since)} to {utcTime(period.until)}. An event appears a moment after
            it was received. An erased event has left no row.
          </p>
          <div class="below">
            <button type="button" onClick={again}>
              Look again
            </button>
            <a href={personLink(id)}>Search a person with this id</a>
            {widen && (
              <button type="button" onClick={widen}>
                Search a longer period
              </button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
