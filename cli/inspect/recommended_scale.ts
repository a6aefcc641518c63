/** Command line: what an environment of a size is recommended to set and to ask Google for, and what breaks first. */
import type { Graph } from '../../infra/proof/graph.ts'
import { ownReads } from '../../infra/proof/own_reads.ts'
import { quotas, type QuotaName } from '../../infra/proof/quotas.ts'
import {
  firstLimit,
  quotaShares,
  scaleOf,
  type ScaleEstimate,
  type ScaleUsage,
} from '../../infra/proof/scale.ts'

/** What all sizes have in common. */
export type ScaleEvents = Pick<ScaleUsage, 'bytes' | 'destinations'>

/** The sizes of docs/scale.md, in events a day. */
export const documentedSizes = [1e6, 1e8, 1e9] as const

export interface Break {
  what: string
  /** Events a day from which it breaks. */
  eventsPerDay: number
}

/** A size as it is recommended: the cheaper mode, and arrays of events where there are many. */
export interface Recommended {
  usage: ScaleUsage
  scale: ScaleEstimate
  /** The quotas that the busiest second needs four fifths of, and what to ask for. */
  ask: readonly { name: QuotaName; value: number }[]
  /** The default quota that the busiest second exceeds first if the environment grows. */
  quota: Break
  /** The run of the platform that then reads too much first. */
  run: Break
}

/** A quota is asked for when the busiest second needs more than this share of it. */
const askShare = 0.8

/** From this many events a day on, a POST has 100 of them. */
const manyEvents = 1e7

/** Returns the recommendation for a size. */
export function recommendedOf(graph: Graph, eventsPerDay: number, events: ScaleEvents): Recommended {
  const perRequest = eventsPerDay < manyEvents ? 1 : 100
  const [best] = (['push', 'drain'] as const)
    .map((mode) => {
      const usage = { ...events, eventsPerDay, perRequest, mode }
      return { usage, scale: scaleOf(graph, usage) }
    })
    .toSorted((a, b) => a.scale.usd - b.scale.usd)
  const { usage, scale } = best!
  const ask = quotaShares(scale, quotas)
    .filter(({ share }) => share > askShare)
    .map(({ name, need }) => ({ name, value: Math.ceil(need / askShare) }))
  const first = firstLimit(graph, usage, quotas)
  const [run] = ownReads(eventsPerDay, events.destinations).toSorted((a, b) => a.failsFrom - b.failsFrom)
  return {
    usage,
    scale,
    ask,
    quota: { what: quotas[first.name].brief, eventsPerDay: first.eventsPerDay },
    run: { what: run!.what, eventsPerDay: run!.failsFrom },
  }
}
