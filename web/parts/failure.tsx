/** Console: shows why data could not be read and what to do. */
import type { Failure } from '../api.ts'
import { signOut, way } from '../session.ts'

interface FailureMessageProps {
  failure: Failure
  /** Subject of the message, such as `these numbers`: "Your account may not read these numbers". */
  what: string
  /** True if something was to be done, not read. Default: false. */
  isAct?: boolean
  again: () => void
}

export function FailureMessage({ failure, what, isAct = false, again }: FailureMessageProps) {
  if (failure.kind === 'token refused') return null
  const lacksRights = failure.kind === 'no rights'
  return (
    <section class="panel message bad" role="alert" aria-labelledby="failure">
      <h2 id="failure">
        {lacksRights
          ? `Your account may not ${isAct ? 'do' : 'read'} ${what}`
          : `${sentenceCase(what)} could not be ${isAct ? 'done' : 'read'}`}
      </h2>
      <p>{failure.message}</p>
      <div class="actions">
        <button type="button" onClick={again}>
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

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
