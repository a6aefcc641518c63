/** Console: keeps the caller's token, only in the memory of the page: not in the URL, in storage or in a log. */
import { signal } from '@preact/signals'
import { askGoogle, type SignInPurpose } from './google_sign_in.ts'

/** Sign-in method that the server has configured. */
type SignInMethod = { signIn: 'local' } | { signIn: 'token' } | { signIn: 'google'; clientId: string }

type Session =
  { kind: 'signing in' } | { kind: 'signed out'; notice?: string } | { kind: 'signed in'; token: string }

export const way = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=session]')?.content ?? '{"signIn":"token"}',
) as SignInMethod

export const session = signal<Session>(
  way.signIn === 'local' ? { kind: 'signing in' } : { kind: 'signed out' },
)

/** Email address of the account, once an API response contains it. */
export const account = signal('')

/** Notice after Google has rejected the token. */
export const tokenRefused =
  'Google does not accept this token. Tokens expire after an hour. Sign in with a new one.'

export function signIn(token: string): void {
  session.value = { kind: 'signed in', token }
}

/** Discards the token. `notice` is the reason, if the user did not request it. */
export function signOut(notice?: string): void {
  account.value = ''
  session.value = { kind: 'signed out', ...(notice !== undefined && { notice }) }
}

/** Gets a token from the page's own origin on a local stack. */
export async function signInAutomatically(): Promise<void> {
  if (way.signIn !== 'local') return
  try {
    const response = await fetch('/local/token')
    const { token } = (await response.json()) as { token?: string }
    if (token === undefined) throw new Error(`status ${response.status}`)
    signIn(token)
  } catch {
    signOut('The local stack returned no token. Is it still running?')
  }
}

/** Opens a Google sign-in window for a token that can only read BigQuery or that can also save definitions and publish. */
export async function signInWithGoogle(clientId: string, purpose: SignInPurpose = 'read'): Promise<void> {
  try {
    signIn(await askGoogle(clientId, purpose))
  } catch (error) {
    signOut(error instanceof Error ? error.message : 'Google returned no token.')
  }
}
