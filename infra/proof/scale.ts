/** Proof: computes from a graph what a number of events a day takes: instances, quotas, and a backlog after an outage. Pure. */
import { subscriptions, topics } from '../../schemas/bus.ts'
import { drainInstanceOf } from '../../schemas/instance.ts'
import {
  assumptions,
  loadOf,
  messageBytes,
  monthlyCost,
  rowBytes,
  serviceOf,
  storedBytes,
  type ServedFunction,
} from './cost.ts'
import { drainAssumptions, poolInstances } from './drain_cost.ts'
import { ofType, part, types, type Graph } from './graph.ts'
import type { QuotaName } from './quotas.ts'

/** One size of an environment. */
export interface ScaleUsage {
  eventsPerDay: number
  /** Size of an event as JSON, in bytes. */
  bytes: number
  /** Number of destinations that receive an event. */
  destinations: number
  /** Number of events of a POST. */
  perRequest: number
  /** How store and forward get their messages. */
  mode: 'push' | 'drain'
}

/** Values that neither the graph nor infra/proof/cost.ts holds. */
export const scaleAssumptions = {
  /** Events of the busiest second, compared with the mean of the day. */
  peak: 3,
  /** Share of its CPU or of its concurrency that an instance of a function uses before Cloud Run starts another.
   * https://cloud.google.com/run/docs/about-instance-autoscaling */
  use: 0.6,
  /** Defaults of `sluice:instances.max` and `sluice:drain.maxInstances`. */
  maxInstances: 20,
  maxPoolInstances: 5,
} as const

const secondsOfDay = 86_400

/** A backlog after one destination was down for a day. */
export interface Backlog {
  messages: number
  bytes: number
  /** Age of its oldest message, in seconds. */
  ageSeconds: number
  /** How long it takes to deliver it beside the new events, in seconds, if the third party takes what `forward` can send. Infinity: it grows. */
  catchUpSeconds: number
}

export interface ScaleEstimate {
  /** Events per second. */
  mean: number
  peak: number
  /** Instances in the busiest second, by function or worker pool. */
  instances: Readonly<Partial<Record<ServedFunction | 'store-drain' | 'forward-drain', number>>>
  /** What to set: the defaults, or more if the busiest second needs more. */
  maxInstances: number
  maxPoolInstances: number
  backlog: Backlog
  /** What the busiest second needs of each quota, in its unit. */
  needs: Readonly<Partial<Record<QuotaName, number>>>
  /** Bytes that BigQuery stores of a day. */
  storedPerDay: number
  /** US dollars for a month. */
  usd: number
  usdPerMillion: number
}

/** Returns what a size takes. */
export function scaleOf(graph: Graph, usage: ScaleUsage): ScaleEstimate {
  const load = peakLoad(graph, usage)
  const events = (usage.eventsPerDay * assumptions.secondsOfMonth) / secondsOfDay
  const { usd } = monthlyCost(graph, { ...usage, events })
  return {
    ...load,
    backlog: backlogOf(graph, usage, load),
    storedPerDay: usage.eventsPerDay * storedBytes(usage.bytes, usage.destinations),
    usd,
    usdPerMillion: (usd / events) * 1e6,
  }
}

type PeakLoad = Pick<
  ScaleEstimate,
  'mean' | 'peak' | 'instances' | 'maxInstances' | 'maxPoolInstances' | 'needs'
>

function peakLoad(graph: Graph, usage: ScaleUsage): PeakLoad {
  const { eventsPerDay, bytes, destinations, perRequest, mode } = usage
  const mean = eventsPerDay / secondsOfDay
  const peak = mean * scaleAssumptions.peak
  const served = (name: ServedFunction, rate: number): number =>
    Math.ceil(loadOf(serviceOf(graph, name), name, rate, perRequest).full / scaleAssumptions.use)
  const ingest = served('ingest', peak / perRequest)
  const functions = {
    ingest,
    ...(mode === 'push' && { store: served('store', peak), forward: served('forward', peak * destinations) }),
  }
  const pools =
    mode === 'push'
      ? {}
      : {
          'store-drain': Math.ceil(poolInstances('store', peak)),
          'forward-drain': Math.ceil(poolInstances('forward', peak * destinations)),
        }
  const cpu =
    Object.entries(functions).reduce((sum, [name, count]) => sum + count * serviceOf(graph, name).cpu, 0) +
    (pools['store-drain'] ?? 0) * drainInstanceOf('store').cpu +
    (pools['forward-drain'] ?? 0) * drainInstanceOf('forward').cpu
  const message = messageBytes(bytes)
  const delivered = megabytes(peak * (1 + destinations) * message)
  return {
    mean,
    peak,
    instances: { ...functions, ...pools },
    maxInstances: Math.max(scaleAssumptions.maxInstances, ...Object.values(functions)),
    maxPoolInstances: Math.max(scaleAssumptions.maxPoolInstances, ...Object.values(pools)),
    needs: {
      runCpu: cpu,
      // `ingest` publishes with the caller's credentials: here they are of the same project, and `store` publishes again.
      publish: megabytes(peak * 2 * message),
      ...(mode === 'push' ? { push: delivered } : { pull: delivered }),
      [insertQuota(graph)]: megabytes(peak * (rowBytes(bytes) + destinations * assumptions.minimumRowBytes)),
    },
  }
}

