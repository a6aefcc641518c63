/** Webhooks: describes how senders that cannot send a bearer token sign their payloads, as settings declare it and `hook` reads it. */
import { Type, type Static } from 'typebox'

const Tolerance = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 86_400,
    description: 'Maximum difference in seconds between the signing time and now. Default: 300.',
  }),
)
const HeaderName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,63}$',
  description: 'Name of the header that holds the signature.',
})

/** `digest`: HMAC-SHA256 of the body in a header, as from GitHub and Shopify. `timestamped`: `t=…,v1=…`, as from Stripe.
 * `standard_webhooks`: https://www.standardwebhooks.com */
export const WebhookSignature = Type.Union(
  [
    Type.Object(
      {
        scheme: Type.Literal('digest'),
        header: HeaderName,
        encoding: Type.Enum(['hex', 'base64']),
        prefix: Type.Optional(
          Type.String({
            maxLength: 32,
            description: 'Prefix of the digest, such as `sha256=`. Default: none.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        scheme: Type.Literal('timestamped'),
        header: HeaderName,
        tolerance: Tolerance,
      },
      { additionalProperties: false },
    ),
    Type.Object(
      { scheme: Type.Literal('standard_webhooks'), tolerance: Tolerance },
      { additionalProperties: false },
    ),
  ],
  {
    description:
      '{scheme: digest, header, encoding: hex or base64, prefix?}, {scheme: timestamped, header, tolerance?} or ' +
      '{scheme: standard_webhooks, tolerance?}',
    examples: [
      { scheme: 'digest', header: 'X-Hub-Signature-256', encoding: 'hex', prefix: 'sha256=' },
      { scheme: 'timestamped', header: 'Stripe-Signature' },
    ],
  },
)
export type WebhookSignature = Static<typeof WebhookSignature>

/** Pattern of the name of a translation. */
export const webhookName = '^[a-z][a-z0-9]*(_[a-z0-9]+)*$'

/** A webhook without its secrets. */
export const Webhook = Type.Object(
  {
    translation: Type.String({ pattern: webhookName, minLength: 3, maxLength: 64 }),
    signature: Type.Optional(WebhookSignature),
  },
  { additionalProperties: false, description: 'Without a signature, the URL itself is signed.' },
)
export type Webhook = Static<typeof Webhook>

/** Environment variable with a secret of a webhook: `('secret', 'shop_orders')` → `WEBHOOK_SECRET_SHOP_ORDERS`. */
export function webhookVariable(which: 'secret' | 'previous', translation: string): string {
  return `WEBHOOK_${which}_${translation}`.toUpperCase()
}

/** Maximum size of a webhook's body in bytes. The body is buffered, because the signature is checked before it is parsed. */
export const webhookBodyBytes = 10_485_760

/** 24 to 64 bytes.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
const standardSecret = /^whsec_(?=.{32,88}$)[A-Za-z0-9+/]+={0,2}$/

const minSecretLength = 16

/** The format that a webhook's secret must have. `signature` is undefined for a signed URL. */
export function webhookSecretForm(signature: WebhookSignature | undefined): {
  fits: (secret: string) => boolean
  description: string
} {
  return signature?.scheme === 'standard_webhooks'
    ? {
        fits: (secret) => standardSecret.test(secret),
        description: 'whsec_ and 24 to 64 bytes as base64',
      }
    : {
        fits: (secret) => secret.length >= minSecretLength,
        description: `${minSecretLength} characters or more`,
      }
}
