/** The issuer: Google's sign-in on one machine; every local token comes from here and is checked here. */
import { createAccessTokens, type AccessToken, type AccessTokenOptions } from './access_tokens.ts'
import { createIdTokens } from './id_tokens.ts'
import { openKeys } from './keys.ts'

export interface Issuer {
  /** An OAuth access token for an account, opaque-looking (`ya29.…`); the cloud-platform scope and one hour by default. */
  accessToken: (email: string, options?: AccessTokenOptions) => string
  /** The account, the scopes and the expiry behind an access token; undefined when forged, damaged or expired. */
  identify: (accessToken: string) => AccessToken | undefined
  /** An OIDC ID token (RS256, issuer `https://accounts.google.com`) for one audience, valid for one hour. */
  idToken: (email: string, audience: string) => string
  /** Checks signature, issuer, audience and expiry of an ID token; undefined when any of them fails. */
  verifyIdToken: (token: string, audience: string) => { email: string } | undefined
  /** The key that verifies ID tokens, SPKI in PEM. */
  publicKeyPem: string
  /** The `kid` of that key. */
  keyId: string
}

/**
 * Opens the issuer whose keys live in `dir/issuer.json`; they are made on first use, so tokens survive a restart.
 * `now` is the clock, milliseconds since the epoch.
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
