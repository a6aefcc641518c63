/** Console: serves the page: one document, one script and one style sheet, packed when they are built. */
import { gunzipSync } from 'node:zlib'
import { document, files } from 'sluice:web'
import type { HandlerResponse, Request } from '../serving/answer.ts'
import type { Environment } from '../../schemas/environment.ts'

/** Where Google's sign-in comes from, where the owner has set it up.
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

export type SignInMode = Pick<Environment<'console'>, 'SIGN_IN' | 'CONSOLE_CLIENT_ID'>

/** Returns what answers a GET below `/console/`; undefined for a path at which nothing is. */
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
    // The window in which Google asks for consent has to tell this one the outcome.
    'cross-origin-opener-policy': isGoogle ? 'same-origin-allow-popups' : 'same-origin',
  }
  const packed = new Map(
    Object.entries(files).map(([name, { type, gzip }]) => [
      name,
      { type, gzip: Buffer.from(gzip, 'base64') },
    ]),
  )

  return ({ path, headers: sent }: Pick<Request, 'path' | 'headers'>): HandlerResponse | undefined => {
    const name = path.slice('/console/'.length)
    if (name === '') {
      const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
      return { status: 200, headers: { ...headers, ...type }, body: html }
    }
    const file = packed.get(name)
    if (!file) return undefined
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(sent['accept-encoding'] ?? '')
    return {
      status: 200,
      headers: {
        ...headers,
        'content-type': `${file.type}; charset=utf-8`,
        // The name is made from the content: another content has another name.
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        ...(takesGzip && { 'content-encoding': 'gzip' }),
      },
      body: takesGzip ? file.gzip : gunzipSync(file.gzip),
    }
  }
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
