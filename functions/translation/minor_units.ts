/** Translation layer: converts an amount in the minor unit of its currency, such as cents, to the major unit. Pure. */
import { currencyDecimals } from '../../schemas/currency_decimals.ts'
import type { MinorUnits } from '../../schemas/translation/input.ts'
import { isExact } from './formats/json.ts'

/** Returns the number of decimals of a currency in any letter case; undefined for an unknown one. */
export function exponentOf(currency: unknown, own: MinorUnits['exponents'] = {}): number | undefined {
  if (typeof currency !== 'string') return undefined
  const code = currency.trim().toUpperCase()
  return Object.hasOwn(own, code) ? own[code] : currencyDecimals.get(code)
}

const plainAmount = /^-?\d+(?:\.\d+)?$/

/** Returns the amount in the major unit: 4999 with two decimals is 49.99. Undefined if it is not a number that a double can hold. */
export function majorUnits(value: unknown, decimals: number): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (text.length > 32 || !plainAmount.test(text)) return undefined
  // The text is scaled, not the number: 4999 / 100 would be exact, 110 * 0.01 would not.
  const scaled = `${text}e-${decimals}`
  const result = Number(scaled)
  return isExact(scaled, result) ? result : undefined
}
