/** Command line: the estimated costs of a month as lines of text. */
import { assumptions, type CostEstimate, type Usage } from '../../infra/proof/cost.ts'

export function formatCost({ lines, usd }: CostEstimate, usage: Usage): string {
  const table = lines.map(({ service, what, amount, price, usd: cost }) => {
    const free = price.free ? `, ${rounded(price.free)} free` : ''
    return `  ${dollars(cost)}  ${service}: ${what} (${rounded(amount)} ${price.unit} at $${price.usd}${free})`
  })
  const read = [
    ...new Set(
      lines.map(({ price: { source, read, otherwise } }) =>
        otherwise === undefined ? `  ${source} (${read})` : `  ${source} (${read}, by ${otherwise})`,
      ),
    ),
  ]
  return [
    `A month with ${usage.events.toLocaleString('en')} events of ${usage.bytes} bytes to ${usage.destinations} destinations:`,
    '',
    ...table,
    '',
    `  ${dollars(usd)}  in all, ${dollars((usd / usage.events) * 1e6).trim()} for a million events`,
    '',
    'Assumed: one POST, one message and one row an event; every destination takes every event, at the first attempt, by a request of',
    `its own; requests come evenly at random times, take ${assumptions.cpu * 1000} ms of CPU and last ${Object.entries(
      assumptions.seconds,
    )
      .map(([name, seconds]) => `${seconds * 1000} ms in ${name}`)
      .join(', ')};`,
    `a request that is logged takes ${assumptions.requestLogBytes} bytes (sluice:requestLogShare); ${assumptions.envelopeBytes} bytes of attributes or headers beside an event.`,
    'Left out: queries, builds, alerts, the console, Cloud KMS, Cloud Armor, rows of earlier months, what a region costs more.',
    '',
    'List prices, read from:',
    ...read,
  ].join('\n')
}

function dollars(usd: number): string {
  return `$${usd.toFixed(2)}`.padStart(10)
}

function rounded(amount: number): string {
  return amount.toLocaleString('en', { maximumSignificantDigits: 4 })
}
