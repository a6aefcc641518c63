/** Console: asks one question of the closed set (functions/console/questions) as the signed-in account. */
import { postSignedIn } from './signed_in_api.ts'
import type { ApiResult } from './api.ts'

/** Values of a question's parameters. Undefined ones are not sent. */
export type AskValues = Readonly<Record<string, string | number | readonly string[] | undefined>>

export interface Answer<Row> {
  rows: readonly Row[]
  /** What BigQuery read; with `estimate`, what it would read. */
  bytes: number
  /** True if there are more rows. */
  truncated: boolean
}

interface AskOptions {
  /** True to learn what the question would read, without reading it. */
  estimate?: boolean | undefined
  /** Bytes that it may read. Default: 1 GiB. */
  maxBytes?: number | undefined
}

/** Never rejects. */
export function ask<Row>(
  name: string,
  values: AskValues,
  options: AskOptions = {},
): Promise<ApiResult<Answer<Row>>> {
  return postSignedIn<Answer<Row>>('/v1/console/ask', { ask: name, values, ...options })
}
