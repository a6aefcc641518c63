/** Overview: what stands in the place of numbers while there are none. */
import type { Failure } from '../api.ts'
import { signOut, way } from '../session.ts'
import { refresh } from './state.ts'

/** As large as what will stand there, so that nothing moves when it comes. */
export const Loading = () => (
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

export const Empty = () => (
  <section class="panel message" aria-labelledby="empty">
    <h2 id="empty">No events in this period</h2>
    <p>
      Choose a longer period, or send an event: <code>POST /v1/topics/&lt;event type&gt;</code> with an access
      token. It is here as soon as it is answered.
    </p>
  </section>
)

export const FailureMessage = ({
  failure,
}: {
  failure: Exclude<Failure, { kind: 'token refused' }> | Failure
}) => {
  if (failure.kind === 'token refused') return null
  const lacksRights = failure.kind === 'no rights'
  return (
    <section class="panel message bad" role="alert" aria-labelledby="failure">
      <h2 id="failure">
        {lacksRights ? 'Your account may not read these numbers' : 'The numbers could not be read'}
      </h2>
      <p>{failure.message}</p>
      <div class="actions">
        <button type="button" onClick={() => void refresh()}>
          Try again
        </button>
        {lacksRights && way.signIn !== 'local' && (
          <button type="button" onClick={() => signOut()}>
            Use another account
          </button>
        )}
      </div>
    </section>
  )
}

/** Of one part, while the others are whole. */
export const SectionFault = ({ message }: { message: string }) => <p class="fault">{message}</p>

export const Truncated = () => (
  <p class="muted">There are more rows than are read here. Choose a shorter period to see them all.</p>
)
