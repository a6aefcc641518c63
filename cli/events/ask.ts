/** Command line: asks the console one of its questions (functions/console/questions). */
import type { ConsoleApi } from '../environment/console_api.ts'

export interface ConsoleAnswer<Row> {
  rows: readonly Row[]
  /** What BigQuery read. */
  bytes: number
}

/** Values of a question's parameters. Undefined ones are not sent. */
type AskValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** `maxBytes`: what the query may read (default: 1 GiB). Throws FAILED_PRECONDITION if it would read more; nothing is billed then. The values are
 * in the body of the request, never in its URL. */
export async function askConsole<Row>(
  api: ConsoleApi,
  question: string,
  values: AskValues,
  maxBytes?: number,
): Promise<ConsoleAnswer<Row>> {
  return (await api.post('ask', { ask: question, values, maxBytes })) as ConsoleAnswer<Row>
}
