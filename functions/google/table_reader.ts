/** Google APIs: reads a small table whole, by calls that cost nothing and need no right but to read that table.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/get
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/list */
import { tableUrl, type TablePath } from './bigquery.ts'
import { send } from '../net/http.ts'
import { invalidateToken } from './token.ts'

/** A row, values as text; TIMESTAMPs as µs since 1970. */
export type TableRow = Readonly<Record<string, string | null>>

export interface TableReader {
  /** Changes whenever the rows do; undefined when there is no such table. */
  version: () => Promise<string | undefined>
  /** All rows, a page at a time. */
  pages: () => AsyncIterable<readonly TableRow[]>
}

interface Metadata {
  etag?: string
  lastModifiedTime?: string
  numRows?: string
  streamingBuffer?: { estimatedRows?: string }
  schema?: { fields?: readonly { name: string }[] }
}

interface Page {
  rows?: readonly { f: readonly { v: string | null }[] }[]
  pageToken?: string
}

const pageRows = 10_000

/** Reads these columns of a table. Rejects when BigQuery cannot be reached or refuses. */
export function tableReader(
  env: NodeJS.ProcessEnv,
  table: TablePath,
  authorization: () => string | Promise<string>,
  wanted: readonly string[],
): TableReader {
  const url = tableUrl(env, table)
  const get = async (path: string): Promise<{ status: number; body: string }> => {
    const bearer = await authorization()
    const request = { method: 'GET', url: url + path, headers: { authorization: bearer }, body: '' } as const
    const answer = await send({ ...request, timeout: 10_000 })
    if (answer.status === 401) invalidateToken(bearer)
    if (answer.status !== 200 && answer.status !== 404)
      throw new Error(`BigQuery answered ${answer.status} to a look at ${table.table}.`)
    return answer
  }

  let names: readonly string[] = []
  return {
    version: async () => {
      const { status, body } = await get('')
      if (status === 404) return undefined
      const { etag, lastModifiedTime, numRows, streamingBuffer, schema } = JSON.parse(body) as Metadata
      // Columns come in the order of the table, whatever is asked for.
      names = (schema?.fields ?? []).map(({ name }) => name).filter((name) => wanted.includes(name))
      return [etag, lastModifiedTime, numRows, streamingBuffer?.estimatedRows].join('/')
    },
    pages: async function* () {
      const columns = `selectedFields=${names.join(',')}&maxResults=${pageRows}&formatOptions.useInt64Timestamp=true`
      let token: string | undefined
      do {
        const page = token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`
        const { status, body } = await get(`/data?${columns}${page}`)
        if (status === 404) throw new Error(`The table ${table.table} went while it was read.`)
        const { rows = [], pageToken } = JSON.parse(body) as Page
        yield rows.map(({ f }) => Object.fromEntries(names.map((name, index) => [name, f[index]?.v ?? null])))
        token = pageToken
      } while (token !== undefined)
    },
  }
}
