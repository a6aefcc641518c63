/** Command line: what stands beside the calculated costs, as lines of text: the month that was read, the bill, the ceiling of the web doors. */
import type { CostCalculation } from '../../infra/proof/calculation.ts'
import { figure } from '../../infra/proof/cost_line.ts'
import { requestsPerSecond, type WebCeiling } from '../../infra/proof/web_ceiling.ts'
import type { BilledCosts } from './billed_costs.ts'
import { dollars } from './cost_text.ts'
import type { RealMonth } from './real_month.ts'

export function formatReal({ since, until, firstHour, bytesRead, bytes }: RealMonth): string {
  return [
    `Counted in the environment from ${since} to ${until}; ${figure(bytesRead)} bytes of hourly_counts read.`,
    ...(firstHour === null
      ? []
      : [`The first events are of ${firstHour}: the figures are of a shorter time than a month.`]),
    bytes === 0
      ? 'The size of an event is not known yet.'
      : 'The size of an event is the mean of all stored ones, as columns, without what Sluice adds.',
  ].join('\n')
}

/** Services of the bill by those of the estimate. */
const billedAs: Readonly<Record<string, readonly string[]>> = {
  'Cloud Run': ['Cloud Run', 'Cloud Run Functions', 'Cloud Functions'],
  'Pub/Sub': ['Cloud Pub/Sub'],
  BigQuery: ['BigQuery'],
  'Cloud Logging': ['Cloud Logging'],
  'Secret Manager': ['Secret Manager'],
  Internet: ['Networking'],
  'Load Balancing': ['Networking'],
}

/** What was billed, beside the estimate of the same services. */
export function formatBilled({ since, until, services }: BilledCosts, calculation: CostCalculation): string {
  const head = `Billed from ${since.slice(0, 10)} to before ${until.slice(0, 10)}, credits deducted, beside the estimate:`
  if (services.length === 0) return `${head}\n\n  nothing: the export has no costs of this project.`
  const shown = new Set<string>()
  const rows = services.map(({ service, currency, labelled, other }) => {
    const own = Object.entries(billedAs).flatMap(([name, names]) => (names.includes(service) ? [name] : []))
    const isFirst = own.length > 0 && !shown.has(own[0]!)
    for (const name of own) shown.add(name)
    const estimate = isFirst ? `, estimated ${dollars(estimateOf(own, calculation)).trim()}` : ''
    return `  ${labelled.toFixed(2).padStart(10)} ${currency}  ${service} with label app: sluice; ${other.toFixed(2)} ${currency} without${estimate}`
  })
  return [head, '', ...rows].join('\n')
}

function estimateOf(names: readonly string[], { lines, kept, queries }: CostCalculation): number {
  return [...lines, ...kept.lines, queries]
    .filter(({ service }) => names.includes(service))
    .reduce((sum, { usd }) => sum + usd, 0)
}

/** Returns what the web doors can cost at most. */
export function formatCeiling({ instances, concurrency, events, ...usd }: WebCeiling): string {
  return [
    'The web doors cost at most, in a month in which strangers send all that they can, without free tiers:',
    '',
    `  ${dollars(usd.instanceUsd)}  ${instances} instances of collect, busy all month with ${concurrency} requests each`,
    `  ${dollars(usd.eventUsd)}  ${figure(events)} events of 2 KiB, which is what the rates of the sources let through`,
    `  ${dollars(usd.requestUsd)}  answering and refusing ${requestsPerSecond.toLocaleString('en')} requests a second in each instance; Cloud Armor refuses a flood before`,
    '',
    `  ${dollars(usd.usd)}  in all`,
  ].join('\n')
}
