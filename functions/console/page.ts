/** Console: serves the page: one document, one script and one style sheet, packed by the build. */
import { gunzipSync } from 'node:zlib'
import { document, files } from 'sluice:web'
import type { HandlerResponse, Request } from '../serving/answer.ts'
import type { Environment } from '../../schemas/environment.ts'

/** Origin of Google's sign-in, if it is configured.
 * https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy */
const google = 'https://accounts.google.com/gsi/'

function policyFor(origins: { script: string; style: string; connect: string; frame: string }): string {
  return [
    "default-src 'none'",
    `script-src 'self'${origins.script}`,
    `style-src 'self'${origins.style}`,
    "img-src 'self' data:",
    `connect-src 'self'${origins.connect}`,
    ...(origins.frame ? [`frame-src${origins.frame}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

type SignInMode = Pick<Environment<'console'>, 'SIGN_IN' | 'CONSOLE_CLIENT_ID'>

/** Makes the handler of GET below `/console/`, which returns undefined for an unknown path. */
export function pageFor({ SIGN_IN: signIn, CONSOLE_CLIENT_ID: clientId }: SignInMode) {
  const isGoogle = signIn === 'google'
  const policy = isGoogle
    ? policyFor({
        script: ` ${google}client`,
        style: ` ${google}style`,
        connect: ` ${google}`,
        frame: ` ${google}`,
      })
    : policyFor({ script: '', style: '', connect: '', frame: '' })
  const session = attribute(JSON.stringify({ signIn, ...(isGoogle && { clientId }) }))
  const html = document.replace('{{session}}', () => session)
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': policy,
    // Google's consent window must report its result to this window.
    'cross-origin-opener-policy': isGoogle ? 'same-origin-allow-popups' : 'same-origin',
  }
  const packed = new Map(
    Object.entries(files).map(([name, { type, gzip }]) => [
      name,
      { type, gzip: Buffer.from(gzip, 'base64') },
    ]),
  )

  return ({
    path,
    headers: requestHeaders,
  }: Pick<Request, 'path' | 'headers'>): HandlerResponse | undefined => {
    const name = path.slice('/console/'.length)
    if (name === '') {
      const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
      return { status: 200, headers: { ...headers, ...type }, body: html }
    }
    const file = packed.get(name)
    if (!file) return undefined
    const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(
      requestHeaders['accept-encoding'] ?? '',
    )
    return {
      status: 200,
      headers: {
        ...headers,
        'content-type': `${file.type}; charset=utf-8`,
        // The name contains a hash of the content.
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        ...(acceptsGzip && { 'content-encoding': 'gzip' }),
      },
      body: acceptsGzip ? file.gzip : gunzipSync(file.gzip),
    }
  }
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
