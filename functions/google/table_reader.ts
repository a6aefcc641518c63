/** Google APIs: reads a small table completely, by free calls that need only read access to the table.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/get
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/list */
import { tableUrl, type TablePath } from './bigquery.ts'
import { send } from '../net/http.ts'
import { invalidateToken } from './token.ts'

/** A row. Values are text, TIMESTAMPs are µs since 1970. */
export type TableRow = Readonly<Record<string, string | null>>

export interface TableReader {
  /** Returns a text that changes whenever the rows do; undefined if the table does not exist. */
  version: () => Promise<string | undefined>
  /** Yields all rows, a page at a time. */
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

/** Creates a reader of some columns of a table. Its calls reject if BigQuery is unreachable or refuses them. */
export function tableReader(
  env: NodeJS.ProcessEnv,
  table: TablePath,
  authorization: () => string | Promise<string>,
  columns: readonly string[],
): TableReader {
  const url = tableUrl(env, table)
  const get = async (path: string): Promise<{ status: number; body: string }> => {
    const bearer = await authorization()
    const request = { method: 'GET', url: url + path, headers: { authorization: bearer }, body: '' } as const
    const response = await send({ ...request, timeout: 10_000 })
    if (response.status === 401) invalidateToken(bearer)
    if (response.status !== 200 && response.status !== 404)
      throw new Error(`Reading table ${table.table} from BigQuery failed: HTTP ${response.status}.`)
    return response
  }

  let names: readonly string[] = []
  return {
    version: async () => {
      const { status, body } = await get('')
      if (status === 404) return undefined
      const { etag, lastModifiedTime, numRows, streamingBuffer, schema } = JSON.parse(body) as Metadata
      // BigQuery returns columns in the order of the table, not of the request.
      names = (schema?.fields ?? []).map(({ name }) => name).filter((name) => columns.includes(name))
      return [etag, lastModifiedTime, numRows, streamingBuffer?.estimatedRows].join('/')
    },
    pages: async function* () {
      const query = `selectedFields=${names.join(',')}&maxResults=${pageRows}&formatOptions.useInt64Timestamp=true`
      let token: string | undefined
      do {
        const page = token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`
        const { status, body } = await get(`/data?${query}${page}`)
        if (status === 404) throw new Error(`Table ${table.table} was deleted while it was read.`)
        const { rows = [], pageToken } = JSON.parse(body) as Page
        yield rows.map(({ f }) => Object.fromEntries(names.map((name, index) => [name, f[index]?.v ?? null])))
        token = pageToken
      } while (token !== undefined)
    },
  }
}
