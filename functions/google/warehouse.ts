/** Google APIs: runs GoogleSQL queries and DML through the official client, as the function's service account. For jobs over the
 * warehouse; events are written by `insertAll`. https://cloud.google.com/bigquery/docs/reference/rest/v2/Job */
import { setTimeout as wait } from 'node:timers/promises'
import type { BigQuery, Job, Query } from '@google-cloud/bigquery'
import type { Locate } from '../../schemas/views/view.ts'

/** A query parameter: its type, in brackets for an array, and its value. */
export type Parameter = readonly [type: ParameterType | readonly [ParameterType], value: unknown]
type ParameterType = 'STRING' | 'INT64' | 'FLOAT64' | 'BOOL' | 'TIMESTAMP' | 'JSON'
export type Parameters = Readonly<Record<string, Parameter>>

/** A row as the official client returns it: a TIMESTAMP is an object with `value`. */
export type WarehouseRow = Readonly<Record<string, unknown>>

interface Bounds {
  /** The statement fails if it would read more. */
  maximumBytesBilled?: number
}

/** The bytes that a statement would read, and the columns of its result. */
interface Estimate {
  bytes: number
  columns: readonly { name: string; type: string }[]
}

export interface Warehouse {
  /** Returns the full name of a table or view of the dataset. */
  locate: Locate
  /** Returns all rows of a query, for small results. */
  rows: (sql: string, parameters?: Parameters, bounds?: Bounds) => Promise<readonly WarehouseRow[]>
  /** Yields the rows of a query, a page at a time, for results of any size. */
  pages: (
    sql: string,
    parameters?: Parameters,
    bounds?: Bounds & { pageRows?: number },
  ) => AsyncIterable<readonly WarehouseRow[]>
  /** Runs a DML statement. Returns the number of changed rows. Retries after a conflict with a concurrent statement. */
  change: (sql: string, parameters?: Parameters, bounds?: Bounds) => Promise<number>
  /** Estimates a statement by a dry run, which is free. */
  estimate: (sql: string, parameters?: Parameters) => Promise<Estimate>
}

/** BigQuery aborts a DML statement that conflicts with a concurrent one over the same rows.
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#dml-conflicts */
const conflict = /serialize access|concurrent update/i

/** Delays before the retries of a conflicting statement, in ms. */
const conflictDelaysMs = [500, 1500, 4000]

export function openWarehouse({ project, dataset }: { project: string; dataset: string }): Warehouse {
  let opened: Promise<BigQuery> | undefined
  // Loaded on first use, because the client takes longer to load than the rest of a function.
  const client = () =>
    (opened ??= import('@google-cloud/bigquery').then(({ BigQuery }) => new BigQuery({ projectId: project })))

  const start = async (sql: string, parameters: Parameters, bounds: Bounds): Promise<Job> => {
    const [job] = await (await client()).createQueryJob(requestOf(sql, parameters, bounds))
    return job
  }
  const change = async (sql: string, parameters: Parameters, bounds: Bounds): Promise<number> => {
    const job = await start(sql, parameters, bounds)
    await job.getQueryResults({ maxResults: 0 })
    const [metadata] = await job.getMetadata()
    const { statistics } = metadata as { statistics?: { query?: { numDmlAffectedRows?: string } } }
    return Number(statistics?.query?.numDmlAffectedRows ?? 0)
  }

  return {
    locate: (name) => `\`${project}.${dataset}.${name}\``,
    rows: async (sql, parameters = {}, bounds = {}) => {
      const job = await start(sql, parameters, bounds)
      const [rows] = await job.getQueryResults()
      return rows as readonly WarehouseRow[]
    },
    pages: async function* (sql, parameters = {}, { pageRows = 1000, ...bounds } = {}) {
      const job = await start(sql, parameters, bounds)
      let pageToken: string | undefined
      do {
        const page = {
          maxResults: pageRows,
          autoPaginate: false,
          ...(pageToken !== undefined && { pageToken }),
        }
        const [rows, next] = await job.getQueryResults(page)
        if (rows.length > 0) yield rows as readonly WarehouseRow[]
        pageToken = (next as { pageToken?: string } | null)?.pageToken
      } while (pageToken !== undefined)
    },
    change: async (sql, parameters = {}, bounds = {}) => {
      for (const delay of conflictDelaysMs) {
        try {
          return await change(sql, parameters, bounds)
        } catch (error) {
          if (!conflict.test((error as Error).message)) throw error
          await wait(delay)
        }
      }
      return change(sql, parameters, bounds)
    },
    estimate: async (sql, parameters = {}) => {
      const request = { ...requestOf(sql, parameters, {}), dryRun: true }
      const [job] = await (await client()).createQueryJob(request)
      const { statistics } = job.metadata as {
        statistics?: {
          totalBytesProcessed?: string
          query?: { schema?: { fields?: readonly { name: string; type: string }[] } }
        }
      }
      const columns = statistics?.query?.schema?.fields ?? []
      return {
        bytes: Number(statistics?.totalBytesProcessed ?? 0),
        columns: columns.map(({ name, type }) => ({ name, type })),
      }
    },
  }
}

function requestOf(query: string, parameters: Parameters, { maximumBytesBilled }: Bounds): Query {
  const entries = Object.entries(parameters)
  return {
    query,
    params: Object.fromEntries(entries.map(([name, parameter]) => [name, valueOf(parameter)])),
    types: Object.fromEntries(
      entries.map(([name, [type]]) => [name, typeof type === 'string' ? type : [...type]]),
    ),
    ...(maximumBytesBilled !== undefined && { maximumBytesBilled: String(maximumBytesBilled) }),
    labels: { application: 'sluice' },
  }
}

/** Wraps a TIMESTAMP text in an object with `value`: the official client would send a plain text as null. */
function valueOf([type, value]: Parameter): unknown {
  return type === 'TIMESTAMP' && typeof value === 'string' ? { value } : value
}
