/** Console: requests more OAuth scopes: tokens from Google sign-in can only read at first. */
import { signInWithGoogle, way } from '../session.ts'

/** `to` completes the label "Allow this page to …". */
export function Permission({ to = 'save and send' }: { to?: string }) {
  if (way.signIn !== 'google') return null
  const { clientId } = way
  return (
    <button type="button" class="primary" onClick={() => void signInWithGoogle(clientId, 'save')}>
      Allow this page to {to}
    </button>
  )
}
