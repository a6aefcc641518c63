/** Settings: webhooks, by which systems that cannot send a bearer token publish: an explicit choice, checked, warned of and kept out of logs. */
import { logging } from '@pulumi/gcp'
import { log, secret, type Output, type Resource } from '@pulumi/pulumi'
import { webhookVariable, type Webhook } from '../../schemas/webhook.ts'
import type { WebhookSettings } from '../settings/webhooks.ts'

/** One webhook, and its secrets by environment variable. */
export interface ConfiguredWebhook {
  webhook: Webhook
  secrets: Readonly<Record<string, Output<string>>>
}

/** Takes the secrets out of the webhooks: the rest is no secret, and the function is told it in the open. */
export function configuredWebhooks(given: WebhookSettings): ConfiguredWebhook[] {
  return Object.entries(given).map(([translation, { signature, secret: current, previousSecret }]) => ({
    webhook: { translation, ...(signature && { signature }) },
    secrets: {
      [webhookVariable('secret', translation)]: secret(current),
      ...(previousSecret !== undefined && {
        [webhookVariable('previous', translation)]: secret(previousSecret),
      }),
    },
  }))
}

/** Says, each time the program runs, what is given up. */
function warnOf(configured: readonly ConfiguredWebhook[]): void {
  const namesOf = (isSigned: boolean): string =>
    configured
      .filter(({ webhook }) => (webhook.signature !== undefined) === isSigned)
      .map(({ webhook }) => webhook.translation)
      .join(', ')
  const [signed, addressed] = [namesOf(true), namesOf(false)]
  const told = [
    signed && `whoever has the secret can publish the events of ${signed}`,
    addressed && `whoever has the URL can publish the events of ${addressed}, until it expires`,
  ].filter(Boolean)
  void log.warn(
    `sluice:webhooks: ${told.join('; ')}. Google checks no identity and no rights there, and no log says who it was. ` +
      'Prefer /v1/translators with a bearer token where the sender can send one. docs/translator.md#webhooks',
  )
}

/** A signed URL is a key, and Cloud Run writes the URL of every request into its log: that log is not kept for this function.
 * https://cloud.google.com/logging/docs/export/configure_export_v2#filter-examples */
function keepOutOfLogs(service: Output<string>, parent: Resource): Resource {
  const filter = service.apply(
    (name) =>
      `resource.type="cloud_run_revision" AND resource.labels.service_name="${name}" AND log_id("run.googleapis.com/requests")`,
  )
  return new logging.ProjectExclusion(
    'hook-requests',
    { name: 'sluice-hook-requests', description: 'URLs of webhooks are keys', filter },
    { parent },
  )
}

/** What the webhooks ask for besides the rights of their function. */
export function applySafeguards(
  hook: Resource & { service: Output<string> },
  configured: readonly ConfiguredWebhook[],
): void {
  if (configured.some(({ webhook }) => webhook.signature === undefined)) keepOutOfLogs(hook.service, hook)
  warnOf(configured)
}

/** What the function is told: all but the secrets. */
export function webhooksText(configured: readonly ConfiguredWebhook[]): string {
  return JSON.stringify(configured.map(({ webhook }) => webhook))
}

/** The secrets that it reads, by environment variable. */
export function secretsOf(configured: readonly ConfiguredWebhook[]): ConfiguredWebhook['secrets'] {
  return Object.fromEntries(configured.flatMap(({ secrets }) => Object.entries(secrets)))
}
