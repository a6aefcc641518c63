/** Google APIs: appends rows to a table over REST, with bodies built from text that exists already: the official client
 * costs about ten times the CPU per row. https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll */
import { bigqueryUrl } from './endpoints.ts'
import { send } from './http.ts'

/** One row as JSON text, with the id by which BigQuery drops a repetition within about a minute. */
export interface RowText {
  insertId: string
  json: string
}

export interface TableName {
  project: string
  dataset: string
  table: string
}

/** What became of one row. `invalid` rows will never fit; `again` rows may fit later. */
export type RowResult = { kind: 'written' } | { kind: 'invalid' | 'again'; message: string }

/** Limits of one request. https://cloud.google.com/bigquery/quotas#streaming_inserts */
export const insertLimits = { rows: 500, bytes: 9_000_000 } as const

interface InsertErrors {
  insertErrors?: readonly {
    index: number
    errors: readonly { reason?: string; message?: string; location?: string }[]
  }[]
}

const written: RowResult = { kind: 'written' }

/** Appends rows and tells each one's fate. A request that fails as a whole makes every row `again`. */
export const insertAll = async (
  env: NodeJS.ProcessEnv,
  table: TableName,
  authorization: string | Promise<string>,
  rows: readonly RowText[],
): Promise<readonly RowResult[]> => {
  try {
    const { status, body } = await send({
      method: 'POST',
      url: `${bigqueryUrl(env)}/projects/${table.project}/datasets/${table.dataset}/tables/${table.table}/insertAll`,
      headers: { authorization: await authorization, 'content-type': 'application/json' },
      body: requestText(rows),
      timeout: 30_000,
    })
    if (status === 400 || status === 413) return refused(env, table, authorization, rows, status)
    if (status !== 200)
      return failed(rows, 'again', `BigQuery answered ${status} to insertAll on ${table.table}.`)
    return perRow(rows, JSON.parse(body) as InsertErrors)
  } catch (error) {
    return failed(
      rows,
      'again',
      `BigQuery could not be reached: ${error instanceof Error ? error.message : 'no reason given'}.`,
    )
  }
}

/** The request as a whole was unreadable or too large, so one of its rows is: halve it until that one stands alone. */
const refused = async (
  env: NodeJS.ProcessEnv,
  table: TableName,
  authorization: string | Promise<string>,
  rows: readonly RowText[],
  status: number,
): Promise<readonly RowResult[]> => {
  if (rows.length === 1) return failed(rows, 'invalid', `BigQuery answered ${status} to this row.`)
  const middle = rows.length >> 1
  const halves = [rows.slice(0, middle), rows.slice(middle)]
  return (await Promise.all(halves.map((half) => insertAll(env, table, authorization, half)))).flat()
}

const requestText = (rows: readonly RowText[]): string => {
  const texts = rows.map(({ insertId, json }) => `{"insertId":${JSON.stringify(insertId)},"json":${json}}`)
  return `{"skipInvalidRows":true,"ignoreUnknownValues":false,"rows":[${texts.join(',')}]}`
}

const perRow = (rows: readonly RowText[], { insertErrors = [] }: InsertErrors): readonly RowResult[] => {
  const results: RowResult[] = rows.map(() => written)
  for (const { index, errors } of insertErrors) {
    const message = errors
      .map(({ location, message }) => [location, message].filter(Boolean).join(': '))
      .join('; ')
    // A column that was just added is unknown to the streaming service for minutes: that row fits later.
    const invalid = errors.every(
      ({ reason, message = '' }) => reason === 'invalid' && !message.startsWith('no such field'),
    )
    results[index] = { kind: invalid ? 'invalid' : 'again', message }
  }
  return results
}

const failed = (rows: readonly RowText[], kind: 'invalid' | 'again', message: string): readonly RowResult[] =>
  rows.map(() => ({ kind, message }))
