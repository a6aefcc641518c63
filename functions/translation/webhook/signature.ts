/** Translation layer: verifies the signature of a webhook's body, without parsing the body. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookSignature } from '../../../schemas/webhook.ts'

/** The parts of a request that are needed to verify it. */
interface Signed {
  headers: IncomingHttpHeaders
  /** The bytes as received. */
  body: Buffer
  /** Seconds since 1970. */
  now: number
}

type Scheme<Name extends WebhookSignature['scheme']> = Extract<WebhookSignature, { scheme: Name }>

/** Maximum difference between the time of a signature and now, in seconds: the default in the libraries of Stripe and Standard Webhooks. */
const defaultTolerance = 300

/** Maximum number of signatures that are checked: a sender sends one for each of its secrets. */
const maxSignatures = 10

/** Returns true if one of the secrets made a signature. The time does not depend on which one, or whether any, matches. */
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
  const signature = text.startsWith(prefix) ? decoded(text.slice(prefix.length), encoding) : undefined
  return anyMatches(secrets, [signature], (secret) => createHmac('sha256', secret).update(body))
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
  const signatures = valuesOf('v1').map((value) => decoded(value, 'hex'))
  const isMatch = anyMatches(secrets, signatures, (secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(body),
  )
  return isMatch && others.length === 0 && isWithinTolerance(time, now, tolerance)
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#verifying-webhook-authenticity */
function isStandard(
  { tolerance }: Scheme<'standard_webhooks'>,
  secrets: readonly string[],
  { headers, body, now }: Signed,
): boolean {
  const [id, time] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? [decoded(each.slice('v1,'.length), 'base64')] : []))
  const isMatch = anyMatches(secrets, signatures, (secret) =>
    createHmac('sha256', standardKey(secret)).update(`${id}.${time}.`).update(body),
  )
  return isMatch && id !== '' && isWithinTolerance(time, now, tolerance)
}

/** Returns the key of a secret, which is base64 after `whsec_`. */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

/** Compares every secret with every signature, so that the time does not reveal which one matches. */
function anyMatches(
  secrets: readonly string[],
  signatures: readonly (Buffer | undefined)[],
  hmacOf: (secret: string) => ReturnType<typeof createHmac>,
): boolean {
  return secrets
    .map((secret) => {
      const expected = hmacOf(secret).digest()
      return signatures
        .slice(0, maxSignatures)
        .map((each) => each !== undefined && timingSafeEqual(expected, each))
        .includes(true)
    })
    .includes(true)
}

const forms = { hex: /^[0-9a-f]{64}$/i, base64: /^[A-Za-z0-9+/]{43}=$/ } as const

/** Returns the 32 bytes of a SHA-256; undefined if the text is not one. */
function decoded(text: string, encoding: 'hex' | 'base64'): Buffer | undefined {
  return forms[encoding].test(text) ? Buffer.from(text, encoding) : undefined
}

function isWithinTolerance(time: string, now: number, tolerance = defaultTolerance): boolean {
  return /^\d{1,12}$/.test(time) && Math.abs(now - Number(time)) <= tolerance
}

/** Returns the value of a header; empty if it is missing. */
function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' ? value.trim() : ''
}
