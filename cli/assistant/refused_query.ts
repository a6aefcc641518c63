/** Command line: the error for a query that an assistant may not run. */
import { CliError } from '../terminal/cli_error.ts'

/** `reason` is a sentence. */
export function refusedQuery(reason: string): CliError {
  return new CliError(
    'INVALID_ARGUMENT',
    `This query does not run: ${reason} Write one SELECT over the tables and views that the tool catalogue lists, each by its bare name.`,
  )
}
