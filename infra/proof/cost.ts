/** Proof: estimates the monthly cost of a stack from its graph and a number of events. Pure. */
import { topics } from '../../schemas/bus.ts'
import { keptShareOf } from '../observability/request_logs.ts'
import { ofType, part, types, type Graph, type Resource } from './graph.ts'
import { prices, type Price, type PriceName } from './prices.ts'

export interface Usage {
  /** Events per month. */
  events: number
  /** Size of an event as JSON, in bytes. */
  bytes: number
  /** Number of destinations that receive an event. */
  destinations: number
}

export interface CostLine {
  service: string
  what: string
  /** Usage in the unit of the price, free tier included. */
  amount: number
  price: Price
  usd: number
}

export interface CostEstimate {
  lines: readonly CostLine[]
  usd: number
}

/** Values that the graph does not hold. */
export const assumptions = {
  secondsOfMonth: 730 * 3600,
  /** CPU time of one request, in seconds. */
  cpu: 0.001,
  /** Duration of a request, in seconds: it waits for Pub/Sub, BigQuery or a third party. */
  seconds: { ingest: 0.05, store: 0.15, forward: 0.25 },
  /** Size of the entry that Cloud Run logs for each request. */
  requestLogBytes: 1024,
  /** Size of a message's attributes, and of the headers of a request to a third party. */
  envelopeBytes: 300,
} as const

const gib = 2 ** 30
const tib = 2 ** 40
const million = 1_000_000

/** Estimates the cost. An event is one POST, one message and one row; each destination accepts each event at the first attempt, one per request. */
export function monthlyCost(graph: Graph, { events, bytes, destinations }: Usage): CostEstimate {
  const requests = { ingest: events, store: events, forward: events * destinations }
  const allRequests = Object.values(requests).reduce((sum, count) => sum + count, 0)
  const message = Math.max(1000, bytes + assumptions.envelopeBytes)
  const row = Math.max(1024, bytes + assumptions.envelopeBytes)
  const busy = busyTime(graph, requests)
  const lines: readonly [string, string, number, PriceName][] = [
    ['Cloud Run', 'requests', allRequests / million, 'runRequests'],
    ['Cloud Run', 'CPU while requests are served', busy.cpu, 'runCpu'],
    ['Cloud Run', 'memory while requests are served', busy.memory, 'runMemory'],
    ['Cloud Run', 'minimum instances', idleCpu(graph), 'runIdleCpu'],
    // Publish to the event's topic, push to store, publish to `stored`, push for each destination.
    ['Pub/Sub', 'publishing and delivery', ((3 + destinations) * events * message) / tib, 'pubsubThroughput'],
    ['Pub/Sub', 'topic retention', (events * bytes * retainedMonths(graph)) / gib, 'pubsubStorage'],
    [
      'BigQuery',
      'rows of events and deliveries',
      (events * row + events * destinations * 1024) / gib,
      'bigqueryInsert',
    ],
    [
      'BigQuery',
      'storage of one month of rows',
      (events * (bytes + destinations * 300)) / gib,
      'bigqueryStorage',
    ],
    [
      'Cloud Logging',
      'request logs',
      (allRequests * loggedShare(graph) * assumptions.requestLogBytes) / gib,
      'logging',
    ],
    ['Secret Manager', 'secrets', ofType(graph, types.secretVersion).length, 'secretVersions'],
    [
      'Internet',
      'to third parties',
      (events * destinations * (bytes + assumptions.envelopeBytes)) / gib,
      'egress',
    ],
    ...edge(graph, events * bytes),
  ]
  const costs = lines.map(([service, what, amount, name]) => costLine(service, what, amount, prices[name]))
  return { lines: costs, usd: costs.reduce((sum, { usd }) => sum + usd, 0) }
}

function costLine(service: string, what: string, amount: number, price: Price): CostLine {
  return {
    service,
    what,
    amount,
    price,
    usd: Math.max(0, amount - (price.free ?? 0)) * price.usd,
  }
}

/** Returns the billed seconds of vCPU and GiB: an instance is billed while it serves at least one request, and a full one needs another.
 * Requests arrive at random, evenly over the month. */
function busyTime(graph: Graph, requests: Readonly<Record<string, number>>): { cpu: number; memory: number } {
  let cpu = 0
  let memory = 0
  for (const [name, count] of Object.entries(requests)) {
    const service = serviceOf(graph, name)
    const rate = count / assumptions.secondsOfMonth
    const atOnce = rate * assumptions.seconds[name as keyof typeof assumptions.seconds]
    const instances = Math.max(
      1 - Math.exp(-atOnce),
      atOnce / service.concurrency,
      (rate * assumptions.cpu) / service.cpu,
    )
    cpu += instances * assumptions.secondsOfMonth * service.cpu
    memory += instances * assumptions.secondsOfMonth * service.memory
  }
  return { cpu, memory }
}

/** Returns the vCPU seconds of minimum instances. They count as idle for the whole month. */
function idleCpu(graph: Graph): number {
  return ofType(graph, types.function).reduce(
    (sum, { name }) =>
      sum + serviceOf(graph, name).ready * serviceOf(graph, name).cpu * assumptions.secondsOfMonth,
    0,
  )
}

function serviceOf(graph: Graph, name: string) {
  const resource = ofType(graph, types.function).find((each) => each.name === name)
  if (!resource) throw new Error(`The stack has no function ${name}.`)
  const service = part(resource, 'serviceConfig')
  return {
    cpu: Number(service['availableCpu']),
    memory: gibOf(String(service['availableMemory'])),
    concurrency: Number(service['maxInstanceRequestConcurrency']),
    ready: Number(service['minInstanceCount'] ?? 0),
  }
}

/** Returns gibibytes: `512Mi` → 0.5. */
function gibOf(memory: string): number {
  const [, amount, unit] = /^(\d+)(Mi|Gi|M|G)$/.exec(memory) ?? []
  if (amount === undefined)
    throw new Error(`Invalid amount of memory "${memory}": expected for example 512Mi`)
  return { Mi: 1 / 1024, Gi: 1, M: 1e6 / gib, G: 1e9 / gib }[unit as 'Mi'] * Number(amount)
}

/** Returns the share of the successful requests that Cloud Logging keeps. */
function loggedShare(graph: Graph): number {
  const exclusion = ofType(graph, 'gcp:logging/projectExclusion:ProjectExclusion').find(
    ({ name }) => name === 'successful-requests',
  )
  return keptShareOf(exclusion && String(exclusion.inputs['filter']))
}

/** Returns the retention of the event topics in months. */
function retainedMonths(graph: Graph): number {
  const retention = ofType(graph, types.topic).find(({ name }: Resource) => name === topics.events)?.inputs[
    'messageRetentionDuration'
  ]
  return typeof retention === 'string' ? Number(retention.replace('s', '')) / assumptions.secondsOfMonth : 0
}

function edge(graph: Graph, bytesIn: number): [string, string, number, PriceName][] {
  const rules = ofType(graph, 'gcp:compute/globalForwardingRule:GlobalForwardingRule')
  if (rules.length === 0) return []
  return [
    ['Load Balancing', 'forwarding rules', assumptions.secondsOfMonth / 3600, 'forwardingRules'],
    ['Load Balancing', 'events in', bytesIn / gib, 'loadBalanced'],
  ]
}
