/** INTERVAL as text: `1-2 3 4:5:6.789`. */
import { scalarFunction } from './scalar_function.ts'

/** Formats months, days and microseconds as `[-]Y-M D [-]H:M:S[.F]`. */
export function intervalText(months: bigint, days: bigint, micros: bigint): string {
  const sign = (value: bigint): string => (value < 0n ? '-' : '')
  const abs = (value: bigint): bigint => (value < 0n ? -value : value)
  const [m, us] = [abs(months), abs(micros)]
  const seconds = us / 1_000_000n
  const fraction = us % 1_000_000n
  const digits = fraction === 0n ? '' : `.${String(fraction).padStart(6, '0').replace(/000$/, '')}`
  const clock = `${seconds / 3600n}:${(seconds / 60n) % 60n}:${seconds % 60n}${digits}`
  return `${sign(months)}${m / 12n}-${m % 12n} ${days} ${sign(micros)}${clock}`
}

export const intervalFunctions = [
  scalarFunction('bq_interval_parts_text', ['INT64', 'INT64', 'INT64'], 'STRING', intervalText),
]
