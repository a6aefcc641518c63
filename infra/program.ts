/** The Pulumi program: ingest → bus → store → warehouse → stored → forward, declared against the flow of an event. Each part waits for the
 * parts that receive what it publishes, at the first deployment and at each update: what is published before a subscription exists never
 * gets into it. Pulumi deletes last, so a function stops publishing for a destination before the subscription of it goes. */
import { interpolate } from '@pulumi/pulumi'
import { permitFilter, subscriptions, topics } from '../schemas/bus.ts'
import { secretVariable } from '../schemas/destination.ts'
import { streamingNodeOptions } from '../schemas/environment.ts'
import { eventTypes } from '../schemas/event_types.ts'
import {
  mayAppend,
  grantInvoker,
  grantPublisher,
  grantTableReader,
  grantRowWriter,
} from './resources/access.ts'
import { Bus } from './resources/bus.ts'
import type { Declarations } from './settings/declarations.ts'
import { Edge, edgeUrl } from './resources/edge.ts'
import { FunctionResource } from './resources/function.ts'
import { Observability } from './observability/observability.ts'
import { grantMembers, invokerMembers } from './resources/member_grants.ts'
import { doorsOf, type Outputs } from './outputs.ts'
import { Platform } from './resources/platform.ts'
import { RunResources } from './resources/runs.ts'
import { readSettings } from './settings/index.ts'
import { declareStore } from './resources/store.ts'
import { lookerStudioLink, WarehouseResources } from './resources/warehouse.ts'
import { secretsOf, applySafeguards, webhooksText } from './resources/webhooks.ts'

/** Throws a SettingsError before anything is registered if a setting, a rule, a link or a declaration cannot work. `declared` is what the
 * code declares; by default all that is shipped. */
export function program(declared?: Declarations): Outputs {
  const settings = readSettings(declared)
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
    // Callers can publish through it, so every subscription must exist, and whoever may publish must have the right.
    after: [...stores, ...runRequests, ...publishers],
  })
  const sharedEnvironment = {
    GOOGLE_CLOUD_PROJECT: project,
    DATASET: dataset,
    DESTINATIONS: JSON.stringify(destinations.map(({ destination }) => destination)),
  }
  const atTheDoor = {
    GOOGLE_CLOUD_PROJECT: project,
    DATASET: dataset,
    ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
  }

  // `stored` → forward → third parties, one subscription for each destination: it can only receive what is stamped for it.
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
  ]
  const forwarded = destinations.map(({ destination, paused }) =>
    bus.push(subscriptions.forward(destination.id), {
      topic: bus.stored,
      to: forward,
      endpoint: interpolate`${forward.uri}/${destination.id}`,
      filter: permitFilter(destination.id),
      delivery,
      paused,
      after: forwarding,
    }),
  )

  // The warehouse → sync, act, erase → `stored`.
  const runs = new RunResources('runs', {
    platform,
    bus,
    warehouse,
    settings,
    sharedEnvironment,
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
    after: [...forwarded, runs.actions],
  })

  // Operators and the clock → the topic `runs` → sync, act, erase.
  const runRequests = runs.open(stores)

  // People → the bus and the warehouse.
  const publishers = grantMembers(settings, bus, warehouse, stores)

  // Producers → ingest → the event's topic. ingest passes the caller's own token on; it only reads definitions itself.
  const ingest = new FunctionResource('ingest', {
    ...everywhere,
    ...openTo(producers),
    environment: { ...atTheDoor, TOPICS: [...bus.publicTopics.keys()].join(',') },
  })
  grantTableReader(ingest, 'definitions', warehouse.tables.definitions, { parent: ingest })

  // Raw payloads → translate → the topic `events`. translate passes the caller's own token on; it only reads definitions itself.
  const translate = new FunctionResource('translate', {
    ...everywhere,
    ...openTo(producers),
    environment: { ...atTheDoor, NODE_OPTIONS: streamingNodeOptions },
    // A hundred megabytes take minutes and a quarter of a gigabyte. A region lends a new project 40 GiB for the instances of a function.
    // https://cloud.google.com/run/quotas
    instance: { memory: '2Gi', concurrency: 6, timeoutSeconds: 540, maxInstances: 10 },
  })
  grantTableReader(translate, 'definitions', warehouse.tables.definitions, { parent: translate })

  // Signed payloads → hook → the topic `events`. Its senders have no token to pass on: it publishes as itself, only where settings say so.
  const { webhooks } = settings
  const hook =
    webhooks.length > 0
      ? new FunctionResource('hook', {
          ...everywhere,
          ...openTo([]),
          environment: { GOOGLE_CLOUD_PROJECT: project, DATASET: dataset, WEBHOOKS: webhooksText(webhooks) },
          secrets: secretsOf(webhooks),
          // Bodies are held whole until their signature is checked.
          instance: { memory: '1Gi', concurrency: 16, timeoutSeconds: 60 },
        })
      : undefined
  if (hook) {
    grantTableReader(hook, 'definitions', warehouse.tables.definitions, { parent: hook })
    grantPublisher(hook, topics.events, bus.publicTopics.get(topics.events)!, { parent: hook })
    applySafeguards(hook, webhooks)
  }

  // The warehouse → console → people. console passes their own tokens on and holds no right over any data itself.
  const consoleFunction = new FunctionResource('console', {
    ...everywhere,
    ...openTo([...analysts, ...editors, ...operators]),
    environment: {
      ...sharedEnvironment,
      // Behind an edge no function is reached any other way, not even by its neighbours.
      TRANSLATE_URL: settings.edge ? edgeUrl(settings.edge) : translate.uri,
      TRANSLATE_AUDIENCE: publicIngress ? '' : translate.uri,
      HOOK_URL: hook ? (settings.edge ? edgeUrl(settings.edge) : hook.uri) : '',
      WEBHOOKS: webhooks.map(({ webhook }) => webhook.translation).join(','),
      SIGN_IN: settings.consoleClientId === '' ? 'token' : 'google',
      CONSOLE_CLIENT_ID: settings.consoleClientId,
    },
  })
  const service = { project, location: region, name: translate.service }
  if (!publicIngress) grantInvoker(consoleFunction, 'translate', service, { parent: consoleFunction })

  // All of it → whoever runs it.
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
