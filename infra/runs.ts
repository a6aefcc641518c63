/** Runs: what works over the warehouse when somebody asks or the clock says so: topic `runs` → sync, act, erase → topic `stored`. */
import { cloudscheduler, projects, pubsub } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Resource } from '@pulumi/pulumi'
import { attributes, subscriptions, topics } from '../schemas/bus.ts'
import { runFilter } from '../schemas/run_request.ts'
import { mayPublish, mayReadAll, mayRunQueries, mayTake, mayWrite, outsider } from './access.ts'
import type { Bus } from './bus.ts'
import { Handler } from './handler.ts'
import type { Platform } from './platform.ts'
import { longestAckDeadline, type PushSubscription } from './push_subscription.ts'
import type { Settings } from './settings.ts'
import type { Scheduled } from './settings_runs.ts'
import type { Warehouse } from './warehouse.ts'

export interface RunsArgs {
  platform: Platform
  bus: Bus
  warehouse: Warehouse
  settings: Settings
  /** What every function that takes stored events is told. */
  told: { GOOGLE_CLOUD_PROJECT: string; DATASET: string; DESTINATIONS: string }
  /** The subscriptions of the destinations: the functions of runs publish for each of them. */
  after: readonly Resource[]
}

/** A run works for eight minutes at a time. */
const instance = { memory: '1Gi', concurrency: 8, timeoutSeconds: 540 }

/** Events that wait together are asked about together: a query costs the same for one and for all of them. */
const gathering = { ...instance, concurrency: 250 }

export class Runs extends ComponentResource {
  readonly sync: Handler<'sync'>
  readonly act: Handler<'act'>
  readonly erase: Handler<'erase'>
  /** Brings stored events that set off an action to `act`. */
  readonly actions: PushSubscription
  /** Opens the topic `runs` after `stores`, the subscriptions on what a reprocessing publishes. Returns the subscriptions on `runs`. */
  readonly open: (stores: readonly Resource[]) => readonly PushSubscription[]

  constructor(name: string, args: RunsArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Runs', name, {}, options)
    const { platform, bus, warehouse, settings, told, after } = args
    const { project, region, instances, delivery, runs } = settings
    const child = { parent: this }
    const place = { platform, project, region, instances }
    const pushed = { invokers: { push: bus.pusher.member }, ingress: 'ALLOW_INTERNAL_ONLY' } as const
    const { tables, dataset } = warehouse

    const may = (holder: Handler, written: readonly (keyof typeof tables)[]): Resource[] => [
      ...written.map((table) => mayWrite(holder, table, warehouse, { parent: holder })),
      mayReadAll(holder, dataset, { parent: holder }),
      mayRunQueries(holder, project, { parent: holder }),
      mayPublish(holder, topics.stored, bus.stored, { parent: holder }),
    ]
    const log = ['runs', 'leases'] as const

    // Events that set off an action, and scheduled actions → `stored`.
    this.act = new Handler(
      'act',
      {
        ...place,
        ...pushed,
        instance: gathering,
        environment: { ...told, ACTIONS: JSON.stringify(runs.actions) },
        after,
      },
      child,
    )
    // Who is suppressed after a firing was written down, and before it is sent, is kept back there: a row of `deliveries`.
    const acting = may(this.act, [...log, 'action_windows', 'action_firings', 'deliveries'])
    this.actions = bus.push(subscriptions.act, {
      topic: bus.stored,
      to: this.act,
      endpoint: this.act.uri,
      delivery,
      after: acting,
      filter: `attributes:${attributes.act}`,
      // Questions to the warehouse take seconds, and more at once take longer.
      ackDeadlineSeconds: longestAckDeadline,
    })

    // Changed rows, and events once more → `stored`; quarantined messages → the topic they came from.
    this.sync = new Handler(
      'sync',
      {
        ...place,
        ...pushed,
        instance,
        environment: { ...told, SYNCS: JSON.stringify(runs.syncs) },
        after: [...after, this.actions],
      },
      child,
    )
    const syncing = may(this.sync, [...log, 'sync_state', 'sync_changes', 'deliveries'])

    // A person → out of every table. No other function may delete rows of events.
    this.erase = new Handler(
      'erase',
      { ...place, ...pushed, instance, environment: told, after: [...after, this.actions] },
      child,
    )
    const erasing = [
      ...may(this.erase, Object.keys(tables).filter(isErased)),
      mayTake(this.erase, subscriptions.deadLettersHold, bus.hold, { parent: this.erase }),
    ]

    this.open = (stores) => {
      const reprocessing = [...bus.publicTopics].map(([id, topic]) =>
        mayPublish(this.sync, id, topic, { parent: this.sync, dependsOn: [...stores] }),
      )
      const requests = (
        [
          [this.sync, [...syncing, ...reprocessing]],
          [this.act, [...acting, this.actions]],
          [this.erase, erasing],
        ] as const
      ).map(([handler, rights]) =>
        bus.push(subscriptions.runs(handler.name), {
          topic: bus.runs,
          to: handler,
          endpoint: handler.uri,
          delivery,
          after: [...rights, ...stores],
          filter: runFilter(handler.name),
          ackDeadlineSeconds: longestAckDeadline,
          // A run ends in its own row, however often it takes.
          neverDead: true,
        }),
      )

      // Whoever may ask for runs, and the clock.
      const asking = { parent: this, dependsOn: requests }
      for (const operator of settings.operators) mayPublish(outsider(operator), topics.runs, bus.runs, asking)
      schedule(this, { platform, bus, settings }, requests)
      return requests
    }
    this.registerOutputs({})
  }
}

/** What a person can stand in. Definitions are of no person, and suppressions hold hashes, to which `erase` adds. */
const isErased = (table: string): table is Exclude<keyof Warehouse['tables'], 'definitions'> =>
  table !== 'definitions'

/** Cloud Scheduler asks for the runs of syncs and scheduled actions. */
const schedule = (
  parent: Resource,
  { platform, bus, settings: { project, region, runs } }: Pick<RunsArgs, 'platform' | 'bus' | 'settings'>,
  requests: readonly PushSubscription[],
): void => {
  if (runs.scheduled.length === 0) return
  const agent = new projects.ServiceIdentity(
    'scheduler-agent',
    { project, service: 'cloudscheduler.googleapis.com' },
    { parent, dependsOn: [...platform.ready] },
  )
  const asking = new pubsub.TopicIAMMember(
    'runs-publisher-scheduler-agent',
    { topic: bus.runs.name, role: 'roles/pubsub.publisher', member: agent.member },
    { parent, dependsOn: [...requests] },
  )
  const job = ({ kind, name, schedule: { cron, timeZone }, paused }: Scheduled) =>
    new cloudscheduler.Job(
      `${kind}-${name}`,
      {
        name: `sluice-${kind}-${name}`,
        region,
        description: `Asks for a run of the ${kind} ${name}`,
        schedule: cron,
        timeZone,
        paused,
        pubsubTarget: {
          topicName: bus.runs.id,
          attributes: { [attributes.kind]: kind },
          data: Buffer.from(JSON.stringify({ [kind]: name })).toString('base64'),
        },
      },
      { parent, dependsOn: [asking] },
    )
  runs.scheduled.forEach(job)
}
