/** Google APIs: queries and changes by GoogleSQL, through the official client, in the name of the function's own service account.
 * For work over the warehouse, not for the way of an event. https://cloud.google.com/bigquery/docs/reference/rest/v2/Job */
import { setTimeout as wait } from 'node:timers/promises'
import type { BigQuery, Job, Query } from '@google-cloud/bigquery'
import type { Locate } from '../../schemas/views/view.ts'

/** A parameter: its type, of an array in brackets, and its value. */
export type Parameter = readonly [type: ParameterType | readonly [ParameterType], value: unknown]
type ParameterType = 'STRING' | 'INT64' | 'FLOAT64' | 'BOOL' | 'TIMESTAMP' | 'JSON'
export type Parameters = Readonly<Record<string, Parameter>>

/** A row as the official client gives it: a TIMESTAMP is an object with `value`. */
export type WarehouseRow = Readonly<Record<string, unknown>>

export interface Bounds {
  /** The statement fails before it reads more. */
  maximumBytesBilled?: number
}

/** What a statement would read, and the columns of what it gives. Costs nothing. */
export interface Estimate {
  bytes: number
  columns: readonly { name: string; type: string }[]
}

export interface Warehouse {
  /** The full name of a table or view of the dataset. */
  locate: Locate
  /** The rows of a query, all of them: for few. */
  rows: (sql: string, parameters?: Parameters, bounds?: Bounds) => Promise<readonly WarehouseRow[]>
  /** The rows of a query, a page at a time: for any number. */
  pages: (
    sql: string,
    parameters?: Parameters,
    bounds?: Bounds & { pageRows?: number },
  ) => AsyncIterable<readonly WarehouseRow[]>
  /** Runs a statement that changes rows; how many it changed. What another change got in the way of is tried again. */
  change: (sql: string, parameters?: Parameters, bounds?: Bounds) => Promise<number>
  estimate: (sql: string, parameters?: Parameters) => Promise<Estimate>
}

/** BigQuery gives up a change that another one to the same rows got in the way of.
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#dml-conflicts */
const conflict = /serialize access|concurrent update/i

/** Waits between two tries of a change, in ms. */
const conflictDelays = [500, 1500, 4000]

export function openWarehouse({ project, dataset }: { project: string; dataset: string }): Warehouse {
  let opened: Promise<BigQuery> | undefined
  // The client takes longer to load than the rest of a function: not before it is needed.
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
      for (const delay of conflictDelays) {
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

/** The official client takes a TIMESTAMP only as an object with `value`; of a text it makes null. */
function valueOf([type, value]: Parameter): unknown {
  return type === 'TIMESTAMP' && typeof value === 'string' ? { value } : value
}
