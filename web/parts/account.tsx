/** Console: shows the account and the sign-out button. */
import { account, session, signOut, way } from '../session.ts'

export function Account() {
  if (session.value.kind !== 'signed in') return null
  return (
    <div class="account">
      <span>{account.value}</span>
      {way.signIn !== 'local' && (
        <button type="button" class="quiet" onClick={() => signOut()}>
          Sign out
        </button>
      )}
    </div>
  )
}
