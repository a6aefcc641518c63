/** The issuer: mints and checks every token, as Google's sign-in does. */
import { createAccessTokens, type AccessToken, type AccessTokenOptions } from './access_tokens.ts'
import { createIdTokens } from './id_tokens.ts'
import { openKeys } from './keys.ts'

export interface Issuer {
  /** Returns an OAuth access token for an account, `ya29.…`. Defaults: the cloud-platform scope, one hour. */
  accessToken: (email: string, options?: AccessTokenOptions) => string
  /** Returns the account, the scopes and the expiry of an access token, or undefined if it is forged, damaged or expired. */
  identify: (accessToken: string) => AccessToken | undefined
  /** Returns an OIDC ID token (RS256, issuer `https://accounts.google.com`) for one audience, valid for one hour. */
  idToken: (email: string, audience: string) => string
  /** Checks signature, issuer, audience and expiry of an ID token. Returns undefined if one of them is wrong. */
  verifyIdToken: (token: string, audience: string) => { email: string } | undefined
  /** The key that verifies ID tokens, SPKI in PEM. */
  publicKeyPem: string
  /** The `kid` of that key. */
  keyId: string
}

/**
 * Opens the issuer with the keys in `dir/issuer.json`. They are created on first use and kept, so tokens survive a restart.
 * `now` returns milliseconds since the epoch.
 */
export async function openIssuer(dir: string, now: () => number = Date.now): Promise<Issuer> {
  const keys = await openKeys(dir)
  const accessTokens = createAccessTokens(keys.secret, now)
  const idTokens = createIdTokens(keys, now)
  return {
    accessToken: accessTokens.mint,
    identify: accessTokens.check,
    idToken: idTokens.mint,
    verifyIdToken: idTokens.verify,
    publicKeyPem: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    keyId: keys.keyId,
  }
}
