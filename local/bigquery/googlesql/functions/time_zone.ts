/** Time zones: from instants to civil times and back. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#time_zones */

/** The civil time of an instant in a zone. In UTC both are the same number: without a calendar twenty times as fast. */
export const toLocal = (timestamp: string, zone = "'UTC'"): string =>
  zone === "'UTC'" ? `make_timestamp(epoch_us(${timestamp}))` : `(${timestamp} AT TIME ZONE ${zone})`

/** The instant of a civil time in a zone. */
export const fromLocal = (local: string, zone = "'UTC'"): string =>
  zone === "'UTC'" ? `make_timestamptz(epoch_us(${local}))` : `bq_from_local(${local}, ${zone})`
