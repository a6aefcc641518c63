/** Google APIs: the access token of this function's own service account. */
import { GoogleAuth } from 'google-auth-library'

/** A token is renewed this long before it ends, in ms; the metadata server renews its own five minutes before. */
const margin = 240_000

/** Returns a function that gives the `Authorization` header, fetching a token only when the last one is about to end. */
export const ownAuthorization = (): (() => string | Promise<string>) => {
  const auth = new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/cloud-platform'] })
  let header = ''
  let validUntil = 0
  let renewal: Promise<string> | undefined

  const renew = async (): Promise<string> => {
    try {
      const client = await auth.getClient()
      const { token } = await client.getAccessToken()
      if (!token) throw new Error('The metadata server gave no access token for this service account.')
      validUntil = (client.credentials.expiry_date ?? Date.now() + 2 * margin) - margin
      return (header = `Bearer ${token}`)
    } finally {
      renewal = undefined
    }
  }

  return () => (Date.now() < validUntil ? header : (renewal ??= renew()))
}
