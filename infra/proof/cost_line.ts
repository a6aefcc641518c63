/** Proof: computes one item of an estimate, usage × price, with its formula. Pure. */
import type { Price, PriceName, Prices } from './prices.ts'

/** An item before its price is known: service, what is billed, usage in the unit of the price, and how the usage follows, in numbers. */
export type PlannedLine = readonly [
  service: string,
  what: string,
  amount: number,
  price: PriceName,
  how: string,
]

export interface CostLine {
  service: string
  what: string
  /** Usage in the unit of the price, free tier included. */
  amount: number
  price: Price
  /** How the usage follows, and usage × price: a reader can calculate it again. */
  formula: string
  usd: number
}

export function costLine(planned: PlannedLine, prices: Prices): CostLine {
  return pricedLine(planned, prices[planned[3]])
}

/** As `costLine`, for a price of which other items have used a part of the free units. */
export function pricedLine([service, what, amount, , how]: PlannedLine, price: Price): CostLine {
  const free = price.free ?? 0
  const usd = Math.max(0, amount - free) * price.usd
  const used = `${how} = ${figure(amount)} ${price.unit}`
  const paid =
    free === 0
      ? `× $${price.usd} = $${usd.toFixed(2)}`
      : amount <= free
        ? `of which ${figure(free)} are free`
        : `− ${figure(free)} free, × $${price.usd} = $${usd.toFixed(2)}`
  return { service, what, amount, price, formula: `${used}, ${paid}`, usd }
}

export function totalOf(lines: readonly CostLine[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0)
}

/** A number with enough digits to calculate with: `2,628,000`, `0.227374`. */
export function figure(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 6 })
}

/** `(0.17 of ingest × 1 GiB + 0.43 of store × 1 GiB) × 2,628,000 s`: instances with their size. */
export function instanceText(
  instances: readonly { name: string; instances: number; cpu: number; memory: number }[],
  size: 'cpu' | 'memory',
  unit: string,
  seconds: number,
): string {
  const used = instances
    .filter(({ instances: count }) => count > 0)
    .map(
      ({ name, instances: count, [size]: each }) => `${figure(count)} of ${name} × ${figure(each)} ${unit}`,
    )
  return `(${used.join(' + ') || '0'}) × ${figure(seconds)} s`
}
