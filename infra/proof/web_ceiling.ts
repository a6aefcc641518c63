/** Proof: computes from a graph what the web doors can cost at most in a month, whatever clients send. Pure. */
import { unitBytes, type WebSource } from '../../schemas/web_source.ts'
import { assumptions, monthlyCost, serviceOf } from './cost.ts'
import { ofType, part, types, type Graph } from './graph.ts'
import { prices } from './prices.ts'

/** The ceiling of the web doors. */
export interface WebCeiling {
  /** Instances of the function `collect`, and requests that one serves at a time. */
  instances: number
  concurrency: number
  /** Events of 2 KiB that all doors let through in a month. */
  events: number
  /** Dollars for the instances, if they are busy all month. */
  instanceUsd: number
  /** Dollars for the requests that they answer, most of them with a refusal. */
  requestUsd: number
  /** Dollars for storing the events and for sending them to the destinations. */
  eventUsd: number
  usd: number
}

/** Requests that one vCPU answers in a second at most. Measured: 6,400, of requests that are refused by their head; a faster CPU answers more. */
export const requestsPerSecond = 10_000

/** Returns the ceiling; undefined if the stack has no web door. `destinations`: how many an event goes to. Free tiers are not subtracted: other services
 * of the billing account may use them. */
export function webCeiling(graph: Graph, destinations: number): WebCeiling | undefined {
  const collect = ofType(graph, types.function).find(({ name }) => name === 'collect')
  if (!collect) return undefined
  const service = part(collect, 'serviceConfig')
  const { WEB_SOURCES: text } = service['environmentVariables'] as { WEB_SOURCES: string }
  const sources = JSON.parse(text) as readonly WebSource[]
  const instances = Number(service['maxInstanceCount'])
  const { secondsOfMonth } = assumptions
  const { cpu, memory, concurrency } = serviceOf(graph, 'collect')
  const perMinute = sources.reduce((sum, source) => sum + source.perMinute, 0)
  // Each bucket is full once at the start.
  const events = instances * perMinute * (secondsOfMonth / 60 + 1)
  const instanceUsd = instances * secondsOfMonth * (cpu * prices.runCpu.usd + memory * prices.runMemory.usd)
  const requestUsd =
    ((instances * cpu * requestsPerSecond * secondsOfMonth) / 1_000_000) * prices.runRequests.usd
  const eventUsd = listPrice(graph, events, destinations) - listPrice(graph, 0, destinations)
  return {
    instances,
    concurrency,
    events,
    instanceUsd,
    requestUsd,
    eventUsd,
    usd: instanceUsd + requestUsd + eventUsd,
  }
}

function listPrice(graph: Graph, events: number, destinations: number): number {
  const { lines } = monthlyCost(graph, { events, bytes: unitBytes, destinations })
  return lines.reduce((sum, { amount, price }) => sum + amount * price.usd, 0)
}
