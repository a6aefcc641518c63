/** Runs: what works over the warehouse when somebody asks or the clock says so: topic `runs` → sync, act, erase → topic `stored`. */
import { cloudscheduler, pubsub } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Resource } from '@pulumi/pulumi'
import { attributes, subscriptions, topics } from '../../schemas/bus.ts'
import { dailyCheck } from '../../schemas/daily_check.ts'
import { runFilter, runSubscriptions, type RunKind } from '../../schemas/run_request.ts'
import {
  grantPublisher,
  grantDatasetReader,
  grantJobUser,
  grantSubscriber,
  grantRowWriter,
  externalMember,
} from './access.ts'
import type { Bus } from './bus.ts'
import { FunctionResource } from './function.ts'
import type { Platform } from './platform.ts'
import { longestAckDeadline, type PushSubscription } from './push_subscription.ts'
import { serviceAgent } from './service_agents.ts'
import type { Settings } from '../settings/index.ts'
import type { WarehouseResources } from './warehouse.ts'

export interface RunsArgs {
  platform: Platform
  bus: Bus
  warehouse: WarehouseResources
  settings: Settings
  /** What every function that takes stored events is told. */
  sharedEnvironment: { GOOGLE_CLOUD_PROJECT: string; DATASET: string; DESTINATIONS: string }
  /** The subscriptions of the destinations: the functions of runs publish for each of them. */
  after: readonly Resource[]
}

/** A run works for eight minutes at a time. */
const instance = { memory: '1Gi', concurrency: 8, timeoutSeconds: 540 }

/** Events that wait together are asked about together: a query costs the same for one and for all of them. */
const gathering = { ...instance, concurrency: 250 }

export class RunResources extends ComponentResource {
  readonly sync: FunctionResource<'sync'>
  readonly act: FunctionResource<'act'>
  readonly erase: FunctionResource<'erase'>
  /** Brings stored events that set off an action to `act`. */
  readonly actions: PushSubscription
  /** Opens the topic `runs` after `stores`, the subscriptions on what a reprocessing publishes. Returns the subscriptions on `runs`. */
  readonly open: (stores: readonly Resource[]) => readonly PushSubscription[]

  constructor(name: string, args: RunsArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Runs', name, {}, options)
    const { platform, bus, warehouse, settings, sharedEnvironment, after } = args
    const { project, region, instances, delivery, runs } = settings
    const child = { parent: this }
    const place = { platform, project, region, instances }
    const pushed = { invokers: { push: bus.pusher.member }, ingress: 'ALLOW_INTERNAL_ONLY' } as const
    const { tables, dataset } = warehouse

    const may = (holder: FunctionResource, written: readonly (keyof typeof tables)[]): Resource[] => [
      ...written.map((table) => grantRowWriter(holder, table, warehouse, { parent: holder })),
      grantDatasetReader(holder, dataset, { parent: holder }),
      grantJobUser(holder, project, { parent: holder }),
      grantPublisher(holder, topics.stored, bus.stored, { parent: holder }),
    ]
    const log = ['runs', 'leases'] as const

    // Events that set off an action, and scheduled actions → `stored`.
    this.act = new FunctionResource(
      'act',
      {
        ...place,
        ...pushed,
        instance: gathering,
        environment: { ...sharedEnvironment, ACTIONS: JSON.stringify(runs.actions) },
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
    this.sync = new FunctionResource(
      'sync',
      {
        ...place,
        ...pushed,
        instance,
        environment: { ...sharedEnvironment, SYNCS: JSON.stringify(runs.syncs) },
        after: [...after, this.actions],
      },
      child,
    )
    const syncing = may(this.sync, [...log, 'sync_state', 'sync_changes', 'deliveries'])

    // A person → out of every table. No other function may delete rows of events.
    this.erase = new FunctionResource(
      'erase',
      { ...place, ...pushed, instance, environment: sharedEnvironment, after: [...after, this.actions] },
      child,
    )
    const erasing = [
      ...may(this.erase, Object.keys(tables).filter(isErased)),
      grantSubscriber(this.erase, subscriptions.deadLettersHold, bus.hold, { parent: this.erase }),
    ]

    this.open = (stores) => {
      const reprocessing = [...bus.publicTopics].map(([id, topic]) =>
        grantPublisher(this.sync, id, topic, { parent: this.sync, dependsOn: [...stores] }),
      )
      const rights = {
        sync: [...syncing, ...reprocessing],
        act: [...acting, this.actions],
        erase: erasing,
      }
      const requests = Object.entries(runSubscriptions).map(([subscription, { to, kinds }]) =>
        bus.push(subscriptions.runs(subscription), {
          topic: bus.runs,
          to: this[to],
          endpoint: this[to].uri,
          delivery,
          after: [...rights[to], ...stores],
          filter: runFilter(kinds),
          ackDeadlineSeconds: longestAckDeadline,
          // A run ends in its own row, however often it takes.
          neverDead: true,
        }),
      )

      // Whoever may ask for runs, and the clock.
      const asking = { parent: this, dependsOn: requests }
      for (const operator of settings.operators)
        grantPublisher(externalMember(operator), topics.runs, bus.runs, asking)
      schedule(this, { platform, bus, settings }, requests)
      return requests
    }
    this.registerOutputs({})
  }
}

/** What a person can stand in. Definitions are of no person, and suppressions hold hashes, to which `erase` adds. */
function isErased(table: string): table is Exclude<keyof WarehouseResources['tables'], 'definitions'> {
  return table !== 'definitions'
}

/** Cloud Scheduler requests the runs of syncs and scheduled actions, and the daily check. */
function schedule(
  parent: Resource,
  { platform, bus, settings: { project, region, runs } }: Pick<RunsArgs, 'platform' | 'bus' | 'settings'>,
  requests: readonly PushSubscription[],
): void {
  const agent = serviceAgent(
    'scheduler-agent',
    'cloudscheduler',
    { project, projectNumber: platform.projectNumber },
    { parent, dependsOn: [...platform.ready] },
  )
  const asking = new pubsub.TopicIAMMember(
    'runs-publisher-scheduler-agent',
    { topic: bus.runs.name, role: 'roles/pubsub.publisher', member: agent },
    { parent, dependsOn: [...requests] },
  )
  const job = (
    name: string,
    args: { description: string; schedule: string; timeZone: string; paused: boolean },
    kind: RunKind,
    request: object,
  ) =>
    new cloudscheduler.Job(
      name,
      {
        name: `sluice-${name}`,
        region,
        ...args,
        pubsubTarget: {
          topicName: bus.runs.id,
          attributes: { [attributes.kind]: kind },
          data: Buffer.from(JSON.stringify(request)).toString('base64'),
        },
      },
      { parent, dependsOn: [asking] },
    )
  for (const { kind, name, schedule, paused } of runs.scheduled) {
    const { cron, timeZone } = schedule
    const description = `Asks for a run of the ${kind} ${name}`
    job(`${kind}-${name}`, { description, schedule: cron, timeZone, paused }, kind, { [kind]: name })
  }
  const daily = { schedule: `0 ${dailyCheck.hour} * * *`, timeZone: 'Etc/UTC', paused: false }
  job('reconcile', { description: 'Requests the daily check of the promises', ...daily }, 'reconcile', {})
}
