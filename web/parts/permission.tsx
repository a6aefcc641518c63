/** Console: a token of Google's sign-in may only read until somebody wants to do more: then it asks for that. */
import { signInWithGoogle, way } from '../session.ts'

/** `to`: what it is for, as the end of "Allow this page to …". */
export function Permission({ to = 'save and send' }: { to?: string }) {
  if (way.signIn !== 'google') return null
  const { clientId } = way
  return (
    <button type="button" class="primary" onClick={() => void signInWithGoogle(clientId, 'save')}>
      Allow this page to {to}
    </button>
  )
}
