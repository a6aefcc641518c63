/** Console: asks the API as whoever is signed in, and forgets what was answered when they leave. */
import { effect, type Signal } from '@preact/signals'
import { callApi, type ApiResult } from './api.ts'
import { session, signOut } from './session.ts'

/** How often somebody has left. */
let departures = 0
effect(() => {
  if (session.value.kind === 'signed out') departures++
})

/** One whose token is accepted no more, is told. What is answered to one who has left meanwhile, the next does not learn. Never rejects. */
export async function getSignedIn<Body>(
  path: string,
  options: Parameters<typeof callApi>[3] = {},
): Promise<ApiResult<Body>> {
  const { value: signedIn } = session
  if (signedIn.kind !== 'signed in') return { ok: false, failure: { kind: 'token refused' } }
  const before = departures
  const asked = await callApi<Body>(path, {}, signedIn.token, options)
  if (departures !== before) return { ok: false, failure: { kind: 'token refused' } }
  if (!asked.ok && asked.failure.kind === 'token refused')
    signOut('Google does not accept this token. One lasts an hour: sign in with a new one.')
  return asked
}

/** POSTs JSON. */
export function postSignedIn<Body>(path: string, body: object): Promise<ApiResult<Body>> {
  return getSignedIn<Body>(path, { post: { body: JSON.stringify(body), type: 'application/json' } })
}

/** What one account may see is not left for the next. */
export function forgetWhenSignedOut(...signals: readonly Signal<unknown>[]): void {
  effect(() => {
    if (session.value.kind === 'signed in') return
    for (const each of signals) each.value = undefined
  })
}
