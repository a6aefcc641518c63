/** Test support: runs the health check against an embedded BigQuery whose tables refuse statements that do not prune partitions. */
import { randomUUID } from 'node:crypto'
import { healthWorker } from '../../functions/health/worker.ts'
import { openWarehouse, type Warehouse, type WarehouseRow } from '../../functions/google/warehouse.ts'
import { createRunHandler } from '../../functions/runs/handle_run.ts'
import { tableSchema } from '../../infra/resources/table_schema.ts'
import type { ConfiguredSync } from '../../schemas/configured.ts'
import { tables } from '../../schemas/warehouse.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'
import { checkTime } from './rows.ts'

const raw: ReadonlySet<string> = new Set(['events', 'deliveries', 'quarantine', 'dead_letters'])

export type Facts = Readonly<Record<string, unknown>>

interface CheckOptions {
  /** In ms. Default: now. */
  now?: number
  destinations?: readonly string[]
  syncs?: readonly ConfiguredSync[]
  killAt?: number
  id?: string
}

export class HealthFixture {
  readonly test: TestWarehouse
  readonly warehouse: Warehouse
  /** What the check logged for alerts. */
  readonly logged: Facts[] = []
  readonly #restore: () => void

  private constructor(test: TestWarehouse, restore: () => void) {
    this.test = test
    this.#restore = restore
    this.warehouse = openWarehouse(test)
  }

  static async start(): Promise<HealthFixture> {
    const test = await startWarehouse()
    for (const { name, columns, partition } of Object.values(tables))
      await test.call('POST', `/datasets/${test.dataset}/tables`, {
        tableReference: { projectId: test.project, datasetId: test.dataset, tableId: name },
        schema: { fields: JSON.parse(tableSchema(columns)) as unknown },
        ...(partition !== undefined && {
          timePartitioning: { type: 'DAY', field: partition },
          requirePartitionFilter: raw.has(name),
        }),
      })
    return new HealthFixture(test, lendEnvironment(test.env))
  }

  async stop(): Promise<void> {
    this.#restore()
    await this.test.stop()
  }

  async insert(table: string, rows: readonly object[]): Promise<void> {
    for (let start = 0; start < rows.length; start += 500) {
      const part = rows.slice(start, start + 500).map((json) => ({ json }))
      const path = `/datasets/${this.test.dataset}/tables/${table}/insertAll`
      const answer = await this.test.call('POST', path, { rows: part })
      if ('insertErrors' in (answer as object)) throw new Error(JSON.stringify(answer))
    }
  }

  rows(sql: string): Promise<readonly WarehouseRow[]> {
    return this.warehouse.rows(sql)
  }

  /** Runs the check once. `killAt`: the number of the change at which the process ends, from 1. `id`: of the run; Pub/Sub redelivers one that has
   * not ended. */
  async check({
    now = checkTime,
    destinations = ['crm'],
    syncs = [],
    killAt = Infinity,
    id = randomUUID(),
  }: CheckOptions = {}): Promise<void> {
    let changes = 0
    const warehouse: Warehouse = {
      ...this.warehouse,
      change: (...args) => {
        if (++changes === killAt) throw new Error('killed')
        return this.warehouse.change(...args)
      },
    }
    const worker = healthWorker({
      warehouse,
      maximumBytesBilled: 2 ** 30,
      destinations: destinations.map((id) => ({ id, target: 'webhook' })),
      syncs,
      now: () => now,
      log: (message, facts) => this.logged.push({ message, ...facts }),
    })
    const handle = createRunHandler(
      {
        warehouse: this.warehouse,
        leaseMs: 0,
        workMs: 3_600_000,
        newHolder: randomUUID,
        now: () => performance.now(),
        repeat: () => () => {},
        warn: () => {},
        alert: (_, facts) => {
          throw new Error(JSON.stringify(facts))
        },
      },
      { health: worker },
    )
    await handle({
      messageId: id,
      subscription: 'runs-health',
      publishTime: new Date().toISOString(),
      data: Buffer.from('{}'),
      attributes: { kind: 'health' },
      attempt: 1,
    })
    const [run] = await this.rows(
      `SELECT state, reason FROM ${this.test.dataset}.runs WHERE run_id = '${id}'`,
    )
    if (run?.['state'] !== 'finished') throw new Error(JSON.stringify(run))
  }
}
