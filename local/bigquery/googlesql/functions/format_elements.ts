/** FORMAT_* functions: the common format elements run in DuckDB, the others in a function of our own. */

/** Elements DuckDB prints just as BigQuery does. */
const native = /^'(?:[^%']|''|%[YmdHMSFTRDjyBbAa%])*'$/

/** `local` is the civil time to print, `utc` the instant in microseconds behind it. */
export function formatElements(format: string, local: string, utc = `epoch_us(${local})`): string {
  if (!native.test(format)) return `bq_strftime(${format}, ${local}, ${utc})`
  const spelled = format
    .replaceAll('%F', '%Y-%m-%d')
    .replaceAll('%T', '%H:%M:%S')
    .replaceAll('%R', '%H:%M')
    .replaceAll('%D', '%m/%d/%y')
  return `strftime(${local}, ${spelled})`
}
