/** Webhooks: separates the secrets of the webhooks from their other settings. */
import { secret, type Output } from '@pulumi/pulumi'
import { webhookVariable, type Webhook } from '../../schemas/webhook.ts'
import type { WebhookSettings } from '../settings/webhooks.ts'

/** One webhook, and its secrets by environment variable. */
export interface ConfiguredWebhook {
  webhook: Webhook
  secrets: Readonly<Record<string, Output<string>>>
}

/** Separates the secrets of the webhooks from the rest, which the function reads from a plain environment variable. */
export function configuredWebhooks(settings: WebhookSettings): ConfiguredWebhook[] {
  return Object.entries(settings).map(([translation, { signature, secret: current, previousSecret }]) => ({
    webhook: { translation, ...(signature && { signature }) },
    secrets: {
      [webhookVariable('secret', translation)]: secret(current),
      ...(previousSecret !== undefined && {
        [webhookVariable('previous', translation)]: secret(previousSecret),
      }),
    },
  }))
}
