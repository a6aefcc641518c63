/** Proof: estimates what the worker pools of drain mode cost. Pure. */
import { destinationOfForward, subscriptions, topics } from '../../schemas/bus.ts'
import { isDrainable, type DrainedFunction } from '../../schemas/drain.ts'
import { drainInstanceOf } from '../../schemas/instance.ts'
import { instanceText, type PlannedLine } from './cost_line.ts'
import { ofType, types, type Graph } from './graph.ts'

export const drainAssumptions = {
  /** CPU time of a worker pool for an event of store, and for a delivery of forward, in seconds: three times what was measured. */
  cpu: { store: 0.000_12, forward: 0.000_15 },
  /** Share of its CPU that an instance of a worker pool uses before another is started.
   * https://cloud.google.com/run/docs/configuring/workerpools/cpu-autoscaling */
  use: 0.6,
} as const

/** Returns the shares of the store subscriptions and of the destinations that worker pools drain. */
export function drainedShares(
  graph: Graph,
  mode: 'push' | 'drain' | undefined,
): Readonly<Record<DrainedFunction, number>> {
  if (mode !== undefined) return mode === 'drain' ? { store: 1, forward: 1 } : { store: 0, forward: 0 }
  const share = (isOne: (name: string) => boolean): number => {
    const all = ofType(graph, types.subscription).filter(({ name }) => isOne(name))
    const drained = all.filter(({ inputs }) => isDrainable(inputs))
    return all.length === 0 ? 0 : drained.length / all.length
  }
  return {
    store: share((name) => name === subscriptions.store(topics.events)),
    forward: share((name) => destinationOfForward(name) !== undefined),
  }
}

interface PoolWork {
  /** Events of store, deliveries of forward. */
  work: number
  isUsed: boolean
}

/** Returns the instances of a worker pool, at least one, with fractions. `rate`: events of store or deliveries of forward per second. */
export function poolInstances(name: DrainedFunction, rate: number): number {
  return Math.max(1, (rate * drainAssumptions.cpu[name]) / drainAssumptions.use / drainInstanceOf(name).cpu)
}

/** Returns the billed seconds of vCPU and GiB of the worker pools. */
export function poolLines(
  works: Readonly<Record<DrainedFunction, PoolWork>>,
  secondsOfMonth: number,
): readonly PlannedLine[] {
  const pools = (Object.entries(works) as [DrainedFunction, PoolWork][])
    .filter(([, { isUsed }]) => isUsed)
    .map(([name, { work }]) => {
      const { cpu, memoryMiB } = drainInstanceOf(name)
      return { name, instances: poolInstances(name, work / secondsOfMonth), cpu, memory: memoryMiB / 1024 }
    })
  if (pools.length === 0) return []
  const amount = (size: 'cpu' | 'memory'): number =>
    pools.reduce((sum, each) => sum + each.instances * each[size], 0) * secondsOfMonth
  return [
    [
      'Cloud Run',
      'CPU of worker pools',
      amount('cpu'),
      'poolCpu',
      instanceText(pools, 'cpu', 'vCPU', secondsOfMonth),
    ],
    [
      'Cloud Run',
      'memory of worker pools',
      amount('memory'),
      'poolMemory',
      instanceText(pools, 'memory', 'GiB', secondsOfMonth),
    ],
  ]
}
