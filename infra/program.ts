/** The Pulumi program, in the order in which an event flows: ingest → bus → store → warehouse → stored → forward. */
import { interpolate } from '@pulumi/pulumi'
import { permitFilter, subscriptions, topics } from '../schemas/bus.ts'
import { secretVariable } from '../schemas/destination.ts'
import { streamingNodeOptions } from '../schemas/environment.ts'
import { eventTypes } from '../schemas/event_types.ts'
import { mayCall, mayPublish, mayRead, mayWrite } from './access.ts'
import { Bus } from './bus.ts'
import { Edge, edgeUrl } from './edge.ts'
import { Handler } from './handler.ts'
import { Observability } from './observability/observability.ts'
import { admit, callers } from './people.ts'
import { doorsOf, type Outputs } from './outputs.ts'
import { Platform } from './platform.ts'
import { Runs } from './runs.ts'
import { readSettings } from './settings.ts'
import { readTargets, type DeclaredTargets } from './targets.ts'
import { lookerStudioUrl, Warehouse } from './warehouse.ts'
import { secretsOf, takeCare, webhooksText } from './webhooks.ts'

/** `targets` is what destinations are checked against; `npm run build` has written it down. */
export const program = (targets: DeclaredTargets = readTargets()): Outputs => {
  const settings = readSettings(targets)
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
      ...(settings.runs.scheduled.length > 0 ? ['cloudscheduler'] : []),
    ],
  })
  const bus = new Bus('bus', {
    platform,
    eventNames: eventTypes.keys(),
    regions: settings.messageRegions,
    retention: settings.messageRetention,
  })
  const warehouse = new Warehouse('warehouse', {
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
    invokers: callers(settings, members),
    ingress: settings.edge ? ('ALLOW_INTERNAL_AND_GCLB' as const) : ('ALLOW_ALL' as const),
  })
  const told = {
    GOOGLE_CLOUD_PROJECT: project,
    DATASET: dataset,
    DESTINATIONS: JSON.stringify(destinations.map(({ destination }) => destination)),
  }
  const atTheDoor = {
    GOOGLE_CLOUD_PROJECT: project,
    DATASET: dataset,
    ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
  }

  // Producers → ingest → the event's topic. ingest passes the caller's own token on; it only reads definitions itself.
  const ingest = new Handler('ingest', {
    ...everywhere,
    ...openTo(producers),
    environment: atTheDoor,
  })
  mayRead(ingest, 'definitions', warehouse.tables.definitions, { parent: ingest })

  // Raw payloads → translate → the topic `events`. translate passes the caller's own token on; it only reads definitions itself.
  const translate = new Handler('translate', {
    ...everywhere,
    ...openTo(producers),
    environment: { ...atTheDoor, NODE_OPTIONS: streamingNodeOptions },
    // A hundred megabytes take minutes and a quarter of a gigabyte. A region lends a new project 40 GiB for the instances of a function.
    // https://cloud.google.com/run/quotas
    instance: { memory: '2Gi', concurrency: 6, timeoutSeconds: 540, maxInstances: 10 },
  })
  mayRead(translate, 'definitions', warehouse.tables.definitions, { parent: translate })

  // Signed payloads → hook → the topic `events`. Its senders have no token to pass on: it publishes as itself, only where settings say so.
  const { webhooks } = settings
  const hook =
    webhooks.length > 0
      ? new Handler('hook', {
          ...everywhere,
          ...openTo([]),
          environment: { GOOGLE_CLOUD_PROJECT: project, DATASET: dataset, WEBHOOKS: webhooksText(webhooks) },
          secrets: secretsOf(webhooks),
          // Bodies are held whole until their signature is checked.
          instance: { memory: '1Gi', concurrency: 16, timeoutSeconds: 60 },
        })
      : undefined
  if (hook) {
    mayRead(hook, 'definitions', warehouse.tables.definitions, { parent: hook })
    mayPublish(hook, topics.events, bus.publicTopics.get(topics.events)!, { parent: hook })
    takeCare(hook, webhooks)
  }

  // Every topic → store → the warehouse, and only then the topic `stored`.
  const store = new Handler('store', {
    ...everywhere,
    ...pushed,
    environment: { ...told, ACTIONS: JSON.stringify(settings.runs.actions) },
  })
  const { definitions, suppressions } = warehouse.tables
  const storing = [
    mayWrite(store, 'events', warehouse, { parent: store }),
    mayWrite(store, 'quarantine', warehouse, { parent: store }),
    mayRead(store, 'definitions', definitions, { parent: store }),
    mayRead(store, 'suppressions', suppressions, { parent: store }),
    mayPublish(store, 'stored', bus.stored, { parent: store }),
  ]
  const burying = [
    mayWrite(store, 'dead_letters', warehouse, { parent: store }),
    mayWrite(store, 'deliveries', warehouse, { parent: store }),
  ]
  for (const [name, topic] of bus.publicTopics) {
    bus.push(subscriptions.store(name), { topic, to: store, endpoint: store.uri, delivery, after: storing })
  }

  // What could not be delivered → store → the warehouse.
  bus.push(subscriptions.store(topics.deadLetters), {
    topic: bus.deadLetters,
    to: store,
    endpoint: store.uri,
    delivery,
    neverDead: true,
    after: [...storing, ...burying],
  })

  // `stored` → forward → third parties, one subscription for each destination: it can only receive what is stamped for it.
  const forward = new Handler('forward', {
    ...everywhere,
    ...pushed,
    environment: told,
    secrets: Object.fromEntries(
      destinations.flatMap(({ destination, secrets }) =>
        Object.entries(secrets).map(([setting, value]) => [secretVariable(destination.id, setting), value]),
      ),
    ),
  })
  const forwarding = [
    mayWrite(forward, 'deliveries', warehouse, { parent: forward }),
    mayRead(forward, 'suppressions', suppressions, { parent: forward }),
  ]
  for (const { destination, paused } of destinations) {
    bus.push(subscriptions.forward(destination.id), {
      topic: bus.stored,
      to: forward,
      endpoint: interpolate`${forward.uri}/${destination.id}`,
      filter: permitFilter(destination.id),
      delivery,
      paused,
      after: forwarding,
    })
  }

  // The warehouse → sync, act, erase → `stored`.
  const { sync, act, erase } = new Runs('runs', { platform, bus, warehouse, settings, told })

  // The warehouse → console → people. console passes their own tokens on and holds no right over any data itself.
  const consoleFunction = new Handler('console', {
    ...everywhere,
    ...openTo([...analysts, ...editors, ...operators]),
    environment: {
      ...told,
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
  if (!publicIngress) mayCall(consoleFunction, 'translate', service, { parent: consoleFunction })

  // People → the bus and the warehouse.
  admit(settings, bus, warehouse)

  // All of it → whoever runs it.
  const { dashboardUrl } = new Observability('observability', { platform, warehouse, settings })

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
    lookerStudioUrl: lookerStudioUrl(project, dataset),
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
