/** Console: reads the period from the query of a request. */
import { badRequest, StatusError } from '../serving/answer.ts'
import type { Values } from './queries/query.ts'

const hour = 3_600_000
const day = 24 * hour

/** Maximum period, in ms: the views have thirty days, and the first hour is complete. */
const maxPeriodMs = 31 * day

/** Bucket widths in s, from a minute to a day. */
const widths = [60, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600]

const maxBuckets = 120

/** RFC 3339 with seconds. https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** `from` is the start of an hour, because the views count by the hour; `bucket` is in seconds. */
export interface Period {
  from: string
  to: string
  bucket: number
}

/** `live`: the start of the part of the period that is not read from table hourly_counts. Default: the whole period. */
export function valuesOf({ from, to, bucket }: Period, live = from): Values {
  const known = live === from ? from : `${live.slice(0, 10)}T00:00:00.000Z`
  return { from, to, live, known, bucket: String(bucket) }
}

/** True if the parts of the period are full hours, which table hourly_counts has. */
export function hasFullHours({ bucket }: Period): boolean {
  return bucket % (hour / 1000) === 0
}

/** The same period in parts of full hours. */
export function inFullHours(period: Period): Period {
  return { ...period, bucket: Math.max(period.bucket, hour / 1000) }
}

/** Reads the period. Throws INVALID_ARGUMENT with the name of the invalid parameter, without its value. */
export function readPeriod(query: URLSearchParams): Period {
  for (const name of query.keys()) {
    if (name !== 'from' && name !== 'to')
      throw invalid(name.slice(0, 64), 'unknown parameter; use from and to')
  }
  const start = readTime(query, 'from')
  const to = readTime(query, 'to')
  const from = start - (start % hour)
  if (start >= to) throw invalid('from', 'expected a time before `to`')
  if (to - from > maxPeriodMs) throw invalid('from', 'expected a time no more than 30 days before `to`')
  const bucket = widths.find((width) => (to - from) / 1000 / width <= maxBuckets) ?? widths.at(-1)!
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), bucket }
}

function readTime(query: URLSearchParams, name: 'from' | 'to'): number {
  const [text, ...others] = query.getAll(name)
  const time = text !== undefined && others.length === 0 && rfc3339.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(time) || time < 0) throw invalid(name, 'expected one time such as 2026-01-31T08:00:00Z')
  return time
}

function invalid(field: string, description: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', `Invalid value for ${field}: ${description}.`, {
    details: [badRequest([{ field, description }])],
  })
}
