/** Console: calls the API as the signed-in account and discards responses when that account signs out. */
import { effect, type Signal } from '@preact/signals'
import { callApi, type ApiResult } from './api.ts'
import { session, signOut, tokenRefused } from './session.ts'

/** Number of sign-outs. */
let signOuts = 0
effect(() => {
  if (session.value.kind === 'signed out') signOuts++
})

/** Calls the API. Signs out if the token is rejected. Discards a response that arrives after a sign-out, so that the next account does
 * not see it. Never rejects. */
export async function getSignedIn<Body>(
  path: string,
  options: Parameters<typeof callApi>[3] = {},
): Promise<ApiResult<Body>> {
  const { value: signedIn } = session
  if (signedIn.kind !== 'signed in') return { ok: false, failure: { kind: 'token refused' } }
  const before = signOuts
  const result = await callApi<Body>(path, {}, signedIn.token, options)
  if (signOuts !== before) return { ok: false, failure: { kind: 'token refused' } }
  if (!result.ok && result.failure.kind === 'token refused') signOut(tokenRefused)
  return result
}

/** Sends a POST request with a JSON body. */
export function postSignedIn<Body>(path: string, body: object): Promise<ApiResult<Body>> {
  return getSignedIn<Body>(path, { post: { body: JSON.stringify(body), type: 'application/json' } })
}

/** Clears the signals on sign-out, so that the next account does not see their values. */
export function forgetWhenSignedOut(...signals: readonly Signal<unknown>[]): void {
  effect(() => {
    if (session.value.kind === 'signed in') return
    for (const each of signals) each.value = undefined
  })
}
