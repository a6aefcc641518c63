/** Google APIs: fetches and caches the access token of this function's service account. */
import type { GoogleAuth } from 'google-auth-library'

/** A token is renewed this long before it expires, in ms. The metadata server renews its own five minutes before. */
const marginMs = 240_000

/** The last `Authorization` header that Google did not accept. */
let invalidated: string | undefined

/** Marks a header as not accepted by Google: the next request fetches a new token. */
export function invalidateToken(header: string): void {
  invalidated = header
}

/** Loads the library with the first token, for a shorter cold start. */
function googleAuth() {
  return import('google-auth-library')
}

/** Returns a function that returns the `Authorization` header. It fetches a token only if the last one is about to expire or was not
 * accepted. */
export function ownAuthorization(
  scopes: string[] = ['https://www.googleapis.com/auth/cloud-platform'],
): () => string | Promise<string> {
  let auth: GoogleAuth | undefined
  let header = ''
  let validUntil = 0
  let renewal: Promise<string> | undefined

  const renew = async (): Promise<string> => {
    try {
      auth ??= new (await googleAuth()).GoogleAuth({ scopes })
      const client = await auth.getClient()
      // The client has a cache of its own, which goes only by the expiry time.
      if (header === invalidated) client.setCredentials({ ...client.credentials, expiry_date: 1 })
      const { token } = await client.getAccessToken()
      if (!token) throw new Error('The metadata server returned no access token for this service account.')
      validUntil = (client.credentials.expiry_date ?? Date.now() + 2 * marginMs) - marginMs
      return (header = `Bearer ${token}`)
    } finally {
      renewal = undefined
    }
  }

  return () => (Date.now() < validUntil && header !== invalidated ? header : (renewal ??= renew()))
}
