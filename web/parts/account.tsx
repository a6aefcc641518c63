/** Console: whose rights the page is read with, and how to let them go. */
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
