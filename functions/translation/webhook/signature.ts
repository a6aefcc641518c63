/** Translation layer: whether a body was signed by somebody who knows the secret. Nothing of the body is read for that. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookSignature } from '../../../schemas/webhook.ts'

/** A request, as far as it is signed. */
export interface Signed {
  headers: IncomingHttpHeaders
  /** To the byte as it came. */
  body: Buffer
  /** Seconds since 1970. */
  now: number
}

type Scheme<Name extends WebhookSignature['scheme']> = Extract<WebhookSignature, { scheme: Name }>

/** As Stripe's and Standard Webhooks' own libraries have it, in seconds. */
const usualTolerance = 300

/** Signatures that are looked at: a sender gives one for each secret it knows. */
const mostSignatures = 10

/** Whether one of the secrets made the signature. Takes as long whichever it is, and if none is. */
export function isSigned(signature: WebhookSignature, secrets: readonly string[], signed: Signed): boolean {
  switch (signature.scheme) {
    case 'digest':
      return isDigest(signature, secrets, signed)
    case 'timestamped':
      return isTimestamped(signature, secrets, signed)
    default:
      return isStandard(signature, secrets, signed)
  }
}

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 * https://shopify.dev/docs/apps/build/webhooks/subscribe/https#step-2-validate-the-origin-of-your-webhook-to-ensure-its-coming-from-shopify */
function isDigest(
  { header, encoding, prefix = '' }: Scheme<'digest'>,
  secrets: readonly string[],
  { headers, body }: Signed,
): boolean {
  const text = headerOf(headers, header)
  const told = text.startsWith(prefix) ? decoded(text.slice(prefix.length), encoding) : undefined
  return anyFits(secrets, [told], (secret) => createHmac('sha256', secret).update(body))
}

/** `t=<seconds>,v1=<hex>`, several `v1` while a secret is replaced. https://docs.stripe.com/webhooks#verify-manually */
function isTimestamped(
  { header, tolerance }: Scheme<'timestamped'>,
  secrets: readonly string[],
  { headers, body, now }: Signed,
): boolean {
  const parts = headerOf(headers, header).split(',')
  const valuesOf = (name: string): readonly string[] =>
    parts
      .map((part) => part.trim())
      .flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []))
  const [time = '', ...others] = valuesOf('t')
  const told = valuesOf('v1').map((value) => decoded(value, 'hex'))
  const fits = anyFits(secrets, told, (secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(body),
  )
  return fits && others.length === 0 && isNear(time, now, tolerance)
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#verifying-webhook-authenticity */
function isStandard(
  { tolerance }: Scheme<'standard_webhooks'>,
  secrets: readonly string[],
  { headers, body, now }: Signed,
): boolean {
  const [id, time] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
  const told = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? [decoded(each.slice('v1,'.length), 'base64')] : []))
  const fits = anyFits(secrets, told, (secret) =>
    createHmac('sha256', standardKey(secret)).update(`${id}.${time}.`).update(body),
  )
  return fits && id !== '' && isNear(time, now, tolerance)
}

/** What follows `whsec_` is base64. */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

/** Looks at all, so that the time it takes tells nothing of which one fits. */
function anyFits(
  secrets: readonly string[],
  told: readonly (Buffer | undefined)[],
  hmacOf: (secret: string) => ReturnType<typeof createHmac>,
): boolean {
  return secrets
    .map((secret) => {
      const expected = hmacOf(secret).digest()
      return told
        .slice(0, mostSignatures)
        .map((each) => each !== undefined && timingSafeEqual(expected, each))
        .includes(true)
    })
    .includes(true)
}

const forms = { hex: /^[0-9a-f]{64}$/i, base64: /^[A-Za-z0-9+/]{43}=$/ } as const

/** The 32 bytes of a SHA-256; undefined when the text is none. */
function decoded(text: string, encoding: 'hex' | 'base64'): Buffer | undefined {
  return forms[encoding].test(text) ? Buffer.from(text, encoding) : undefined
}

function isNear(time: string, now: number, tolerance = usualTolerance): boolean {
  return /^\d{1,12}$/.test(time) && Math.abs(now - Number(time)) <= tolerance
}

/** The value of a header; empty when it is missing. */
function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' ? value.trim() : ''
}
