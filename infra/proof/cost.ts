/** Proof: estimates the monthly cost of a stack from its graph and a number of events. Pure. */
import { edgeLines, enabledVersions, gibOf, loggedShare, placeOf, retainedDays } from './cost_facts.ts'
import { costLine, figure, instanceText, totalOf, type CostLine, type PlannedLine } from './cost_line.ts'
import { drainedShares, poolLines } from './drain_cost.ts'
import { ofType, part, types, type Graph } from './graph.ts'
import { bytesOf, messagePasses, passesText } from './message_passes.ts'
import { pricesAt } from './price_places.ts'

export interface Usage {
  /** Events per month. */
  events: number
  /** Size of an event as JSON, in bytes. */
  bytes: number
  /** Number of destinations that receive an event. */
  destinations: number
  /** Number of events of a POST. Default: 1. */
  perRequest?: number
  /** How store and forward get their messages. Default: as the stack says. */
  mode?: 'push' | 'drain'
  /** Region of the functions. Default: that of the stack. */
  region?: string
  /** How many times smaller the stored rows are than their logical bytes, if BigQuery bills physical bytes. Default: it bills logical ones. */
  compression?: number
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
  /** CPU time of each further event of a POST, in seconds. */
  furtherCpu: 0.000_02,
  /** Duration of a request, in seconds: it waits for Pub/Sub, BigQuery or a third party. */
  seconds: { ingest: 0.05, store: 0.15, forward: 0.25 },
  /** Size of the entry that Cloud Run logs for each request. */
  requestLogBytes: 1024,
  /** Size of a message's attributes, and of the headers of a request to a third party. */
  envelopeBytes: 300,
  /** What publishing or delivering a message, and appending a row, is billed as at least. */
  minimumMessageBytes: 1000,
  minimumRowBytes: 1024,
  /** Logical size of a row of `deliveries`. */
  deliveryBytes: 300,
} as const

const gib = 2 ** 30
const tib = 2 ** 40
const million = 1_000_000

/** Returns the bytes that publishing or delivering the message of an event counts as, if `together` messages are in a request. `bytes`: of the
 * event as JSON. The minimum is of a request, not of a message. https://cloud.google.com/pubsub/pricing */
export function messageBytes(bytes: number, together = 1): number {
  return Math.max(assumptions.minimumMessageBytes / together, bytes + assumptions.envelopeBytes)
}

/** Returns the bytes that appending the row of an event counts as. */
export function rowBytes(bytes: number): number {
  return Math.max(assumptions.minimumRowBytes, bytes + assumptions.envelopeBytes)
}

/** Returns the bytes that BigQuery stores for an event and its deliveries. */
export function storedBytes(bytes: number, destinations: number): number {
  return bytes + destinations * assumptions.deliveryBytes
}

