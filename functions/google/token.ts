/** Google APIs: the access token of this function's own service account. */
import type { GoogleAuth } from 'google-auth-library'

/** A token is renewed this long before it ends, in ms; the metadata server renews its own five minutes before. */
const margin = 240_000

/** The last `Authorization` header that Google did not accept. */
let dropped: string | undefined

/** Says that Google did not accept a header, so that the next request brings a new token. */
export function invalidateToken(header: string): void {
  dropped = header
}

/** Loaded with the first token that is asked for, so that an instance listens the sooner. */
function googleAuth() {
  return import('google-auth-library')
}

/** Returns a function that gives the `Authorization` header, fetching a token only when the last one is about to end
 * or was not accepted. */
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
      // The client keeps its token too, and goes by its time alone.
      if (header === dropped) client.setCredentials({ ...client.credentials, expiry_date: 1 })
      const { token } = await client.getAccessToken()
      if (!token) throw new Error('The metadata server gave no access token for this service account.')
      validUntil = (client.credentials.expiry_date ?? Date.now() + 2 * margin) - margin
      return (header = `Bearer ${token}`)
    } finally {
      renewal = undefined
    }
  }

  return () => (Date.now() < validUntil && header !== dropped ? header : (renewal ??= renew()))
}
