/** Event: brings the times that producers write to one form, RFC 3339 in UTC with microseconds, as BigQuery keeps them. */

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/

/** Years a BigQuery TIMESTAMP holds, in ms. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#timestamp_type */
const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** RFC 3339 text or a Unix epoch in s, ms or µs (told apart by magnitude) → RFC 3339 in µs; undefined when it is neither. */
export const normalTime = (value: unknown): string | undefined => {
  if (typeof value === 'string') return fromText(value)
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return fromEpoch(value)
  return undefined
}

const fromText = (text: string): string | undefined => {
  const match = rfc3339.exec(text)
  if (!match) return undefined
  const [, date, time, fraction = '', zone] = match
  if (!isDay(date!)) return undefined
  const milliseconds = Date.parse(`${date}T${time}${zone!.toUpperCase()}`)
  return format(milliseconds, fraction.slice(0, 6).padEnd(6, '0'))
}

/** `Date.parse` would take 31 February for 3 March. */
const isDay = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDate() === Number(date.slice(8))

const fromEpoch = (epoch: number): string | undefined => {
  const micros = Math.round(epoch < 1e11 ? epoch * 1e6 : epoch < 1e14 ? epoch * 1e3 : epoch)
  const whole = Math.floor(micros / 1e6)
  return format(whole * 1000, String(micros - whole * 1e6).padStart(6, '0'))
}

const format = (milliseconds: number, micros: string): string | undefined =>
  milliseconds >= earliest && milliseconds <= latest
    ? `${new Date(milliseconds).toISOString().slice(0, 19)}.${micros}Z`
    : undefined
