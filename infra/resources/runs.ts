/** Runs: declares the functions that run on request or on schedule: topic `runs` → sync, act, erase → topic `stored`. */
import { cloudscheduler, pubsub } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Resource } from '@pulumi/pulumi'
import { attributes, subscriptions, topics } from '../../schemas/bus.ts'
import { dailyCheck } from '../../schemas/daily_check.ts'
import { healthSchedule } from '../../schemas/health_check.ts'
import { linkSchedule } from '../../schemas/person.ts'
import {
  runFilter,
  runSubscriptions,
  scheduledSubscriptions,
  type RunKind,
  type RunSubscription,
} from '../../schemas/run_request.ts'
import { reconciledDays } from '../../schemas/views/reconciliation.ts'
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
import type { PushSubscription } from './push_subscription.ts'
import { serviceAgent } from './service_agents.ts'
import { sourcesEnvironment } from './sources.ts'
import type { Settings } from '../settings/index.ts'
import type { WarehouseResources } from './warehouse.ts'

export interface RunsArgs {
  platform: Platform
  bus: Bus
  warehouse: WarehouseResources
  settings: Settings
  /** Environment variables of every function that handles stored events. */
  sharedEnvironment: { GOOGLE_CLOUD_PROJECT: string; DATASET: string; DESTINATIONS: string }
  /** Those of the functions that decide about events. */
  decidingEnvironment: RunsArgs['sharedEnvironment'] & { CONSENT_DEFAULTS: string }
  /** The subscriptions of the destinations: the functions of runs publish for each of them. */
  after: readonly Resource[]
}

export class RunResources extends ComponentResource {
  readonly sync: FunctionResource<'sync'>
  readonly act: FunctionResource<'act'>
  readonly erase: FunctionResource<'erase'>
  /** Delivers stored events that trigger an action to `act`. */
  readonly actions: PushSubscription
  /** Opens the topic `runs` after `stores`, the subscriptions that receive reprocessed messages. Returns the subscriptions on `runs`. */
  readonly open: (stores: readonly Resource[]) => readonly PushSubscription[]

