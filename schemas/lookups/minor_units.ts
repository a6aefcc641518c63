/** Lookup table: how many minor units, such as cents, one unit of a currency has: EUR → 100, JPY → 1. Some third parties take amounts in them. */
import { currencyDecimals } from '../currency_decimals.ts'
import type { LookupTable } from '../link.ts'

export const minor_units: LookupTable = Object.fromEntries(
  Array.from(currencyDecimals, ([currency, decimals]) => [currency, 10 ** decimals]),
)
