/** Storage: declares the function `store` and its subscriptions: every event topic and the dead letters → store → the warehouse, and only
 * then the topic `stored`. */
import { subscriptions, topics } from '../../schemas/bus.ts'
import { grantJobUser, mayAppend, grantPublisher, grantTableReader, grantRowWriter } from './access.ts'
import { declareDrain } from './drain_pool.ts'
import { FunctionResource } from './function.ts'
import type { PushSubscription } from './push_subscription.ts'
import type { RunsArgs } from './runs.ts'
import { sourcesEnvironment } from './sources.ts'

interface Storing {
  store: FunctionResource<'store'>
  /** The subscriptions that push events to `store`, one for each event topic; with order also an ordered one. */
  stores: readonly PushSubscription[]
}

/** Declares `store` after the subscriptions on the topic `stored`, to which it publishes for each configured destination and action. */
export function declareStore({
  platform,
  bus,
  warehouse,
  settings,
  decidingEnvironment,
  after,
}: RunsArgs): Storing {
  const { project, region, instances, delivery, runs, ordering, drain } = settings
  const store = new FunctionResource('store', {
    platform,
    project,
    region,
    instances,
    invokers: { push: bus.pusher.member },
    ingress: 'ALLOW_INTERNAL_ONLY',
    isPooled: drain.store,
    environment: {
      ...decidingEnvironment,
      DERIVED_FIELDS: JSON.stringify(settings.derivedFields),
      ACTIONS: JSON.stringify(runs.actions),
      ORDERING: ordering === undefined ? '' : JSON.stringify(ordering),
      ...sourcesEnvironment(settings),
    },
    after,
  })
  const { definitions, suppressions } = warehouse.tables
  const storing = [
    grantRowWriter(store, 'events', warehouse, { parent: store }),
    grantRowWriter(store, 'quarantine', warehouse, { parent: store }),
    grantTableReader(store, 'definitions', definitions, { parent: store }),
    grantTableReader(store, 'suppressions', suppressions, { parent: store }),
    mayAppend(store, warehouse, { parent: store }),
    grantPublisher(store, 'stored', bus.stored, { parent: store }),
  ]
  const deadLetterGrants = [
    grantRowWriter(store, 'dead_letters', warehouse, { parent: store }),
    grantRowWriter(store, 'deliveries', warehouse, { parent: store }),
    // Which rows of a dead page have an outcome.
    grantJobUser(store, project, { parent: store }),
  ]
  const pushed = { to: store, endpoint: store.uri, delivery }
  const deadLetters = bus.push(subscriptions.store(topics.deadLetters), {
    ...pushed,
    topic: bus.deadLetters,
    neverDead: true,
    after: [...storing, ...deadLetterGrants],
  })
  // No event is pushed before an undeliverable message can be stored.
  const ready = [...storing, deadLetters]
  const drained = { ...pushed, drained: drain.store, after: ready }
  const stores = [...bus.publicTopics].flatMap(([name, topic]) => [
    ...(ordering?.drained ? [] : [bus.push(subscriptions.store(name), { ...drained, topic })]),
    ...(ordering ? [bus.push(subscriptions.storeInOrder(name), { ...drained, topic, ordered: true })] : []),
  ])
  declareDrain({ platform, settings, of: store, subscriptions: stores })
  return { store, stores }
}