  constructor(name: string, args: RunsArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Runs', name, {}, options)
    const { platform, bus, warehouse, settings, sharedEnvironment, decidingEnvironment, after } = args
    const { project, region, instances, delivery, runs } = settings
    const child = { parent: this }
    const place = { platform, project, region, instances }
    const pushed = { invokers: { push: bus.pusher.member }, ingress: 'ALLOW_INTERNAL_ONLY' } as const
    const { tables, dataset } = warehouse

    const grantRun = (holder: FunctionResource, written: readonly (keyof typeof tables)[]): Resource[] => [
      ...written.map((table) => grantRowWriter(holder, table, warehouse, { parent: holder })),
      grantDatasetReader(holder, dataset, { parent: holder }),
      grantJobUser(holder, project, { parent: holder }),
      grantPublisher(holder, topics.stored, bus.stored, { parent: holder }),
    ]
    const log = ['runs', 'leases'] as const

    // Events that trigger an action, and scheduled actions → `stored`.
    this.act = new FunctionResource(
      'act',
      {
        ...place,
        ...pushed,
        environment: { ...decidingEnvironment, ACTIONS: JSON.stringify(runs.actions) },
        after,
      },
      child,
    )
    // `deliveries`: a row for each firing that is restricted because its subject was suppressed before it was sent.
    const acting = grantRun(this.act, [...log, 'action_windows', 'action_firings', 'deliveries'])
    this.actions = bus.push(subscriptions.act, {
      topic: bus.stored,
      to: this.act,
      endpoint: this.act.uri,
      delivery,
      after: acting,
      filter: `attributes:${attributes.act}`,
    })

    // Changed rows and replayed events → `stored`; reprocessed messages → their original topic; the checks → their tables.
    this.sync = new FunctionResource(
      'sync',
      {
        ...place,
        ...pushed,
        environment: {
          ...decidingEnvironment,
          SYNCS: JSON.stringify(runs.syncs),
          PAUSED: settings.destinations
            .flatMap(({ destination, paused }) => (paused ? [destination.id] : []))
            .join(','),
          ...sourcesEnvironment(settings),
          KEPT_DAYS: String(reconciledDays(settings.retention)),
        },
        after: [...after, this.actions],
      },
      child,
    )
    const syncing = grantRun(this.sync, [
      ...log,
      'sync_state',
      'sync_changes',
      'deliveries',
      'hourly_counts',
      'hourly_errors',
      'health_alerts',
      'identity_links',
    ])

    // Deletes a person from every table. No other function can delete rows of events.
    this.erase = new FunctionResource(
      'erase',
      { ...place, ...pushed, environment: sharedEnvironment, after: [...after, this.actions] },
      child,
    )
    const erasing = [
      ...grantRun(this.erase, Object.keys(tables).filter(isErased)),
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
      const push = (id: string, topic: pubsub.Topic, { to, kinds }: RunSubscription) =>
        bus.push(id, {
          topic,
          to: this[to],
          endpoint: this[to].uri,
          delivery,
          after: [...rights[to], ...stores],
          filter: runFilter(kinds),
          // The outcome of a run is in table `runs`, so its request never becomes a dead letter.
          neverDead: true,
        })
      const requests = [
        ...Object.entries(runSubscriptions).map(([name, to]) => push(subscriptions.runs(name), bus.runs, to)),
        ...scheduledSubscriptions.map((name) =>
          push(subscriptions.scheduledRuns(name), bus.scheduledRuns, runSubscriptions[name]),
        ),
      ]

      // Operators and the scheduler may request runs.
      const options = { parent: this, dependsOn: requests }
      for (const operator of settings.operators)
        grantPublisher(externalMember(operator), topics.runs, bus.runs, options)
      schedule(this, { platform, bus, settings }, requests)
      return requests
    }
    this.registerOutputs({})
  }
}

/** Returns true for tables that an erasure writes to: all but those that hold no data of the people whom events are about. */
function isErased(
  table: string,
): table is Exclude<
  keyof WarehouseResources['tables'],
  'definitions' | 'senders' | 'audit' | 'receipts' | 'rates'
> {
  return !['definitions', 'senders', 'audit', 'receipts', 'rates'].includes(table)
}

/** Cloud Scheduler requests the runs of syncs and scheduled actions, and the checks. */
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
  const publisher = new pubsub.TopicIAMMember(
    'scheduled-runs-publisher-scheduler-agent',
    { topic: bus.scheduledRuns.name, role: 'roles/pubsub.publisher', member: agent },
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
          topicName: bus.scheduledRuns.id,
          attributes: { [attributes.kind]: kind },
          data: Buffer.from(JSON.stringify(request)).toString('base64'),
        },
      },
      // Its name is fixed: a replacement must not collide with it.
      { parent, dependsOn: [publisher], deleteBeforeReplace: true },
    )
  for (const { kind, name, destination, job: id, schedule, paused } of runs.scheduled) {
    const { cron, timeZone } = schedule
    const description = `Requests a run of the ${kind} ${name}${destination === undefined ? '' : ` for ${destination}`}`
    job(id, { description, schedule: cron, timeZone, paused }, kind, { [kind]: name, destination })
  }
  const daily = { schedule: `0 ${dailyCheck.hour} * * *`, timeZone: 'Etc/UTC', paused: false }
  job('reconcile', { description: 'Requests the daily check of the promises', ...daily }, 'reconcile', {})
  const often = { schedule: healthSchedule, timeZone: 'Etc/UTC', paused: false }
  job('health', { description: 'Requests the check of the health', ...often }, 'health', {})
  const linked = { schedule: linkSchedule, timeZone: 'Etc/UTC', paused: false }
  job('people', { description: 'Requests the search for links of people', ...linked }, 'people', {})
}
