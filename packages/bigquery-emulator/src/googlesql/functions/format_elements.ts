/** FORMAT_* functions: the common format elements run in DuckDB, the others in a function of our own. */

/** Elements DuckDB prints just as BigQuery does, of those that each type has; it pads years before 1000. */
const native = {
  DATE: /^'(?:[^%']|''|%[YmdFDjyBbAa%])*'$/,
  DATETIME: /^'(?:[^%']|''|%[YmdHMSFTRDjyBbAa%])*'$/,
  TIME: /^'(?:[^%']|''|%[HMSTR%])*'$/,
}

/** `local` is the civil time to print, `utc` the instant in microseconds behind it. */
export function formatElements(
  kind: 'DATE' | 'DATETIME' | 'TIME' | 'TIMESTAMP',
  format: string,
  local: string,
  utc = `epoch_us(${local})`,
): string {
  if (!native[kind === 'TIMESTAMP' ? 'DATETIME' : kind].test(format))
    return `bq_strftime('${kind}', ${format}, ${local}, ${utc})`
  const spelled = format
    .replaceAll('%F', '%Y-%m-%d')
    .replaceAll('%T', '%H:%M:%S')
    .replaceAll('%R', '%H:%M')
    .replaceAll('%D', '%m/%d/%y')
  const printed = `strftime(${local}, ${spelled})`
  return spelled.includes('%Y')
    ? `bq_strftime_of_year('${kind}', ${format}, ${local}, ${utc}, ${printed})`
    : printed
}
