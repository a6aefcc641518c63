/** The Pulumi program, in the order in which an event flows: ingest → bus → store → warehouse → stored → forward. */
import { interpolate, type Output } from '@pulumi/pulumi'
import { permitFilter, subscriptions } from '../schemas/bus.ts'
import { secretVariable } from '../schemas/destination.ts'
import { eventTypes } from '../schemas/event_types.ts'
import { mayPublish, mayQuery, mayWrite, outsider } from './access.ts'
import { Bus } from './bus.ts'
import { Handler } from './handler.ts'
import { Platform } from './platform.ts'
import { readSettings } from './settings.ts'
import { Warehouse } from './warehouse.ts'

/** What `pulumi stack output` tells. */
export interface Outputs {
  /** Where producers POST events: `<ingestUrl>/v1/topics/<topic>`. */
  ingestUrl: Output<string>
  /** BigQuery dataset that holds every event. */
  dataset: Output<string>
  /** Topics that producers may publish to, by name. */
  topics: Record<string, Output<string>>
  /** Addresses of the functions, by name. */
  functions: Record<string, Output<string>>
}

export const program = (): Outputs => {
  const settings = readSettings()
  const { project, region, location, dataset, protectData, instances, delivery, destinations } = settings
  const platform = new Platform('platform', { project, region })
  const bus = new Bus('bus', { platform, eventNames: eventTypes.keys() })
  const warehouse = new Warehouse('warehouse', { platform, project, location, dataset, protectData })

  const everywhere = { platform, project, region, instances }
  const pushed = { invokers: { push: bus.pusher.member }, ingress: 'ALLOW_INTERNAL_ONLY' } as const
  const told = {
    GOOGLE_CLOUD_PROJECT: project,
    DATASET: dataset,
    DESTINATIONS: JSON.stringify(destinations.map(({ destination }) => destination)),
  }

  // Producers → ingest → the event's topic. ingest passes the caller's own token on and holds no right itself.
  const ingest = new Handler('ingest', {
    ...everywhere,
    environment: { GOOGLE_CLOUD_PROJECT: project, ALLOWED_ORIGINS: settings.allowedOrigins.join(',') },
    invokers: settings.publicIngress ? { public: 'allUsers' } : {},
    ingress: 'ALLOW_ALL',
  })
  for (const producer of settings.producers) {
    for (const [name, topic] of bus.publicTopics) mayPublish(outsider(producer), name, topic, { parent: bus })
  }

  // Every topic → store → the warehouse, and only then the topic `stored`.
  const store = new Handler('store', { ...everywhere, ...pushed, environment: told })
  const { events, quarantine, deliveries } = warehouse.tables
  const storing = [
    mayWrite(store, 'events', events, { parent: store }),
    mayWrite(store, 'quarantine', quarantine, { parent: store }),
    mayPublish(store, 'stored', bus.stored, { parent: store }),
  ]
  for (const [name, topic] of bus.publicTopics) {
    bus.push(subscriptions.store(name), { topic, to: store, endpoint: store.uri, delivery, after: storing })
  }

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
  const forwarding = [mayWrite(forward, 'deliveries', deliveries, { parent: forward })]
  for (const { destination } of destinations) {
    bus.push(subscriptions.forward(destination.id), {
      topic: bus.stored,
      to: forward,
      endpoint: interpolate`${forward.uri}/${destination.id}`,
      filter: permitFilter(destination.id),
      delivery,
      after: forwarding,
    })
  }

  // The warehouse → people.
  for (const analyst of settings.analysts)
    mayQuery(analyst, project, warehouse.dataset, { parent: warehouse })

  return {
    ingestUrl: ingest.uri,
    dataset: warehouse.dataset.datasetId,
    topics: Object.fromEntries([...bus.publicTopics].map(([name, topic]) => [name, topic.id])),
    functions: { ingest: ingest.uri, store: store.uri, forward: forward.uri },
  }
}
