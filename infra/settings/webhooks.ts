/** Settings: schema of webhooks, with which systems that cannot send a bearer token publish, and its checks. Pure. */
import { Type, type Static } from 'typebox'
import { webhookName, webhookSecretForm, WebhookSignature } from '../../schemas/webhook.ts'

const WebhookSecret = Type.String({
  minLength: 1,
  description: 'a secret of 16 characters or more, set with `pulumi config set --secret`',
})

const WebhookSetting = Type.Object(
  {
    signature: Type.Optional(WebhookSignature),
    signedUrl: Type.Optional(Type.Literal(true)),
    secret: WebhookSecret,
    previousSecret: Type.Optional(WebhookSecret),
  },
  {
    additionalProperties: false,
    description: 'signature or signedUrl, and a secret set with `pulumi config set --secret`',
  },
)

/** The settings by translation. */
export const webhooks = Type.Record(Type.String({ pattern: webhookName }), WebhookSetting, {
  additionalProperties: false,
  maxProperties: 100,
  default: {},
  description: 'webhooks by the name of their translation',
  examples: [{ shop_orders: { signedUrl: true, secret: '…' } }],
})

export type WebhookSettings = Static<typeof webhooks>

/** Placeholder for a secret in a graph that is drawn without the key to decrypt it. */
export const unknownSecret = '(secret)'

/** Returns a line for each problem that the schema does not cover. No line holds a secret. */
export function webhookProblems(namespace: string, settings: WebhookSettings): readonly string[] {
  return Object.entries(settings).flatMap(
    ([name, { signature, signedUrl, secret: current, previousSecret }]) => {
      const path = `${namespace}:webhooks.${name}`
      const expected = webhookSecretForm(signature)
      const secrets = { secret: current, previousSecret }
      return [
        ...((signature === undefined) === (signedUrl === undefined)
          ? [`${path} must have either signature or signedUrl: true, got ${signature ? 'both' : 'neither'}`]
          : []),
        ...Object.entries(secrets)
          .filter(([, value]) => value !== undefined && value !== unknownSecret && !expected.fits(value))
          .map(([member]) => `${path}.${member} must be ${expected.description}`),
      ]
    },
  )
}