/** Estimates the cost. An event is one message and one row; each destination accepts each event at the first attempt, one per request. */
export function monthlyCost(graph: Graph, usage: Usage): CostEstimate {
  const { events, bytes, destinations, perRequest = 1, compression } = usage
  const drained = drainedShares(graph, usage.mode)
  const requests = {
    ingest: events / perRequest,
    store: events * (1 - drained.store),
    forward: events * destinations * (1 - drained.forward),
  }
  const pools = {
    store: { work: events * drained.store, isUsed: drained.store > 0 },
    forward: { work: events * destinations * drained.forward, isUsed: drained.forward > 0 },
  }
  const allRequests = Object.values(requests).reduce((sum, count) => sum + count, 0)
  const row = rowBytes(bytes)
  const busy = busyTime(graph, requests, perRequest)
  const logged = loggedShare(graph)
  const passes = messagePasses({
    destinations,
    drained,
    alone: messageBytes(bytes),
    together: messageBytes(bytes, perRequest),
  })
  const eachEvent = `${figure(events)} events ×`
  const lines: readonly PlannedLine[] = [
    [
      'Cloud Run',
      'requests',
      allRequests / million,
      'runRequests',
      Object.entries(requests)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => `${figure(count)} of ${name}`)
        .join(' + ') || '0',
    ],
    [
      'Cloud Run',
      'CPU while requests are served',
      busy.cpu,
      'runCpu',
      instanceText(busy.functions, 'cpu', 'vCPU', assumptions.secondsOfMonth),
    ],
    [
      'Cloud Run',
      'memory while requests are served',
      busy.memory,
      'runMemory',
      instanceText(busy.functions, 'memory', 'GiB', assumptions.secondsOfMonth),
    ],
    [
      'Cloud Run',
      'minimum instances',
      idleCpu(graph),
      'runIdleCpu',
      `${figure(idleCpu(graph) / assumptions.secondsOfMonth)} vCPU × ${figure(assumptions.secondsOfMonth)} s`,
    ],
    ...poolLines(pools, assumptions.secondsOfMonth),
    [
      'Pub/Sub',
      'publishing and delivery',
      (events * bytesOf(passes)) / tib,
      'pubsubThroughput',
      `${eachEvent} ${passesText(passes)}`,
    ],
    [
      'Pub/Sub',
      'topic retention',
      (events * bytes * retainedDays(graph) * 86_400) / assumptions.secondsOfMonth / gib,
      'pubsubStorage',
      `${eachEvent} ${figure(bytes)} bytes × ${figure(retainedDays(graph))} of ${figure(assumptions.secondsOfMonth / 86_400)} days`,
    ],
    [
      'BigQuery',
      'rows of events and deliveries',
      (events * row + events * destinations * assumptions.minimumRowBytes) / gib,
      'bigqueryInsert',
      `${eachEvent} (${figure(row)} + ${figure(destinations)} × ${figure(assumptions.minimumRowBytes)}) bytes`,
    ],
    [
      'BigQuery',
      'storage of one month of rows',
      (events * storedBytes(bytes, destinations)) / (compression ?? 1) / gib,
      compression === undefined ? 'bigqueryStorage' : 'bigqueryPhysical',
      `${eachEvent} (${figure(bytes)} + ${figure(destinations)} × ${figure(assumptions.deliveryBytes)}) bytes` +
        (compression === undefined ? '' : `, ${figure(compression)} times smaller`),
    ],
    [
      'Cloud Logging',
      'request logs',
      (allRequests * logged * assumptions.requestLogBytes) / gib,
      'logging',
      `${figure(allRequests)} requests × ${figure(logged)} logged × ${figure(assumptions.requestLogBytes)} bytes`,
    ],
    [
      'Secret Manager',
      'secrets',
      enabledVersions(graph),
      'secretVersions',
      `${enabledVersions(graph)} enabled versions`,
    ],
    [
      'Internet',
      'to third parties',
      (events * destinations * (bytes + assumptions.envelopeBytes)) / gib,
      'egress',
      `${eachEvent} ${figure(destinations)} destinations × (${figure(bytes)} + ${figure(assumptions.envelopeBytes)}) bytes`,
    ],
    ...edgeLines(graph, events * bytes, assumptions.secondsOfMonth),
  ]
  const place = placeOf(graph)
  const { prices } = pricesAt({ ...place, region: usage.region ?? place.region })
  const costs = lines.map((line) => costLine(line, prices))
  return { lines: costs, usd: totalOf(costs) }
}

interface BusyTime {
  cpu: number
  memory: number
  functions: readonly { name: string; instances: number; cpu: number; memory: number }[]
}

/** Returns the billed seconds of vCPU and GiB: an instance is billed while it serves at least one request, and a full one needs another.
 * Requests arrive at random, evenly over the month. */
function busyTime(graph: Graph, requests: Readonly<Record<string, number>>, perRequest: number): BusyTime {
  const functions = Object.entries(requests).map(([name, count]) => {
    const service = serviceOf(graph, name)
    const load = loadOf(service, name as ServedFunction, count / assumptions.secondsOfMonth, perRequest)
    return { name, instances: Math.max(1 - Math.exp(-load.atOnce), load.full), ...service }
  })
  const total = (size: 'cpu' | 'memory'): number =>
    functions.reduce((sum, each) => sum + each.instances * each[size], 0) * assumptions.secondsOfMonth
  return { cpu: total('cpu'), memory: total('memory'), functions }
}

/** A function whose requests grow with the events. */
export type ServedFunction = keyof typeof assumptions.seconds

/** Returns what a rate of requests per second takes: requests at a time, and instances that are full, by their concurrency or their CPU. */
export function loadOf(
  service: Pick<ReturnType<typeof serviceOf>, 'cpu' | 'concurrency'>,
  name: ServedFunction,
  rate: number,
  perRequest: number,
): { atOnce: number; full: number } {
  const atOnce = rate * assumptions.seconds[name]
  const cpu = assumptions.cpu + (name === 'ingest' ? (perRequest - 1) * assumptions.furtherCpu : 0)
  return { atOnce, full: Math.max(atOnce / service.concurrency, (rate * cpu) / service.cpu) }
}

/** Returns the vCPU seconds of minimum instances. They count as idle for the whole month. */
function idleCpu(graph: Graph): number {
  return ofType(graph, types.function).reduce(
    (sum, { name }) =>
      sum + serviceOf(graph, name).ready * serviceOf(graph, name).cpu * assumptions.secondsOfMonth,
    0,
  )
}

/** Returns the size of one instance of a function. */
export function serviceOf(graph: Graph, name: string) {
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