function megabytes(bytes: number): number {
  return bytes / 1e6
}

function insertQuota(graph: Graph): 'insertInMultiRegion' | 'insertInRegion' {
  const locations = ofType(graph, types.dataset).map(({ inputs }) => String(inputs['location']))
  return locations.every((location) => ['EU', 'US'].includes(location))
    ? 'insertInMultiRegion'
    : 'insertInRegion'
}

function backlogOf(
  graph: Graph,
  { eventsPerDay, bytes, destinations, mode }: ScaleUsage,
  { mean, maxInstances, maxPoolInstances }: PeakLoad,
): Backlog {
  const capacity =
    mode === 'push' ? maxInstances * pushedPerSecond(graph) : maxPoolInstances * drainedPerSecond()
  return {
    messages: eventsPerDay,
    bytes: eventsPerDay * (bytes + assumptions.envelopeBytes),
    ageSeconds: secondsOfDay,
    catchUpSeconds: catchUpSeconds(eventsPerDay, capacity, mean * destinations),
  }
}

/** Returns how long it takes to deliver a backlog while new deliveries arrive at `rate`, if `capacity` are possible, both per second. */
export function catchUpSeconds(messages: number, capacity: number, rate: number): number {
  return capacity > rate ? messages / (capacity - rate) : Infinity
}

/** Deliveries per second of one instance of `forward`. */
function pushedPerSecond(graph: Graph): number {
  return scaleAssumptions.use / loadOf(serviceOf(graph, 'forward'), 'forward', 1, 1).full
}

/** Deliveries per second of one instance of its worker pool: by its CPU, and by what it may hold of one subscription. */
function drainedPerSecond(): number {
  const { cpu, messages } = drainInstanceOf('forward')
  return Math.min(
    (cpu * drainAssumptions.use) / drainAssumptions.cpu.forward,
    messages / assumptions.seconds.forward,
  )
}

/** Returns the time in seconds after which an event that no attempt delivers becomes a dead letter, by the retry policy of the subscriptions: the delay
 * doubles from the minimum to the maximum. https://cloud.google.com/pubsub/docs/handling-failures */
export function deadAfterSeconds(graph: Graph): number {
  const subscription = ofType(graph, types.subscription).find(
    ({ name }) => name === subscriptions.store(topics.events),
  )
  if (!subscription) throw new Error('The stack has no subscription of the event topic.')
  const { minimumBackoff, maximumBackoff } = part(subscription, 'retryPolicy')
  const attempts = Number(part(subscription, 'deadLetterPolicy')['maxDeliveryAttempts'])
  const [minimum, maximum] = [minimumBackoff, maximumBackoff].map((text) => Number.parseFloat(String(text)))
  let seconds = 0
  for (let failed = 0; failed < attempts - 1; failed++) seconds += Math.min(maximum!, minimum! * 2 ** failed)
  return seconds
}

/** Returns the quotas by the share of it that a size needs, the largest first. */
export function quotaShares(
  { needs }: Pick<ScaleEstimate, 'needs'>,
  values: Readonly<Record<QuotaName, { value: number }>>,
): readonly { name: QuotaName; need: number; share: number }[] {
  return (Object.entries(needs) as [QuotaName, number][])
    .map(([name, need]) => ({ name, need, share: need / values[name].value }))
    .toSorted((a, b) => b.share - a.share)
}

/** Returns the events a day from which a default quota is not enough, and which one: what breaks first. */
export function firstLimit(
  graph: Graph,
  usage: Omit<ScaleUsage, 'eventsPerDay'>,
  values: Readonly<Record<QuotaName, { value: number }>>,
): { name: QuotaName; eventsPerDay: number } {
  const worst = (eventsPerDay: number) => quotaShares(peakLoad(graph, { ...usage, eventsPerDay }), values)[0]!
  let [fits, breaks] = [1, 1]
  while (worst(breaks).share <= 1) [fits, breaks] = [breaks, breaks * 2]
  while (breaks - fits > breaks / 1000) {
    const middle = (fits + breaks) / 2
    if (worst(middle).share > 1) breaks = middle
    else fits = middle
  }
  return { name: worst(breaks).name, eventsPerDay: breaks }
}
