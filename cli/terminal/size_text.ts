/** Command line: an amount of bytes for people. */

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** In units of 1024, as BigQuery bills them: `12.4 MB`. */
export function sizeText(bytes: number): string {
  const exponent = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** exponent
  return `${value.toLocaleString('en', { maximumSignificantDigits: 3 })} ${units[exponent]}`
}
