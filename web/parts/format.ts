/** Console: formats numbers, times and durations for display. */

const whole = new Intl.NumberFormat('en')
const three = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const utcMoment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

export function count(value: number): string {
  return whole.format(value)
}

/** Short form for axis ticks: 12K, 3.4M. */
export function shortCount(value: number): string {
  return compact.format(value)
}

/** `1,204 events`, `1 event`. */
export function withCount(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** A part of a whole. Never rounds up to 100% or down to 0%. */
export function percentage(part: number, all: number): string {
  if (all === 0) return '–'
  const percent = (100 * part) / all
  if (part > 0 && percent < 0.1) return '< 0.1%'
  if (part < all && percent > 99.9) return '> 99.9%'
  return `${percent % 1 === 0 ? percent : percent.toFixed(1)}%`
}

/** A duration given in ms. */
export function duration(ms: number | null): string {
  if (ms === null) return '–'
  const size = Math.abs(ms)
  if (size < 1000) return `${count(Math.round(ms))} ms`
  if (size < 60_000) return `${three.format(ms / 1000)} s`
  if (size < 3_600_000) return `${three.format(ms / 60_000)} min`
  return `${three.format(ms / 3_600_000)} h`
}

/** An amount of bytes as BigQuery bills them, in units of 1024: `12 MB`. */
export function bytes(value: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
  const exponent = value < 1 ? 0 : Math.min(Math.floor(Math.log2(value) / 10), units.length - 1)
  return `${three.format(value / 1024 ** exponent)} ${units[exponent]}`
}

/** A factor, such as 3.2. */
export function factor(value: number): string {
  return three.format(value)
}

/** Day, hour and minute in the user's time zone. */
export function time(iso: string): string {
  return moment.format(new Date(iso))
}

/** `22 Nov, 22:55:03 UTC`, the same for everybody who looks at an event. */
export function utcTime(iso: string): string {
  return `${utcMoment.format(new Date(iso))} UTC`
}

/** Hour, minute and second in the user's time zone. */
export function clockTime(date: Date): string {
  return clock.format(date)
}

/** `no_permit` → `no permit`. */
export function fromSnakeCase(code: string): string {
  return code.replaceAll('_', ' ')
}

/** The user's time zone. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
