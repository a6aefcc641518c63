/** Webhooks: makes the function `hook`, which publishes for systems that cannot send a bearer token. Prints a warning, and keeps its URLs out of
 * logs. */
import { log, type Output, type Resource } from '@pulumi/pulumi'
import { topics } from '../../schemas/bus.ts'
import { grantPublisher, grantTableReader } from './access.ts'
import type { Bus } from './bus.ts'
import { FunctionResource } from './function.ts'
import { grantRecorder } from './recorder.ts'
import { keepOutOfLogs } from './unlogged_requests.ts'
import type { WarehouseResources } from './warehouse.ts'
import type { ConfiguredWebhook } from './webhooks.ts'

interface HookArgs {
  webhooks: readonly ConfiguredWebhook[]
  dataset: string
  bus: Bus
  warehouse: WarehouseResources
  /** Prints a warning. Default: Pulumi's log. */
  warn: ((message: string) => void) | undefined
}

/** Returns the warning about the security that the webhooks give up. */
function webhookWarning(configured: readonly ConfiguredWebhook[]): string {
  const namesOf = (isSigned: boolean): string =>
    configured
      .filter(({ webhook }) => (webhook.signature !== undefined) === isSigned)
      .map(({ webhook }) => webhook.translation)
      .join(', ')
  const [signed, addressed] = [namesOf(true), namesOf(false)]
  const risks = [
    signed && `anyone with the secret can publish the events of ${signed}`,
    addressed && `anyone with the URL can publish the events of ${addressed} until it expires`,
  ].filter(Boolean)
  return (
    `sluice:webhooks: ${risks.join('; ')}. Google checks neither identity nor permissions of the sender, and no log records it. ` +
    'If the sender can send a bearer token, use /v1/translators instead. docs/translator.md#webhooks'
  )
}

/** Keeps signed URLs out of the logs, and prints a warning about the webhooks with `warn`. */
function applySafeguards(
  hook: Resource & { service: Output<string> },
  configured: readonly ConfiguredWebhook[],
  warn: (message: string) => void = (message) => void log.warn(message),
): void {
  // Cloud Run logs the URL of every request, and a signed URL is a credential.
  if (configured.some(({ webhook }) => webhook.signature === undefined))
    keepOutOfLogs(
      { name: 'hook', service: hook.service, description: 'URLs of webhooks are credentials' },
      hook,
    )
  warn(webhookWarning(configured))
}

/** Returns the environment variable that lists the webhooks without their secrets. */
function webhooksText(configured: readonly ConfiguredWebhook[]): string {
  return JSON.stringify(configured.map(({ webhook }) => webhook))
}

/** Returns the secrets of all webhooks, by environment variable. */
function secretsOf(configured: readonly ConfiguredWebhook[]): ConfiguredWebhook['secrets'] {
  return Object.fromEntries(configured.flatMap(({ secrets }) => Object.entries(secrets)))
}

/** Makes the function `hook`. Its senders have no token, so it publishes as itself. Undefined without webhooks. */
export function declareHook(
  place: Pick<
    ConstructorParameters<typeof FunctionResource<'hook'>>[1],
    'platform' | 'project' | 'region' | 'instances' | 'invokers' | 'ingress' | 'after'
  >,
  { webhooks, dataset, bus, warehouse, warn }: HookArgs,
): FunctionResource<'hook'> | undefined {
  if (webhooks.length === 0) return undefined
  const hook = new FunctionResource('hook', {
    ...place,
    environment: { GOOGLE_CLOUD_PROJECT: place.project, DATASET: dataset, WEBHOOKS: webhooksText(webhooks) },
    secrets: secretsOf(webhooks),
  })
  grantTableReader(hook, 'definitions', warehouse.tables.definitions, { parent: hook })
  grantRecorder(hook, 'receipts', warehouse)
  grantPublisher(hook, topics.events, bus.publicTopics.get(topics.events)!, { parent: hook })
  applySafeguards(hook, webhooks, warn)
  return hook
}
