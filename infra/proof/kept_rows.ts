/** Proof: estimates what the rows of earlier months cost once as many expire as arrive, by logical and by physical bytes. Pure. */
import { assumptions, type Usage } from './cost.ts'
import type { KeptDays } from './cost_facts.ts'
import { figure, pricedLine, totalOf, type CostLine, type PlannedLine } from './cost_line.ts'
import type { Price, PriceName, Prices } from './prices.ts'

const gib = 2 ** 30
const monthDays = assumptions.secondsOfMonth / 86_400

/** Days without a change after which a partition costs half. https://cloud.google.com/bigquery/docs/storage_overview */
const longTermDays = 90

/** Rows without an end are counted up to this age. */
export const unlimitedDays = 365

/** Days for which physical bytes of expired rows are billed: time travel, as the dataset has it, and fail-safe.
 * https://cloud.google.com/bigquery/docs/time-travel */
const recoverableDays = 7 + 7

/** Logical bytes in GiB by age: of the last month, of earlier ones up to 90 days, older, and of rows that have expired. */
interface Ages {
  month: number
  recent: number
  old: number
  expired: number
}

function agesOf({ events, bytes, destinations }: Usage, kept: KeptDays): Ages {
  const sizes = [
    { days: kept.events, daily: (events * bytes) / monthDays / gib },
    { days: kept.deliveries, daily: (events * destinations * assumptions.deliveryBytes) / monthDays / gib },
  ]
  const total = (age: (days: number) => number): number =>
    sizes.reduce(
      (sum, { days, daily }) => sum + daily * Math.max(0, age(days === 0 ? unlimitedDays : days)),
      0,
    )
  return {
    month: total(() => monthDays),
    recent: total((days) => Math.min(days, longTermDays) - monthDays),
    old: total((days) => days - longTermDays),
    expired: sizes.reduce((sum, { days, daily }) => sum + (days === 0 ? 0 : daily * recoverableDays), 0),
  }
}

/** How rows are stored and billed, with the price of each age. */
interface Billing {
  active: PriceName
  longTerm: PriceName
  /** How many times smaller the billed bytes are than the logical ones. */
  compression: number
  billsExpired: boolean
}

const logical: Billing = {
  active: 'bigqueryStorage',
  longTerm: 'bigqueryLongTerm',
  compression: 1,
  billsExpired: false,
}

function physical(compression: number): Billing {
  return { active: 'bigqueryPhysical', longTerm: 'bigqueryPhysicalLongTerm', compression, billsExpired: true }
}

/** Returns the items of the rows of earlier months. The month has used its part of the free storage. */
function earlierLines(ages: Ages, prices: Prices, kept: string, billing: Billing): readonly CostLine[] {
  const { active, longTerm, compression, billsExpired } = billing
  const smaller = compression === 1 ? '' : `, ${figure(compression)} times smaller`
  const line = (what: string, size: number, name: PriceName, price: Price): CostLine => {
    const how = `${figure(size)} GiB ${kept}${smaller}`
    const planned: PlannedLine = ['BigQuery', what, size / compression, name, how]
    return pricedLine(planned, price)
  }
  const free = Math.max(0, (prices[active].free ?? 0) - ages.month / compression)
  const { free: _, ...rest } = prices[active]
  const left: Price = free === 0 ? rest : { ...rest, free }
  return [
    line(`rows of earlier months, up to ${longTermDays} days`, ages.recent, active, left),
    line(`rows older than ${longTermDays} days`, ages.old, longTerm, prices[longTerm]),
    ...(billsExpired
      ? [line('expired rows that can be restored (time travel, fail-safe)', ages.expired, active, rest)]
      : []),
  ]
}

/** What stored rows cost at steady state. */
export interface KeptCost {
  /** Days for which rows are kept; 0 for no limit. */
  days: KeptDays
  billing: 'LOGICAL' | 'PHYSICAL'
  /** Of the rows of earlier months. */
  lines: readonly CostLine[]
  usd: number
  /** Of all rows, those of the month too. */
  logicalUsd: number
  /** The same by physical bytes; null without a compression. */
  physicalUsd: number | null
  /** Compression above which physical bytes cost less. */
  breakEven: number
}

/** `compression`: how many times smaller the physical bytes are; without it, rows are priced by logical bytes. */
export function keptCost(
  usage: Usage,
  days: KeptDays,
  { prices, billing, compression }: { prices: Prices; billing: 'LOGICAL' | 'PHYSICAL'; compression?: number },
): KeptCost {
  const ages = agesOf(usage, days)
  const kept = `kept ${daysText(days)}`
  const all = (way: Billing): number =>
    Math.max(0, ages.month / way.compression - (prices[way.active].free ?? 0)) * prices[way.active].usd +
    totalOf(earlierLines(ages, prices, kept, way))
  const isPhysical = billing === 'PHYSICAL' && compression !== undefined
  const lines = earlierLines(ages, prices, kept, isPhysical ? physical(compression) : logical)
  const price = (way: Billing): number =>
    (ages.month + ages.recent + (way.billsExpired ? ages.expired : 0)) * prices[way.active].usd +
    ages.old * prices[way.longTerm].usd
  return {
    days,
    billing,
    lines,
    usd: totalOf(lines),
    logicalUsd: all(logical),
    physicalUsd: compression === undefined ? null : all(physical(compression)),
    breakEven: price(physical(1)) / price(logical),
  }
}

/** `events 365 days, deliveries 400 days` */
function daysText({ events, deliveries }: KeptDays): string {
  const text = (days: number): string =>
    days === 0 ? `${unlimitedDays} days so far` : `${figure(days)} days`
  return `(events ${text(events)}, deliveries ${text(deliveries)})`
}
