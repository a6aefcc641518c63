/** Google APIs: appends rows to a table over REST, with bodies built from existing JSON text. The official client needs about ten
 * times the CPU per row. https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll */
import { requestFault, rowDisposition, type RowDisposition } from './append_errors.ts'
import { bigqueryUrl } from '../net/endpoints.ts'
import { send, type HttpResponse } from '../net/http.ts'
import { invalidateToken } from './token.ts'

/** One row as JSON text, with the id by which BigQuery drops duplicates within about a minute. */
export interface RowText {
  insertId: string
  json: string
}

export interface TablePath {
  project: string
  dataset: string
  table: string
}

/** The result of one row (append_errors.ts). */
export type RowResult = { kind: 'written' } | { kind: RowDisposition; message: string }

/** Limits of one request. https://cloud.google.com/bigquery/quotas#streaming_inserts */
export const insertLimits = { rows: 500, bytes: 9_000_000 } as const

interface InsertErrors {
  insertErrors?: readonly {
    index: number
    errors: readonly { reason?: string; message?: string; location?: string }[]
  }[]
}

const written: RowResult = { kind: 'written' }

/** Returns the REST URL of a table. */
export function tableUrl(env: NodeJS.ProcessEnv, { project, dataset, table }: TablePath): string {
  return `${bigqueryUrl(env)}/projects/${project}/datasets/${dataset}/tables/${table}`
}

/** Appends rows in as many requests as their size needs. Returns the result of each row, in order. Never rejects. */
export async function insertAll(
  env: NodeJS.ProcessEnv,
  table: TablePath,
  authorization: string | Promise<string>,
  rows: readonly RowText[],
): Promise<readonly RowResult[]> {
  const append = appendTo(env, table, authorization)
  return (await Promise.all(requestsOf(rows).map(append))).flat()
}

/** Splits rows into requests within the limits. A row that is too large gets a request of its own. */
function requestsOf(rows: readonly RowText[]): RowText[][] {
  const requests: RowText[][] = []
  let bytes = Infinity
  for (const row of rows) {
    const size = Buffer.byteLength(row.json)
    bytes += size
    const last = requests.at(-1)
    if (last && bytes <= insertLimits.bytes && last.length < insertLimits.rows) last.push(row)
    else {
      requests.push([row])
      bytes = size
    }
  }
  return requests
}

type Append = (rows: readonly RowText[]) => Promise<readonly RowResult[]>

function appendTo(env: NodeJS.ProcessEnv, table: TablePath, authorization: string | Promise<string>): Append {
  const url = `${tableUrl(env, table)}/insertAll`
  const append: Append = async (rows) => {
    let response: HttpResponse
    let bearer: string
    try {
      bearer = await authorization
      const headers = { authorization: bearer, 'content-type': 'application/json' }
      response = await send({ method: 'POST', url, headers, body: requestBody(rows), timeout: 30_000 })
    } catch (error) {
      const cause = error instanceof Error ? error.message : 'unknown error'
      return failed(rows, 'retry', `BigQuery is unreachable: ${cause}.`)
    }
    const { status } = response
    const body = parse(response.body)
    if (status === 200 && body) return perRow(rows, body)
    const { reason, message } = errorOf(body)
    const { alone, renew } = requestFault({ status, reason, message: message ?? response.body })
    if (renew) invalidateToken(bearer)
    if (alone && rows.length > 1) return inHalves(append, rows)
    return failed(
      rows,
      alone ?? 'retry',
      `insertAll on table ${table.table} failed: HTTP ${status}${reason ? ` (${reason})` : ''}.`,
    )
  }
  return append
}

/** Sends the rows of a request that was unreadable or too large in halves, until the row that is the cause is alone. */
async function inHalves(append: Append, rows: readonly RowText[]): Promise<readonly RowResult[]> {
  const middle = rows.length >> 1
  const halves = [rows.slice(0, middle), rows.slice(middle)]
  return (await Promise.all(halves.map(append))).flat()
}

/** As bytes: a text would last as long as the request, beside the bytes that are sent. */
function requestBody(rows: readonly RowText[]): Buffer {
  const texts = rows.map(({ insertId, json }) => `{"insertId":${JSON.stringify(insertId)},"json":${json}}`)
  return Buffer.from(`{"skipInvalidRows":true,"ignoreUnknownValues":false,"rows":[${texts.join(',')}]}`)
}

interface ErrorBody {
  error?: { message?: string; errors?: readonly { reason?: string; message?: string }[] }
}

/** Returns undefined if the body is not JSON: Google's front ends sometimes respond with HTML. */
function parse(body: string): (InsertErrors & ErrorBody) | undefined {
  try {
    return JSON.parse(body) as InsertErrors & ErrorBody
  } catch {
    return undefined
  }
}

function errorOf(body: ErrorBody | undefined): { reason?: string | undefined; message?: string | undefined } {
  return {
    reason: body?.error?.errors?.[0]?.reason,
    message: body?.error?.message,
  }
}

function perRow(rows: readonly RowText[], { insertErrors = [] }: InsertErrors): readonly RowResult[] {
  const results: RowResult[] = rows.map(() => written)
  for (const { index, errors } of insertErrors) {
    const message = errors
      .map(({ location, message }) => [location, message].filter(Boolean).join(': '))
      .join('; ')
    results[index] = { kind: rowDisposition(errors), message }
  }
  return results
}

function failed(rows: readonly RowText[], kind: RowDisposition, message: string): readonly RowResult[] {
  return rows.map(() => ({ kind, message }))
}
