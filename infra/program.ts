/** Program: declares ingest → bus → store → warehouse → stored → forward, in reverse order. Each part waits, at every deployment, for the
 * parts that receive its messages: a subscription never gets a message that was published before it existed. Pulumi deletes last, so a
 * function stops publishing for a destination before the subscription of that destination is deleted. */
import { eventTypes } from '../schemas/event_types.ts'
import { grantInvoker, grantTableReader } from './resources/access.ts'
import { Bus } from './resources/bus.ts'
import { declareCollect } from './resources/collect.ts'
import type { Declarations } from './settings/declarations.ts'
import { Edge, edgeUrl } from './resources/edge.ts'
import { environmentsOf } from './resources/environments.ts'
import { declareForward } from './resources/forward.ts'
import { FunctionResource } from './resources/function.ts'
import { Observability } from './observability/observability.ts'
import { declareHook } from './resources/hook.ts'
import { declareIngest } from './resources/ingest.ts'
import { grantMembers, invokerMembers } from './resources/member_grants.ts'
import { doorsOf, urisOf, type Outputs } from './outputs.ts'
import { Platform } from './resources/platform.ts'
import { grantRecorder } from './resources/recorder.ts'
import { RunResources } from './resources/runs.ts'
import { readSettings } from './settings/index.ts'
import { sourceMembers, sourcesEnvironment } from './resources/sources.ts'
import { declareStore } from './resources/store.ts'
import { lookerStudioLink, WarehouseResources } from './resources/warehouse.ts'

interface ProgramOptions {
  /** Event types, syncs, actions and targets. Default: those of this repository. */
  declared?: Declarations
  /** Prints a warning about the settings. Default: Pulumi's log. */
  warn?: (message: string) => void
}

