/** Table decorators: `table$20240101` is one partition of a table, `table@1700000000000` its state at a time.
 * https://cloud.google.com/bigquery/docs/managing-partitioned-tables#partition_decorators */
import { ApiError } from './api_error.ts'

/** Throws if a table ID of the API has a decorator. */
export function refuseDecorator(table: string): void {
  const at = table.search(/[@$]/)
  if (at < 0) return
  const kind = table[at] === '$' ? 'Partition' : 'Time'
  throw new ApiError('invalid', `${kind} decorator ${table.slice(at)} is not supported by the local BigQuery`)
}
