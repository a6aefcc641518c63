/** Google APIs: fetches the ID token with which this function calls another one that requires authentication.
 * https://cloud.google.com/run/docs/authenticating/service-to-service */
import { send } from '../net/http.ts'

/** Returns an ID token of this function's service account for `audience`, the `run.app` URL of the other function. It comes from the
 * metadata server, as in the official clients. Throws if the server returns none. */
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
  throw new Error(`Fetching an ID token from the metadata server failed: HTTP ${status}.`)
}
