/** Webhook tests: the settings of a stack with one webhook of each kind, and the signatures of senders. */
import { createHmac } from 'node:crypto'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Translation } from '../../schemas/translation.ts'

export const secrets = {
  // The example of https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
  github: "It's a Secret to Everybody",
  shop: 'hush-of-a-shop-app',
  shopBefore: 'hush-of-last-year',
  payments: 'whsec_secret_of_an_endpoint',
  // The example of https://github.com/standard-webhooks/standard-webhooks/blob/main/libraries/javascript/src/index.test.ts
  standard: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  crm: 'key-of-the-signed-addresses',
} as const

export const webhooks = {
  github_pushes: {
    signature: { scheme: 'digest', header: 'X-Hub-Signature-256', encoding: 'hex', prefix: 'sha256=' },
    secret: secrets.github,
  },
  shop_hooks: {
    signature: { scheme: 'digest', header: 'X-Shopify-Hmac-Sha256', encoding: 'base64' },
    secret: secrets.shop,
    previousSecret: secrets.shopBefore,
  },
  payments: { signature: { scheme: 'timestamped', header: 'Stripe-Signature' }, secret: secrets.payments },
  standard_hooks: { signature: { scheme: 'standard_webhooks' }, secret: secrets.standard },
  legacy_crm: { signedUrl: true, secret: secrets.crm },
  never_saved: { signature: { scheme: 'digest', header: 'X-Sum', encoding: 'hex' }, secret: secrets.shop },
} as const

export const config = { 'gcp:project': 'sluice-local', 'sluice:webhooks': webhooks }

function translationOf(
  name: string,
  input: Translation['input'],
  link: Translation['link'] = {},
): Translation {
  return {
    name,
    version: '1.0',
    input,
    fields: {},
    event: { name: { const: 'page_view' } },
    link,
    rest: 'keep',
  }
}

export const translations: readonly Translation[] = [
  // The body of GitHub's example is not JSON: it is read as a row of two columns.
  translationOf('github_pushes', { format: 'csv', header: false }, { page_title: 'column_1' }),
  ...['shop_hooks', 'payments', 'standard_hooks', 'legacy_crm'].map((name) =>
    translationOf(name, { format: 'json' }, { event_id: { from: 'id', as: 'string' }, email: 'email' }),
  ),
]

/** Returns the HMAC-SHA256 of a text. */
export function hmac(key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding)
}

/** https://docs.stripe.com/webhooks#verify-manually */
export function stripeSignature(secret: string, time: number, body: string): string {
  return `t=${time},v1=${hmac(secret, `${time}.${body}`, 'hex')},v0=${hmac(secret, body, 'hex')}`
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
export function standardHeaders(secret: string, id: string, time: number, body: string) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1a,${'A'.repeat(86)}== v1,${hmac(Buffer.from(secret.slice('whsec_'.length), 'base64'), `${id}.${time}.${body}`, 'base64')}`,
  }
}

/** Returns the output of `npx sluice sign-url`. */
export function signUrl(
  secret: string,
  ...options: readonly string[]
): Promise<{ out: string; error: string }> {
  return new Promise((resolve) => {
    const program = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))
    const child = execFile(process.execPath, [program, 'sign-url', ...options], (_, out, error) =>
      resolve({ out: out.trim(), error: error.trim() }),
    )
    child.stdin!.end(`${secret}\n`)
  })
}

export function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}
