/** Console: the caller's token. It is kept in this page's memory alone: not in the address, not in storage, not in a log. */
import { signal } from '@preact/signals'
import { askGoogle, type SignInPurpose } from './google_sign_in.ts'

/** How the server says that people sign in. */
export type SignInMethod = { signIn: 'local' } | { signIn: 'token' } | { signIn: 'google'; clientId: string }

export type Session =
  { kind: 'signing in' } | { kind: 'signed out'; notice?: string } | { kind: 'signed in'; token: string }

export const way = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=session]')?.content ?? '{"signIn":"token"}',
) as SignInMethod

export const session = signal<Session>(
  way.signIn === 'local' ? { kind: 'signing in' } : { kind: 'signed out' },
)

/** Address of the account behind the token, once BigQuery has told it. */
export const account = signal('')

export function signIn(token: string): void {
  session.value = { kind: 'signed in', token }
}

/** Forgets the token. The notice says why, where the person did not ask for it. */
export function signOut(notice?: string): void {
  account.value = ''
  session.value = { kind: 'signed out', ...(notice !== undefined && { notice }) }
}

/** Where this origin itself gives tokens, nobody has to be asked. */
export async function signInAutomatically(): Promise<void> {
  if (way.signIn !== 'local') return
  try {
    const response = await fetch('/local/token')
    const { token } = (await response.json()) as { token?: string }
    if (token === undefined) throw new Error(`answered ${response.status}`)
    signIn(token)
  } catch {
    signOut('This machine gave no token. Is the stack still running?')
  }
}

/** Asks Google for a token that may read BigQuery and nothing else, or save definitions and send events, too; opens a window. */
export async function signInWithGoogle(clientId: string, purpose: SignInPurpose = 'read'): Promise<void> {
  try {
    signIn(await askGoogle(clientId, purpose))
  } catch (error) {
    signOut(error instanceof Error ? error.message : 'Google gave no token.')
  }
}
