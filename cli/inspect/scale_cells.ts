/** Command line: numbers in the cells of the tables of docs/scale.md. */

/** `1M`, `1.5B` */
export function shortAmount(value: number): string {
  return value.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 })
}

/** `11,600` */
export function threeDigits(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}

export function wholeDollars(usd: number): string {
  return `$${usd.toLocaleString('en', { maximumFractionDigits: 0 })}`
}

/** `85 GB`. Decimal units, as in Google's quotas. */
export function decimalBytes(value: number): string {
  return value < 1e12 ? `${threeDigits(value / 1e9)} GB` : `${threeDigits(value / 1e12)} TB`
}

export function roughDuration(seconds: number): string {
  if (seconds === Infinity) return 'never'
  if (seconds < 90) return `${threeDigits(seconds)} seconds`
  if (seconds < 5400) return `${threeDigits(seconds / 60)} minutes`
  return `${threeDigits(seconds / 3600)} hours`
}
