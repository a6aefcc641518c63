/** Vendors: the hosts at which vendors give out access tokens for a refresh token. */
import { unavailable, type Vendor, type VendorAnswer, type VendorRequest } from './vendor.ts'

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
function failed(status: number, error: string, error_description: string): VendorAnswer {
  return { status, body: { error, error_description } }
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.1 Some vendors replace the refresh token, too (local/third_party/refresh_tokens.ts). */
export const tokenAnswer = { access_token: 'local-access-token', token_type: 'bearer', expires_in: 3600 }

export const token: VendorAnswer = {
  status: 200,
  headers: { 'cache-control': 'no-store' },
  body: tokenAnswer,
}

export const invalidGrant = failed(400, 'invalid_grant', 'The refresh token is expired or revoked')

/** Group 1 is kept. */
export const tokenSecrets = /((?:refresh_token|client_secret)=)[^&]*/g

/** The body is a form. It asks for one token. */
export function askedForToken({ headers }: VendorRequest): readonly unknown[] | undefined {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? ['token'] : undefined
}

const invalid = failed(400, 'invalid_request', 'grant_type is missing')

export const oauthVendor: Vendor = {
  title: 'Access tokens',
  docs: 'https://www.rfc-editor.org/rfc/rfc6749#section-6',
  hosts: /^(accounts\.snapchat\.com|www\.reddit\.com|www\.linkedin\.com|login\.microsoftonline\.com)$/,
  events: [],
  asked: askedForToken,
  id: [],
  secret: tokenSecrets,
  answers: {
    success: token,
    partial: invalid,
    throttle: {
      ...failed(429, 'temporarily_unavailable', 'Too many requests'),
      headers: { 'retry-after': '30' },
    },
    auth: invalidGrant,
    invalid,
    down: unavailable,
  },
}
