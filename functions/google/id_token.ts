/** Google APIs: who this function is, as it tells another one that lets only its invokers in.
 * https://cloud.google.com/run/docs/authenticating/service-to-service */
import { send } from '../net/http.ts'

/** An ID token of this function's own service account, meant for `audience`: the `run.app` address of the other function. The metadata
 * server is where the official clients look for it, too. Throws where it gives none. */
export async function ownIdToken(
  env: Readonly<Record<string, string | undefined>>,
  audience: string,
): Promise<string> {
  const host = env['GCE_METADATA_HOST'] ?? 'metadata.google.internal'
  const { status, body } = await send({
    method: 'GET',
    url: `http://${host}/computeMetadata/v1/instance/service-accounts/default/identity?audience=${encodeURIComponent(audience)}`,
    headers: { 'metadata-flavor': 'Google' },
    body: '',
    timeout: 10_000,
  })
  if (status === 200) return body
  throw new Error(`The metadata server gave no ID token: it answered ${status}.`)
}
