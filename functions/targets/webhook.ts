/** Target `webhook`: hands events to any HTTPS endpoint, signed as Standard Webhooks describes. https://www.standardwebhooks.com */
import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { byStatus } from './classify.ts'
import { defineTarget, Secret } from './target.ts'

const settings = Type.Object(
  {
    url: Type.String({
      pattern: '^https?://[^/?#@\\s]+([/?][^#\\s]*)?$',
      description: 'Where events are POSTed.',
      examples: ['https://hooks.example.com/sluice'],
    }),
    allow_insecure: Type.Optional(
      Type.Boolean({ description: 'Allows plain http, for an endpoint inside your own network.' }),
    ),
    secret: Secret('Signing secret: `whsec_` and base64, 24 to 64 bytes.'),
  },
  { additionalProperties: false },
)

/** The receiver's key: what follows `whsec_` is base64; any other text counts as its own bytes. */
const key = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)

/** `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
export const signature = (secret: string, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', key(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`

export const webhook = defineTarget({
  name: 'webhook',
  title: 'Webhook',
  purpose: 'generic',
  docs: 'https://www.standardwebhooks.com',
  settings,
  linkage: 'event',
  batch: { maxItems: 1, maxBytes: 10_000_000 },
  request: ([event], { url, secret, allow_insecure }, now) => {
    if (!url.startsWith('https:') && !allow_insecure) {
      throw new Error('The webhook url must begin with https://, or allow_insecure be true.')
    }
    const { id, text } = event!
    const timestamp = Math.floor(now.getTime() / 1000)
    return {
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Sluice-Webhook/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signature(secret, id, timestamp, text),
      },
      body: text,
      timeout: 10_000,
    }
  },
  classify: byStatus,
})
