/** Overview: what stands in the place of numbers while there are none. */

/** As large as what will stand there, so that nothing moves when it comes. */
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
        access token. It is here as soon as it is answered.
      </p>
    </section>
  )
}

/** Of one part, while the others are whole. */
export function SectionFault({ message }: { message: string }) {
  return <p class="fault">{message}</p>
}

export function Truncated() {
  return <p class="muted">There are more rows than are read here. Choose a shorter period to see them all.</p>
}
