/** Settings: the form of webhooks, by which systems that cannot send a bearer token publish, and what is wrong with one. Pure. */
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

/** Stands for a secret where a graph is drawn without the key to decrypt it. */
export const unknownSecret = '(secret)'

/** What the form of each setting alone does not say, a line each. No line holds a secret. */
export function webhookProblems(namespace: string, given: WebhookSettings): readonly string[] {
  return Object.entries(given).flatMap(
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
