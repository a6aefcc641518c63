/** `npx sluice cost`: what a month of a stack costs, by service, with everything that was assumed. */
import { parseArgs } from 'node:util'
import { runCommand } from '../infra/operate/environment.ts'
import { assumptions, monthlyCost, type CostEstimate, type Usage } from '../infra/proof/cost.ts'
import { ofType, types } from '../infra/proof/graph.ts'
import { topics } from '../schemas/bus.ts'
import { drawnGraph } from './graph.ts'

const help = `npx sluice cost --events <number> [options]    what a month of a stack costs

  --events <number>        events of a month: 50M, 200k, 1500
  --bytes <number>         bytes of an event as JSON (default: 550)
  --destinations <number>  to how many destinations an event goes (default: as many as the stack has)
  --stack <name>           the stack of Pulumi.<name>.yaml (default: example)`

/** `50M` → 50 000 000. */
export function amountOf(text: string, option: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([kMG]?)$/.exec(text) ?? []
  if (digits === undefined)
    throw new Error(`--${option} must be a number such as 550, 200k or 50M, got ${text}`)
  return Number(digits) * { '': 1, k: 1e3, M: 1e6, G: 1e9 }[unit as 'k']
}

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
    `each is logged with ${assumptions.requestLogBytes} bytes; ${assumptions.envelopeBytes} bytes of attributes or headers beside an event.`,
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

async function command(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string' },
      bytes: { type: 'string', default: '550' },
      destinations: { type: 'string' },
      stack: { type: 'string', default: 'example' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(help)
  if (values.events === undefined) throw new Error(help)
  const graph = await drawnGraph(values.stack)
  const own = ofType(graph, types.subscription).filter(({ inputs }) =>
    String(inputs['topic']).endsWith(`/topics/${topics.stored}`),
  )
  const usage = {
    events: amountOf(values.events, 'events'),
    bytes: amountOf(values.bytes, 'bytes'),
    destinations:
      values.destinations === undefined ? own.length : amountOf(values.destinations, 'destinations'),
  }
  console.log(formatCost(monthlyCost(graph, usage), usage))
}

if (import.meta.main) await runCommand(command)
