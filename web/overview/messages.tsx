/** Overview: shows messages in place of numbers. */
import { Skeleton } from '../parts/skeleton.tsx'
import { overviewRanges } from './controls.tsx'
import { eventsLink } from './links.ts'
import type { OverviewData, SectionFailure } from './overview_data.ts'
import { chooseRange, shorterRange } from './state.ts'

/** Placeholders of the final size, so that the layout does not shift. */
export function Loading() {
  return (
    <>
      <div class="figures" aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} class="figure">
            <div class="bone" />
          </div>
        ))}
      </div>
      <div class="panels">
        <div class="panel wide loading">
          <Skeleton rows={6} />
        </div>
      </div>
    </>
  )
}

export function Empty() {
  return (
    <section class="panel message" aria-labelledby="empty">
      <h2 id="empty">No events in this period</h2>
      <p>
        Choose a longer period, or send an event: <code>POST /v1/topics/&lt;event type&gt;</code> with an
        access token. It appears here as soon as the request succeeds. If your system sends something else,
        paste it into the <a href="/console/creator">Creator</a>.
      </p>
    </section>
  )
}

interface SectionFaultProps {
  error: SectionFailure
  answer: OverviewData
}

/** Error of one section; the others are shown. One that would read too much offers what reads less. */
export function SectionFault({ error, answer }: SectionFaultProps) {
  const { message, isLessInShorterPeriod } = error
  const shorter = shorterRange()
  return (
    <>
      <p class="fault">{message}</p>
      {isLessInShorterPeriod !== undefined && (
        <div class="actions">
          {isLessInShorterPeriod && shorter && (
            <button type="button" onClick={() => chooseRange(shorter)}>
              Show {overviewRanges[shorter].toLowerCase()}
            </button>
          )}
          <a href={eventsLink(answer)}>Open the events of this period</a>
        </div>
      )}
    </>
  )
}

export function Truncated() {
  return <p class="muted">Some rows are not shown. Choose a shorter period to see all rows.</p>
}
