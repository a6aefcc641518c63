/** Creator: a token of Google's sign-in may only read until somebody wants to save: then it asks for more. */
import { signInWithGoogle, way } from '../session.ts'

export const Permission = () => {
  if (way.signIn !== 'google') return null
  const { clientId } = way
  return (
    <button type="button" class="primary" onClick={() => void signInWithGoogle(clientId, 'save')}>
      Allow this page to save and send
    </button>
  )
}
