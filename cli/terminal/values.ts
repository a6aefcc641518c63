/** Command line: parsers of option values. They throw what commander prints with the name of the option. */
import { InvalidArgumentError } from 'commander'

/** A time as the APIs take it, RFC 3339 in UTC; a day stands for its beginning. */
export function parseTime(text: string): string {
  const time = timeIn(text)
  if (time !== undefined) return time
  throw new InvalidArgumentError('Expected a time such as 2026-03-14 or 2026-03-14T09:00:00Z.')
}

function timeIn(text: string): string | undefined {
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const msOf = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A time as `parseTime` takes it, or how long ago it was: `30m`, `24h`, `7d`. */
export function parseTimeOrAge(text: string): string {
  const [, digits, unit = 'm'] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  if (digits !== undefined)
    return new Date(Date.now() - Number(digits) * msOf[unit as keyof typeof msOf]).toISOString()
  const time = timeIn(text)
  if (time !== undefined) return time
  throw new InvalidArgumentError(
    'Expected a time such as 2026-03-14T09:00:00Z, or an age such as 30m, 24h or 7d.',
  )
}

/** The whole number from 1 to `most`. */
export function parseCount(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= 1 && value <= most) return value
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`)
  }
}

export function parseNumber(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new InvalidArgumentError('Expected a number.')
}

/** `50M` → 50 000 000. */
export function parseAmount(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([kMG]?)$/.exec(text) ?? []
  if (digits === undefined) throw new InvalidArgumentError('Expected a number such as 550, 200k or 50M.')
  return Number(digits) * { '': 1, k: 1e3, M: 1e6, G: 1e9 }[unit as 'k']
}

/** An address with http or https, without the slashes at its end. */
export function parseUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new InvalidArgumentError('Expected a URL such as https://events.acme.example.')
}

/** Collects the values of an option that can be given several times. */
export function parseRepeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

/** `1.5TiB` → 1 649 267 441 664 bytes. */
export function parseBytes(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) ?([KMGT]iB|B)?$/.exec(text) ?? []
  if (digits === undefined)
    throw new InvalidArgumentError('Expected bytes such as 2TiB, 500GiB or 1099511627776.')
  return Number(digits) * 1024 ** ['', 'KiB', 'MiB', 'GiB', 'TiB'].indexOf(unit === 'B' ? '' : unit)
}

/** Whole days; 0 for no limit. */
export function parseDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number of days such as 400, or 0 for no limit.')
}

/** A number above 0. */
export function parsePositive(text: string): number {
  const value = parseNumber(text)
  if (value > 0) return value
  throw new InvalidArgumentError('Expected a number above 0.')
}

/** `acme-billing.billing.gcp_billing_export_v1_012345_6789AB_CDEF01` */
export function parseTable(text: string): string {
  if (/^[a-z][a-z0-9.:-]*\.\w+\.[\w-]+$/.test(text)) return text
  throw new InvalidArgumentError(
    'Expected a table such as acme-billing.billing.gcp_billing_export_v1_012345.',
  )
}
