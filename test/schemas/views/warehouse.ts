/** View tests: the tables and views of the dataset in an embedded BigQuery, with functions to insert rows. */
import { BigQuery, type Dataset } from '@google-cloud/bigquery'
import {
  parameterTypes,
  periodParameters,
  type Query,
  type Values,
} from '../../../functions/console/queries/query.ts'
import { countStatement } from '../../../functions/health/count_hours.ts'
import { tableSchema } from '../../../infra/resources/table_schema.ts'
import { views } from '../../../schemas/views.ts'
import { tables, type TableName } from '../../../schemas/warehouse.ts'
import {
  everything,
  project,
  startServer,
  type TestServer,
} from '../../../packages/bigquery-emulator/test/support/server.ts'

export type Row = Readonly<Record<string, unknown>>

function fieldsOf(columns: Parameters<typeof tableSchema>[0]): object[] {
  return JSON.parse(tableSchema(columns)) as object[]
}

export class Warehouse {
  readonly #server: TestServer
  readonly #dataset: Dataset
  #messages = 0

  private constructor(server: TestServer, dataset: Dataset) {
    this.#server = server
    this.#dataset = dataset
  }

  /** With `requirePartitionFilter`, queries that do not prune partitions are rejected. `access` permits this class everything. */
  static async start({
    requirePartitionFilter = false,
    declared = views(project, 'sluice'),
    access = everything,
  } = {}): Promise<Warehouse> {
    const server = await startServer(access)
    const [dataset] = await server.client.createDataset('sluice')
    for (const { name, columns, partition } of Object.values(tables)) {
      await dataset.createTable(name, {
        schema: fieldsOf(columns),
        ...(partition !== undefined && {
          timePartitioning: { type: 'DAY', field: partition },
          requirePartitionFilter,
        }),
      })
    }
    for (const { name, query } of declared)
      await dataset.createTable(name, { view: { query, useLegacySql: false } })
    return new Warehouse(server, dataset)
  }

  /** Address of the embedded BigQuery. */
  get url(): string {
    return this.#server.url
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }

  /** Empties the tables. */
  async clear(): Promise<void> {
    for (const { name } of Object.values(tables)) await this.query(`TRUNCATE TABLE sluice.${name}`)
  }

  /** Inserts rows of `events`. Default: each row has its own message id. */
  events(...rows: readonly Row[]): Promise<void> {
    return this.#insert('events', rows, (row) => {
      this.#messages += 1
      return {
        event_name: 'purchase',
        event_time: row['received_at'],
        topic: 'events',
        message_id: `m-${this.#messages}`,
        definition: 'purchase@1.0',
        hop: 0,
        violations: [],
        decisions: [],
      }
    })
  }

  deliveries(...rows: readonly Row[]): Promise<void> {
    return this.#insert('deliveries', rows, () => ({
      event_name: 'purchase',
      target: 'webhook',
      outcome: 'delivered',
      attempt: 1,
      latency_ms: 100,
    }))
  }

  quarantine(...rows: readonly Row[]): Promise<void> {
    return this.#insert('quarantine', rows, () => ({
      topic: 'events',
      reason: 'unknown_event',
      violations: [],
    }))
  }

  definitions(...rows: readonly Row[]): Promise<void> {
    return this.#insert('definitions', rows, () => ({ created_by: 'ada@acme.example', definition: '{}' }))
  }

  /** The rows of a query from the official client, with times as RFC 3339 text. */
  async query(query: string): Promise<Row[]> {
    const [rows] = await this.#server.client.query(query)
    return (rows as Row[]).map(plainRow)
  }

  /** Counts the hours since a time, as the health check does. */
  async countHours(since: string): Promise<void> {
    const thisHour = new Date(Math.floor(Date.now() / hourMs) * hourMs).toISOString()
    await this.#server.client.query({
      query: countStatement((name) => `sluice.${name}`),
      params: { from: BigQuery.timestamp(since), to: BigQuery.timestamp(thisHour) },
    })
  }

  /** The rows of a query of the console for a period, in its default dataset. */
  async ask({ sql }: Query, values: Values): Promise<Row[]> {
    const params = Object.fromEntries(
      periodParameters(sql).map((name) => [
        name,
        parameterTypes[name] === 'TIMESTAMP' ? BigQuery.timestamp(values[name]) : Number(values[name]),
      ]),
    )
    const [rows] = await this.#server.client.query({
      query: sql,
      params,
      defaultDataset: { datasetId: 'sluice' },
    })
    return (rows as Row[]).map(plainRow)
  }

  async #insert(table: TableName, rows: readonly Row[], defaults: (row: Row) => Row): Promise<void> {
    const full = rows.map((row) => ({ json: { ...defaults(row), ...row } }))
    for (let start = 0; start < full.length; start += 500)
      await this.#dataset.table(table).insert(full.slice(start, start + 500), { raw: true })
  }
}

function plainRow(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('value' in value) return value.value
  return Array.isArray(value) &&
    value.some((item) => item !== null && Object.getPrototypeOf(item) === Object.prototype)
    ? value.map((item) => plainRow(item as Row))
    : value
}

const hourMs = 3_600_000

/** The start of yesterday, UTC: in the past, and within the time that every view covers. */
const yesterday = Math.floor(Date.now() / (24 * hourMs) - 1) * 24 * hourMs

/** A time of yesterday: `at('10:00:01')`. */
export function at(clock: string): string {
  return new Date(`${day}T${clock}Z`).toISOString()
}

export const day = new Date(yesterday).toISOString().slice(0, 10)

const thisHour = Math.floor(Date.now() / hourMs)

/** The start of the hour that is `hours` hours before the one in which the tests started. */
export function hoursAgo(hours: number): string {
  return new Date((thisHour - hours) * hourMs).toISOString()
}

/** A decision that permits. */
export function permit(destination: string) {
  return {
    destination,
    permitted: true,
    rule: 'all',
    reason: 'permitted',
  }
}

/** A decision that restricts. */
export function restrict(destination: string) {
  return {
    destination,
    permitted: false,
    rule: null,
    reason: 'no_permit',
  }
}
