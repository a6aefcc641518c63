/** Proof: reads from a graph what the estimated cost depends on. Pure. */
import { topics } from '../../schemas/bus.ts'
import { keptShareOf } from '../observability/request_logs.ts'
import { figure, type PlannedLine } from './cost_line.ts'
import { ofType, part, textInput, types, type Graph, type Resource } from './graph.ts'
import type { PricePlace } from './price_places.ts'

const dayMs = 86_400_000

/** Returns the share of the successful requests that Cloud Logging keeps. */
export function loggedShare(graph: Graph): number {
  const exclusion = ofType(graph, 'gcp:logging/projectExclusion:ProjectExclusion').find(
    ({ name }) => name === 'successful-requests',
  )
  return keptShareOf(exclusion && String(exclusion.inputs['filter']))
}

/** Returns the enabled versions of all secrets. A secret without a version in the graph is one that a function writes, and keeps two versions of. */
export function enabledVersions(graph: Graph): number {
  const configured = ofType(graph, types.secretVersion).length
  return configured + 2 * (ofType(graph, types.secret).length - configured)
}

/** Returns how long the event topics keep messages, in days. */
export function retainedDays(graph: Graph): number {
  const retention = ofType(graph, types.topic).find(({ name }: Resource) => name === topics.events)?.inputs[
    'messageRetentionDuration'
  ]
  return typeof retention === 'string' ? Number(retention.replace('s', '')) / 86_400 : 0
}

/** Returns what the load balancer costs, if the stack has one. `bytesIn`: of the events of a month. */
export function edgeLines(graph: Graph, bytesIn: number, secondsOfMonth: number): readonly PlannedLine[] {
  if (ofType(graph, 'gcp:compute/globalForwardingRule:GlobalForwardingRule').length === 0) return []
  const hours = secondsOfMonth / 3600
  return [
    ['Load Balancing', 'forwarding rules', hours, 'forwardingRules', `1 rule × ${figure(hours)} hours`],
    ['Load Balancing', 'events in', bytesIn / 2 ** 30, 'loadBalanced', `${figure(bytesIn)} bytes of events`],
  ]
}

/** Returns gibibytes: `512Mi` → 0.5. */
export function gibOf(memory: string): number {
  const [, amount, unit] = /^(\d+)(Mi|Gi|M|G)$/.exec(memory) ?? []
  if (amount === undefined)
    throw new Error(`Invalid amount of memory "${memory}": expected for example 512Mi`)
  return { Mi: 1 / 1024, Gi: 1, M: 1e6 / 2 ** 30, G: 1e9 / 2 ** 30 }[unit as 'Mi'] * Number(amount)
}

/** Returns the region of the functions and the location of the dataset. */
export function placeOf(graph: Graph): PricePlace {
  const [dataset] = ofType(graph, types.dataset)
  const [first] = ofType(graph, types.function)
  return {
    region: first ? textInput(first.inputs, 'location') : '',
    location: dataset ? textInput(dataset.inputs, 'location') : '',
  }
}

/** Returns how the storage of the dataset is billed. BigQuery's default is logical.
 * https://cloud.google.com/bigquery/docs/datasets-intro#dataset_storage_billing_models */
export function storageBillingOf(graph: Graph): 'LOGICAL' | 'PHYSICAL' {
  const [dataset] = ofType(graph, types.dataset)
  return dataset?.inputs['storageBillingModel'] === 'PHYSICAL' ? 'PHYSICAL' : 'LOGICAL'
}

/** Days for which rows are kept, by table; 0 for no limit. */
export interface KeptDays {
  events: number
  deliveries: number
}

export function keptDaysOf(graph: Graph): KeptDays {
  const days = (name: keyof KeptDays): number => {
    const table = ofType(graph, types.table).find((each) => each.name === name)
    return table ? Number(part(table, 'timePartitioning')['expirationMs'] ?? 0) / dayMs : 0
  }
  return { events: days('events'), deliveries: days('deliveries') }
}
