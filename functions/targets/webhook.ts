/** Target `webhook`: sends events to any HTTPS endpoint, signed according to Standard Webhooks. https://www.standardwebhooks.com */
import { createHmac } from 'node:crypto'
import { Type, type Static } from 'typebox'
import type { HttpRequest } from '../net/http.ts'
import { byStatus } from './classify.ts'
import { defineTarget, Secret } from './target.ts'

/** Headers that Sluice or the connection sets. */
const reserved = (
  'authorization connection content-encoding content-length content-type expect host keep-alive proxy-authorization ' +
  'te trailer transfer-encoding upgrade user-agent'
).split(' ')

const settings = Type.Object(
  {
    url: Type.String({
      pattern: '^https?://[^/?#@\\s]+([/?][^#\\s]*)?$',
      description: 'Where events are sent.',
      examples: ['https://hooks.example.com/sluice'],
    }),
    method: Type.Optional(
      Type.Enum(['POST', 'PUT', 'PATCH'], { description: 'HTTP method. Default: POST.' }),
    ),
    headers: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: Type.String({ pattern: '^[!-~]([ -~]*[!-~])?$', maxLength: 1024 }),
          propertyNames: Type.String({ pattern: `^(?!(?:${reserved.join('|')})$|webhook-)[a-z0-9-]{1,64}$` }),
          maxProperties: 20,
          description: 'Headers to add, with names in lower case. They are not secret.',
          examples: [{ 'x-tenant': 'shop' }],
        },
      ),
    ),
    allow_insecure: Type.Optional(
      Type.Boolean({ description: 'Allows plain http and addresses inside your own network.' }),
    ),
    secret: Secret('Signing secret: `whsec_` and base64, 24 to 64 bytes.'),
    previous_secret: Type.Optional(
      Secret('Previous signing secret, during a rotation: requests are signed with both.'),
    ),
    authorization: Type.Optional(Secret('Value of the Authorization header, such as `Bearer …`.')),
  },
  { additionalProperties: false },
)

/** Decodes the signing key: base64 after `whsec_`, or else the bytes of the text. */
function key(secret: string): Buffer {
  return secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret)
}

/** Returns `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
export function signature(secret: string, id: string, timestamp: number, body: string): string {
  return `v1,${createHmac('sha256', key(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** Builds a signed request. */
function signed(
  { id, text }: { id: string; text: string },
  {
    url,
    method = 'POST',
    headers,
    allow_insecure,
    secret,
    previous_secret,
    authorization,
  }: Static<typeof settings>,
  now: Date,
): HttpRequest {
  if (!url.startsWith('https:') && !allow_insecure) {
    throw new Error('The webhook url must start with https://. To allow http, set allow_insecure to true.')
  }
  const timestamp = Math.floor(now.getTime() / 1000)
  const secrets = previous_secret === undefined ? [secret] : [secret, previous_secret]
  return {
    method,
    url,
    headers: {
      ...(headers as Readonly<Record<string, string>>),
      ...(authorization !== undefined && { authorization }),
      'content-type': 'application/json',
      'user-agent': 'Sluice-Webhook/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((each) => signature(each, id, timestamp, text)).join(' '),
    },
    body: text,
    timeout: 10_000,
    publicOnly: !allow_insecure,
  }
}

export const webhook = defineTarget({
  name: 'webhook',
  title: 'Webhook',
  purpose: 'generic',
  honours: null,
  docs: 'https://www.standardwebhooks.com',
  settings,
  events: 'as_is',
  otherEvents: 'as_is',
  fields: undefined,
  linkage: 'event',
  time: undefined,
  dedup: null,
  identity: [],
  test: null,
  batch: { maxItems: 1, maxBytes: 10_000_000, atomic: false },
  request: ([event], settings, { now }) => signed(event!, settings, now),
  classify: byStatus,
  erase: {
    docs: 'https://www.standardwebhooks.com',
    supports: () => true,
    request: ({ id, field, value }, settings, { now }) => {
      const text = JSON.stringify({ event_id: id, event_name: 'erasure', event_data: { [field]: value } })
      return signed({ id, text }, settings, now)
    },
  },
})
