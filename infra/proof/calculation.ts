/** Proof: everything that `sluice cost` calculates: the events of a month, rows of earlier months, queries, and published prices beside it. Pure. */
import { keptDaysOf, placeOf, storageBillingOf, type KeptDays } from './cost_facts.ts'
import { costLine, figure, type CostLine } from './cost_line.ts'
import { monthlyCost, type CostEstimate, type Usage } from './cost.ts'
import type { Graph } from './graph.ts'
import { keptCost, type KeptCost } from './kept_rows.ts'
import { pricesAt, type PricePlace } from './price_places.ts'
import { publishedPrices, type PublishedPrice } from './published_prices.ts'

export interface CalculationOptions {
  /** Days for which rows of events and deliveries are kept; 0 for no limit. Default: as the stack says. */
  retention?: number
  /** TiB that analysts' queries read in a month. Default: 0. */
  queriedTib?: number
  /** How many times smaller rows are when they are compressed. Not known without a measurement. */
  compression?: number
  /** Events of a user in a month, for prices by users. */
  eventsPerUser: number
}

export interface CostCalculation extends CostEstimate {
  usage: Usage
  place: PricePlace & { tier: 1 | 2 | undefined }
  /** Rows of earlier months. */
  kept: KeptCost
  queries: CostLine
  /** Of the events of the month, the rows of earlier months, and the queries. */
  totalUsd: number
  /** What no source shows. */
  gaps: readonly string[]
  published: readonly PublishedPrice[]
}

export function calculate(graph: Graph, asked: Usage, options: CalculationOptions): CostCalculation {
  const { retention, queriedTib = 0, compression, eventsPerUser } = options
  const own = placeOf(graph)
  const place = { ...own, region: asked.region ?? own.region }
  const { prices, tier, gaps } = pricesAt(place)
  const billing = storageBillingOf(graph)
  const usage: Usage = {
    ...asked,
    region: place.region,
    ...(billing === 'PHYSICAL' && compression !== undefined && { compression }),
  }
  const month = monthlyCost(graph, usage)
  const days: KeptDays =
    retention === undefined ? keptDaysOf(graph) : { events: retention, deliveries: retention }
  const kept = keptCost(usage, days, {
    prices,
    billing,
    ...(compression !== undefined && { compression }),
  })
  const queries = costLine(
    ['BigQuery', 'queries of analysts', queriedTib, 'bigqueryQueries', `${figure(queriedTib)} TiB read`],
    prices,
  )
  return {
    ...month,
    usage,
    place: { ...place, tier },
    kept,
    queries,
    totalUsd: month.usd + kept.usd + queries.usd,
    gaps: [
      ...gaps,
      ...(billing === 'PHYSICAL' && compression === undefined
        ? [
            'The dataset is billed by physical bytes. Without --compression its rows have the price of logical ones.',
          ]
        : []),
    ],
    published: publishedPrices(usage.events, eventsPerUser),
  }
}
