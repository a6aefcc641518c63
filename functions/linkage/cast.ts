/** Linkage layer: casts values to other types and notations. A value that cannot be cast counts as absent. */
import type { Cast } from '../../schemas/link.ts'
import { normalTime } from '../event/time.ts'
import { flat } from './flat.ts'
import { member, presentValue } from './values.ts'

type CastFunction = (value: unknown) => unknown

/** Returns a string unchanged, and any other value as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function integerOf(value: unknown): number | undefined {
  const rounded = Math.round(numberOf(value) ?? NaN)
  return Number.isSafeInteger(rounded) ? rounded : undefined
}

function negativeOf(value: unknown): number | undefined {
  const number = numberOf(value)
  return number ? -Math.abs(number) : number
}

function booleanOf(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined
}

/** Rounds to two decimal places, half away from zero, by the decimal digits: 1.005 → 1.01. */
function moneyOf(value: unknown): string | undefined {
  const number = numberOf(value)
  if (number === undefined || Math.abs(number) >= 1e13) return undefined
  const digits = String(Math.abs(number))
  const cents = digits.includes('e') ? 0 : Math.round(Number(`${digits}e2`))
  return `${number < 0 && cents > 0 ? '-' : ''}${(cents / 100).toFixed(2)}`
}

const micros = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** Unix time as text, of 2001 or later: shorter numbers are other things. */
const epochText = /^[0-9]{10,16}$/

/** Converts a time in any form that producers may send, or a date, to the text that is stored: RFC 3339 in µs. */
function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return normalTime(value)
  if (micros.test(value)) return Number.isNaN(Date.parse(value)) ? undefined : value
  if (epochText.test(value)) return normalTime(Number(value))
  return normalTime(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value)
}

function timeCast(write: (milliseconds: number, time: string) => unknown): CastFunction {
  return (value) => {
    const time = timeOf(value)
    return time === undefined ? undefined : write(Date.parse(time), time)
  }
}

export const castFunctions: Readonly<Record<Cast, CastFunction>> = {
  string: textOf,
  number: numberOf,
  integer: integerOf,
  negative: negativeOf,
  boolean: booleanOf,
  json: (value) => JSON.stringify(value),
  upper: (value) => textOf(value).toUpperCase(),
  lower: (value) => textOf(value).toLowerCase(),
  money: moneyOf,
  flat,
  seconds: timeCast((milliseconds) => Math.floor(milliseconds / 1000)),
  milliseconds: timeCast((milliseconds) => milliseconds),
  microseconds: timeCast((milliseconds, time) => milliseconds * 1000 + Number(time.slice(23, 26))),
  iso: timeCast((milliseconds) => new Date(milliseconds).toISOString()),
  date: timeCast((_, time) => time.slice(0, 10)),
}

/** Describes a value that a cast cannot read. */
export function castFailure(cast: Cast): string {
  return `cannot be cast to ${cast}`
}

/** Describes a personal value that cannot be normalized. */
export const notNormal = 'cannot be normalized'

/** Removes binary rounding noise: a result is a whole number, or has 15 significant digits. Undefined if it is not finite. */
export function withoutNoise(result: number): number | undefined {
  if (Number.isSafeInteger(result)) return result
  return Number.isFinite(result) ? Number(result.toPrecision(15)) : undefined
}

/** Returns the sum of the numbers among the values, without binary rounding noise. Undefined if there are none. */
export function sum(values: unknown): number | undefined {
  const numbers = Array.isArray(values) ? values.map(numberOf).filter((number) => number !== undefined) : []
  if (numbers.length === 0) return undefined
  return withoutNoise(numbers.reduce((total, number) => total + number, 0))
}

/** Returns the sum of the products of two fields of each element. An absent second factor is 1. Undefined if any other factor is no number. */
export function sumOfProducts(list: unknown, field: string, times: string): number | undefined {
  if (!Array.isArray(list)) return undefined
  const products = list.map((element) => {
    const factor = numberOf(presentValue(member(element, times)) ?? 1)
    const number = numberOf(member(element, field))
    return number === undefined || factor === undefined ? undefined : number * factor
  })
  return products.includes(undefined) ? undefined : sum(products)
}
