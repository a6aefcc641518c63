/** Console: numbers, times and durations as people read them. */

const whole = new Intl.NumberFormat('en')
const three = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

export const count = (value: number): string => whole.format(value)

/** For the ticks of an axis: 12K, 3.4M. */
export const shortCount = (value: number): string => compact.format(value)

/** `1,204 events`, `1 event`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** A part of a whole. Never rounds up to all or down to nothing. */
export const share = (part: number, all: number): string => {
  if (all === 0) return '–'
  const percent = (100 * part) / all
  if (part > 0 && percent < 0.1) return '< 0.1 %'
  if (part < all && percent > 99.9) return '> 99.9 %'
  return `${percent % 1 === 0 ? percent : percent.toFixed(1)} %`
}

/** A duration given in ms. */
export const duration = (ms: number | null): string => {
  if (ms === null) return '–'
  const size = Math.abs(ms)
  if (size < 1000) return `${count(Math.round(ms))} ms`
  if (size < 60_000) return `${three.format(ms / 1000)} s`
  if (size < 3_600_000) return `${three.format(ms / 60_000)} min`
  return `${three.format(ms / 3_600_000)} h`
}

/** A factor, such as 3.2. */
export const factor = (value: number): string => three.format(value)

/** Day, hour and minute in the reader's time zone. */
export const time = (iso: string): string => moment.format(new Date(iso))

/** Hour, minute and second in the reader's time zone. */
export const clockTime = (date: Date): string => clock.format(date)

/** `no_permit` → `no permit`. */
export const words = (code: string): string => code.replaceAll('_', ' ')

/** The reader's time zone. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
