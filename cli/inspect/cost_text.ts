/** Command line: the calculated costs of a month as lines of text. */
import type { CostCalculation } from '../../infra/proof/calculation.ts'
import { figure, totalOf, type CostLine } from '../../infra/proof/cost_line.ts'
import { assumptions } from '../../infra/proof/cost.ts'
import { drainAssumptions } from '../../infra/proof/drain_cost.ts'
import { unlimitedDays } from '../../infra/proof/kept_rows.ts'

export function formatCost(calculation: CostCalculation): string {
  const { usage, place, lines, usd, kept, queries, totalUsd, gaps } = calculation
  const more = [...kept.lines, queries]
  return [
    `A month with ${figure(usage.events)} events of ${figure(usage.bytes)} bytes to ${figure(usage.destinations)} destinations:`,
    '',
    ...lines.flatMap(itemLines),
    '',
    `  ${dollars(usd)}  in all, ${dollars(perMillion(usd, usage.events)).trim()} for a million events`,
    '',
    `Beside the events of the month:`,
    '',
    ...more.flatMap(itemLines),
    '',
    `  ${dollars(totalOf(more))}  in all, ${dollars(totalUsd).trim()} with the events of the month`,
    '',
    ...storageText(calculation),
    '',
    ...publishedText(calculation),
    '',
    ...assumed(calculation),
    `Prices are those of ${place.region} (Cloud Run${place.tier === undefined ? '' : `, Tier ${place.tier}`}) and ${place.location} (BigQuery).`,
    ...gaps,
    'Sending to third parties has one price for all regions and receivers, that of the first TiB to most of the world: no source shows the others.',
    'Left out: queries of Sluice itself, builds, alerts, the console, Cloud KMS, Cloud Armor, taxes, discounts.',
    '',
    'List prices, read from:',
    ...sourcesOf([...lines, ...more]),
  ].join('\n')
}

/** An item and, below it, its formula. */
function itemLines({ service, what, usd, formula }: CostLine): readonly string[] {
  return [`  ${dollars(usd)}  ${service}: ${what}`, `              ${formula}`]
}

function storageText({ kept }: CostCalculation): readonly string[] {
  const { days, billing, logicalUsd, physicalUsd, breakEven } = kept
  const endless = Object.entries(days).flatMap(([table, limit]) => (limit === 0 ? [table] : []))
  return [
    `All stored rows by logical bytes: ${dollars(logicalUsd).trim()}${
      physicalUsd === null ? '' : `, by physical bytes: ${dollars(physicalUsd).trim()}`
    }. The dataset is billed by ${billing.toLowerCase()} bytes (sluice:storageBilling).`,
    `Physical bytes cost less if the rows compress more than ${breakEven.toFixed(1)} to 1 (docs/cost.md says how to measure it).`,
    ...(endless.length === 0
      ? []
      : [
          `Rows of ${endless.join(' and ')} never expire (sluice:retention): counted are those of the first ${unlimitedDays} days.`,
        ]),
  ]
}

/** What others publish for as many events. */
function publishedText({ published, usage }: CostCalculation): readonly string[] {
  return [
    `What others publish for a month with ${figure(usage.events)} events:`,
    '',
    ...published.flatMap(({ vendor, usd, formula, source, read }) => [
      `  ${usd === null ? '         –' : dollars(usd)}  ${vendor}: ${formula}`,
      `              ${source}, read ${read}`,
    ]),
    '',
    'Events of a user are assumed (--events-per-user). The products and what their prices include differ.',
  ]
}

function assumed({ usage, lines }: CostCalculation): readonly string[] {
  const { perRequest = 1 } = usage
  return [
    `Assumed: ${perRequest === 1 ? 'one POST' : `a POST for ${perRequest} events`}, one message and one row an event; every destination takes every event, at the first attempt,`,
    `by a request of its own; requests come evenly at random times, take ${assumptions.cpu * 1000} ms of CPU and last ${Object.entries(
      assumptions.seconds,
    )
      .map(([name, seconds]) => `${seconds * 1000} ms in ${name}`)
      .join(', ')};`,
    'instances of a function are the largest of 1 − e^−n, n / concurrency, and the CPU of its requests, for n requests at a time;',
    ...(lines.some(({ what }) => what.includes('worker pools'))
      ? [
          `a worker pool takes ${drainAssumptions.cpu.store * 1e6} µs of CPU for an event of store and ${drainAssumptions.cpu.forward * 1e6} µs for a delivery, and uses ${drainAssumptions.use * 100}% of its CPU;`,
        ]
      : []),
    `a request that is logged takes ${assumptions.requestLogBytes} bytes (sluice:requestLogShare); ${assumptions.envelopeBytes} bytes of attributes or headers beside an event.`,
  ]
}

function sourcesOf(lines: readonly CostLine[]): readonly string[] {
  return [
    ...new Set(
      lines.map(({ price: { source, read, otherwise } }) =>
        otherwise === undefined ? `  ${source} (${read})` : `  ${source} (${read}, by ${otherwise})`,
      ),
    ),
  ]
}

function perMillion(usd: number, events: number): number {
  return events === 0 ? 0 : (usd / events) * 1e6
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(2)}`.padStart(10)
}
