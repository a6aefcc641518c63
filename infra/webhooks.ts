/** Settings: webhooks, by which systems that cannot send a bearer token publish: an explicit choice, checked, warned of and kept out of logs. */
import { logging } from '@pulumi/gcp'
import { log, secret, type Output, type Resource } from '@pulumi/pulumi'
import { Type, type Static } from 'typebox'
import { Webhook, webhookName, WebhookSignature, webhookVariable } from '../schemas/webhook.ts'

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

/** One webhook, and its secrets by environment variable. */
export interface ConfiguredWebhook {
  webhook: Webhook
  secrets: Readonly<Record<string, Output<string>>>
}

/** What the form of each setting alone does not say; undefined when all is well. Whether a secret will do, the function says when it
 * starts: where a graph is only drawn, nobody has it. */
export const webhookProblem = (namespace: string, given: Static<typeof webhooks>): string | undefined => {
  for (const [name, { signature, signedUrl }] of Object.entries(given)) {
    if ((signature === undefined) !== (signedUrl === undefined)) continue
    return `${namespace}:webhooks.${name} must have either signature or signedUrl: true, got ${signature ? 'both' : 'neither'}`
  }
  return undefined
}

/** Takes the secrets out of the webhooks: the rest is no secret, and the function is told it in the open. */
export const configuredWebhooks = (given: Static<typeof webhooks>): ConfiguredWebhook[] =>
  Object.entries(given).map(([translation, { signature, secret: current, previousSecret }]) => ({
    webhook: { translation, ...(signature && { signature }) },
    secrets: {
      [webhookVariable('secret', translation)]: secret(current),
      ...(previousSecret !== undefined && {
        [webhookVariable('previous', translation)]: secret(previousSecret),
      }),
    },
  }))

/** Says, each time the program runs, what is given up. */
const warnOf = (configured: readonly ConfiguredWebhook[]): void => {
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
const keepOutOfLogs = (service: Output<string>, parent: Resource): Resource => {
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
export const takeCare = (
  hook: Resource & { service: Output<string> },
  configured: readonly ConfiguredWebhook[],
): void => {
  if (configured.some(({ webhook }) => webhook.signature === undefined)) keepOutOfLogs(hook.service, hook)
  warnOf(configured)
}

/** What the function is told: all but the secrets. */
export const webhooksText = (configured: readonly ConfiguredWebhook[]): string =>
  JSON.stringify(configured.map(({ webhook }) => webhook))

/** The secrets that it reads, by environment variable. */
export const secretsOf = (configured: readonly ConfiguredWebhook[]): ConfiguredWebhook['secrets'] =>
  Object.fromEntries(configured.flatMap(({ secrets }) => Object.entries(secrets)))
