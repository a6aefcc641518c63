/** Program: declares ingest → bus → store → warehouse → stored → forward, in reverse order. Each part waits, at every deployment, for the
 * parts that receive its messages: a subscription never gets a message that was published before it existed. Pulumi deletes last, so a
 * function stops publishing for a destination before the subscription of that destination is deleted. */
import { interpolate } from '@pulumi/pulumi'
import { permitFilter, permitInOrderFilter, subscriptions } from '../schemas/bus.ts'
import { secretVariable } from '../schemas/destination.ts'
import { eventTypes } from '../schemas/event_types.ts'
import {
  mayAppend,
  grantInvoker,
  grantJobUser,
  grantTableReader,
  grantRowWriter,
} from './resources/access.ts'
import { Bus } from './resources/bus.ts'
import type { Declarations } from './settings/declarations.ts'
import { Edge, edgeUrl } from './resources/edge.ts'
import { FunctionResource } from './resources/function.ts'
import { Observability } from './observability/observability.ts'
import { declareHook } from './resources/hook.ts'
import { grantMembers, invokerMembers } from './resources/member_grants.ts'
import { doorsOf, type Outputs } from './outputs.ts'
import { Platform } from './resources/platform.ts'
import { grantRecorder } from './resources/recorder.ts'
import { RunResources } from './resources/runs.ts'
import { readSettings } from './settings/index.ts'
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
  const { project, region, location, dataset, protectData, retention, instances, delivery, destinations } =
    settings
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
  })

  const everywhere = { platform, project, region, instances }
  const pushed = { invokers: { push: bus.pusher.member }, ingress: 'ALLOW_INTERNAL_ONLY' } as const
  const openTo = (members: readonly string[]) => ({
    invokers: invokerMembers(settings, members),
    ingress: settings.edge ? ('ALLOW_INTERNAL_AND_GCLB' as const) : ('ALLOW_ALL' as const),
    // Callers publish through it, so every subscription and every publisher's grant must exist.
    after: [...stores, ...runRequests, ...publishers],
  })
  const sharedEnvironment = {
    GOOGLE_CLOUD_PROJECT: project,
    DATASET: dataset,
    DESTINATIONS: JSON.stringify(destinations.map(({ destination }) => destination)),
  }
  const decidingEnvironment = {
    ...sharedEnvironment,
    CONSENT_DEFAULTS: JSON.stringify(settings.consentDefaults),
  }
  const endpointEnvironment = {
    GOOGLE_CLOUD_PROJECT: project,
    DATASET: dataset,
    ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
  }

  // `stored` → forward → third parties. Each destination has a subscription that only receives events permitted for it.
  const forward = new FunctionResource('forward', {
    ...everywhere,
    ...pushed,
    environment: sharedEnvironment,
    secrets: Object.fromEntries(
      destinations.flatMap(({ destination, secrets }) =>
        Object.entries(secrets).map(([setting, value]) => [secretVariable(destination.id, setting), value]),
      ),
    ),
  })
  const forwarding = [
    grantRowWriter(forward, 'deliveries', warehouse, { parent: forward }),
    grantTableReader(forward, 'suppressions', warehouse.tables.suppressions, { parent: forward }),
    mayAppend(forward, warehouse, { parent: forward }),
    // Its instances share the rate of a destination by statements on one table.
    ...(destinations.some(({ destination }) => destination.requests_per_second !== undefined)
      ? [
          grantRowWriter(forward, 'senders', warehouse, { parent: forward }),
          grantJobUser(forward, project, { parent: forward }),
        ]
      : []),
  ]
  const forwarded = destinations.flatMap(({ destination: { id, ordered }, paused }) => {
    const pushedTo = {
      topic: bus.stored,
      to: forward,
      endpoint: interpolate`${forward.uri}/${id}`,
      delivery,
      paused,
      after: forwarding,
    }
    // The plain one stays: it delivers events without an ordering key, and drains what waited when order was turned on.
    return [
      bus.push(subscriptions.forward(id), { ...pushedTo, filter: permitFilter(id) }),
      ...(ordered === undefined
        ? []
        : [
            bus.push(subscriptions.forwardInOrder(id), {
              ...pushedTo,
              filter: permitInOrderFilter(id),
              ordered: true,
            }),
          ]),
    ]
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

  // Producers → ingest → the event's topic. ingest publishes with the caller's token; its own account only reads definitions.
  const ingest = new FunctionResource('ingest', {
    ...everywhere,
    ...openTo(producers),
    environment: { ...endpointEnvironment, TOPICS: [...bus.publicTopics.keys()].join(',') },
  })
  grantTableReader(ingest, 'definitions', warehouse.tables.definitions, { parent: ingest })

  // Raw payloads → translate → the topic `events`, with the caller's token. Its own account only reads definitions and appends to
  // `receipts`.
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

  // The warehouse → console → people. console queries with their tokens; its own account only appends to `audit`.
  const consoleFunction = new FunctionResource('console', {
    ...everywhere,
    ...openTo([...analysts, ...editors, ...operators]),
    environment: {
      ...decidingEnvironment,
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
    },
  })
  grantRecorder(consoleFunction, 'audit', warehouse)
  const service = { project, location: region, name: translate.service }
  if (!publicIngress) grantInvoker(consoleFunction, 'translate', service, { parent: consoleFunction })

  // Metrics and logs → operators.
  const { dashboardUrl } = new Observability('observability', { platform, settings })

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
        { to: consoleFunction, paths: ['/', '/console', '/console/*', '/v1/console/*'] },
      ],
      protectData,
    })
  return {
    ...doorsOf(edge, { ingest, translate, hook, console: consoleFunction }),
    dns: edge ? { [edge.domain]: edge.address } : {},
    dataset: warehouse.dataset.datasetId,
    dashboardUrl,
    lookerStudioUrl: lookerStudioLink(project, dataset),
    topics: Object.fromEntries([...bus.publicTopics].map(([name, topic]) => [name, topic.id])),
    functions: {
      ingest: ingest.uri,
      translate: translate.uri,
      ...(hook && { hook: hook.uri }),
      store: store.uri,
      forward: forward.uri,
      console: consoleFunction.uri,
      sync: sync.uri,
      act: act.uri,
      erase: erase.uri,
    },
  }
}
