/** Overview: shows messages in place of numbers. */

/** Placeholders of the final size, so that the layout does not shift. */
export function Loading() {
  return (
    <>
      <p class="hidden" role="status">
        Loading
      </p>
      <div class="figures" aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} class="figure loading" />
        ))}
      </div>
      <div class="panels" aria-hidden="true">
        <div class="panel wide loading" />
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
        access token. It appears here as soon as the request succeeds.
      </p>
    </section>
  )
}

/** Error of one section; the others are shown. */
export function SectionFault({ message }: { message: string }) {
  return <p class="fault">{message}</p>
}

export function Truncated() {
  return <p class="muted">Some rows are not shown. Choose a shorter period to see all rows.</p>
}