/** Registers the resources of the stack. Throws a SettingsError before it registers any if a setting, rule, link or declaration is invalid. */
export function program({ declared, warn }: ProgramOptions = {}): Outputs {
  const settings = readSettings(declared, warn)
  const { project, region, location, dataset, protectData, retention, instances } = settings
  const { publicIngress, producers, analysts, editors, operators } = settings
  const platform = new Platform('platform', {
    project,
    region,
    key: settings.encryption?.key,
    furtherApis: [
      ...(settings.edge ? ['compute'] : []),
      ...(settings.encryption ? ['cloudkms'] : []),
      ...(settings.budget ? ['billingbudgets'] : []),
    ],
  })
  const bus = new Bus('bus', {
    platform,
    eventNames: eventTypes.keys(),
    sources: Object.keys(settings.sources),
    regions: settings.messageRegions,
    retention: settings.messageRetention,
  })
  const warehouse = new WarehouseResources('warehouse', {
    platform,
    project,
    location,
    dataset,
    protectData,
    retention,
    storageBilling: settings.storageBilling,
  })

  const everywhere = { platform, project, region, instances }
  const openTo = (members: readonly string[]) => ({
    invokers: invokerMembers(settings, members),
    ingress: settings.edge ? ('ALLOW_INTERNAL_AND_GCLB' as const) : ('ALLOW_ALL' as const),
    // Callers publish through it, so every subscription and every publisher's grant must exist.
    after: [...stores, ...runRequests, ...publishers],
  })
  const { sharedEnvironment, decidingEnvironment, endpointEnvironment, derivingEnvironment } =
    environmentsOf(settings)

  // `stored` → forward → third parties. Each destination has a subscription that only receives events permitted for it.
  const { forward, forwarded } = declareForward({
    platform,
    bus,
    warehouse,
    settings,
    sharedEnvironment,
    declared,
  })

  // The warehouse → sync, act, erase → `stored`.
  const runs = new RunResources('runs', {
    platform,
    bus,
    warehouse,
    settings,
    sharedEnvironment,
    decidingEnvironment,
    after: forwarded,
  })
  const { sync, act, erase } = runs

  // Every topic → store → the warehouse, and only then the topic `stored`.
  const { store, stores } = declareStore({
    platform,
    bus,
    warehouse,
    settings,
    sharedEnvironment,
    decidingEnvironment,
    after: [...forwarded, runs.actions],
  })

  // Operators and the scheduler → the topic `runs` → sync, act, erase.
  const runRequests = runs.open(stores)

  // People → the bus and the warehouse.
  const publishers = grantMembers(settings, bus, warehouse, stores)

  // Producers → ingest → the event's topic.
  const ingest = declareIngest(
    { ...everywhere, ...openTo([...producers, ...sourceMembers(settings)]) },
    { settings, bus, warehouse, environment: { ...endpointEnvironment, ...derivingEnvironment } },
  )

  // Raw payloads → translate → the topic `events`, with the caller's token. Its account reads definitions and appends to `receipts`.
  const translate = new FunctionResource('translate', {
    ...everywhere,
    ...openTo(producers),
    environment: endpointEnvironment,
  })
  grantTableReader(translate, 'definitions', warehouse.tables.definitions, { parent: translate })
  grantRecorder(translate, 'receipts', warehouse)

  // Signed payloads → hook → the topic `events`. Deployed only if configured.
  const { webhooks } = settings
  const hook = declareHook({ ...everywhere, ...openTo([]) }, { webhooks, dataset, bus, warehouse, warn })

  // Web pages and e-mails → collect → the topics of their sources. Deployed only if a source has a web door.
  const collect = declareCollect({ ...everywhere, ...openTo([]) }, settings, bus)

  // The warehouse → console → people. console queries with their tokens; its own account only appends to `audit`.
  const consoleFunction = new FunctionResource('console', {
    ...everywhere,
    ...openTo([...analysts, ...editors, ...operators]),
    environment: {
      ...decidingEnvironment,
      ...derivingEnvironment,
      // Behind a load balancer, functions too reach each other only through it.
      TRANSLATE_URL: settings.edge ? edgeUrl(settings.edge) : translate.uri,
      TRANSLATE_AUDIENCE: publicIngress ? '' : translate.uri,
      HOOK_URL: hook ? (settings.edge ? edgeUrl(settings.edge) : hook.uri) : '',
      // With the rights of a caller, the console resumes a destination as `npx sluice resume` does.
      FORWARD_URL: forward.uri,
      PUSH_ACCOUNT: bus.pusher.email,
      WEBHOOKS: webhooks.map(({ webhook }) => webhook.translation).join(','),
      SIGN_IN: settings.consoleClientId === '' ? 'token' : 'google',
      CONSOLE_CLIENT_ID: settings.consoleClientId,
      AUTOMATIONS: JSON.stringify(settings.runs.automations),
      CLIENT_ADDRESS: settings.edge ? 'load_balancer' : '',
      ...sourcesEnvironment(settings),
    },
  })
  grantRecorder(consoleFunction, 'audit', warehouse)
  const service = { project, location: region, name: translate.service }
  if (!publicIngress) grantInvoker(consoleFunction, 'translate', service, { parent: consoleFunction })

  // Metrics and logs → operators.
  const { dashboardUrl } = new Observability('observability', {
    platform,
    settings,
    subscriptions: { store: stores, forward: forwarded },
  })

  const doors = { ingest, translate, hook, collect, console: consoleFunction }
  const edge =
    settings.edge &&
    new Edge('edge', {
      platform,
      region,
      edge: settings.edge,
      otherwise: ingest,
      routes: [
        { to: translate, paths: ['/v1/translators/*'] },
        ...(hook ? [{ to: hook, paths: ['/v1/hooks/*'] }] : []),
        ...(collect ? [{ to: collect, paths: ['/v1/collect/*'] }] : []),
        { to: consoleFunction, paths: ['/', '/console', '/console/*', '/v1/console/*'] },
      ],
      protectData,
    })
  return {
    ...doorsOf(edge, doors),
    dns: edge ? { [edge.domain]: edge.address } : {},
    dataset: warehouse.dataset.datasetId,
    dashboardUrl,
    lookerStudioUrl: lookerStudioLink(project, dataset),
    topics: Object.fromEntries([...bus.publicTopics].map(([name, topic]) => [name, topic.id])),
    functions: urisOf({ ...doors, store, forward, sync, act, erase }),
  }
}
