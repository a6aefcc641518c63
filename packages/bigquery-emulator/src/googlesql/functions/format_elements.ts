/** GoogleSQL functions: emits FORMAT_* functions. DuckDB formats the common elements; a user-defined function formats the rest. */

/** Elements that DuckDB formats as BigQuery does, for each type; `%E6S` has another name there. Years before 1000 differ: DuckDB pads them. */
const native = {
  DATE: /^'(?:[^%']|''|%[YmdFDjyBbAa%])*'$/,
  DATETIME: /^'(?:[^%']|''|%E6S|%[YmdHMSFTRDjyBbAa%])*'$/,
  TIME: /^'(?:[^%']|''|%[HMSTR%])*'$/,
}

/** Elements that DuckDB lacks, or names otherwise. */
const spellings: Readonly<Record<string, string>> = {
  '%F': '%Y-%m-%d',
  '%T': '%H:%M:%S',
  '%R': '%H:%M',
  '%D': '%m/%d/%y',
  '%E6S': '%S.%f',
}

/** Emits the formatted text. `local` is the civil time to print; `utc` is the same instant in microseconds. */
export function formatElements(
  kind: 'DATE' | 'DATETIME' | 'TIME' | 'TIMESTAMP',
  format: string,
  local: string,
  utc = `epoch_us(${local})`,
): string {
  if (!native[kind === 'TIMESTAMP' ? 'DATETIME' : kind].test(format))
    return `bq_strftime('${kind}', ${format}, ${local}, ${utc})`
  const spelled = format.replaceAll(/%(?:E6S|.)/g, (element) => spellings[element] ?? element)
  const printed = `strftime(${local}, ${spelled})`
  return spelled.includes('%Y')
    ? `bq_strftime_of_year('${kind}', ${format}, ${local}, ${utc}, ${printed})`
    : printed
}
