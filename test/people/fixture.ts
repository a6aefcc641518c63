/** Test support: an embedded BigQuery with all tables and views, the search for links, and the rows of the model of a sync. */
import { randomUUID } from 'node:crypto'
import { openWarehouse, type Warehouse } from '../../functions/google/warehouse.ts'
import { peopleWorker } from '../../functions/people/worker.ts'
import { createRunHandler } from '../../functions/runs/handle_run.ts'
import type { Sync } from '../../schemas/sync.ts'
import { views } from '../../schemas/views.ts'
import { tables } from '../../schemas/warehouse.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'

type Row = Readonly<Record<string, unknown>>

/** Returns the RFC 3339 text of so many hours ago. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString()
}

export class PeopleFixture {
  readonly test: TestWarehouse
  readonly warehouse: Warehouse
  readonly #restore: () => void
  #events = 0

  private constructor(test: TestWarehouse) {
    this.test = test
    this.#restore = lendEnvironment(test.env)
    this.warehouse = openWarehouse(test)
  }

  static async start(): Promise<PeopleFixture> {
    const test = await startWarehouse()
    for (const table of Object.values(tables)) await test.createTable(table)
    for (const { name, query } of views(test.project, test.dataset))
      await test.call('POST', `/datasets/${test.dataset}/tables`, {
        tableReference: { projectId: test.project, datasetId: test.dataset, tableId: name },
        view: { query, useLegacySql: false },
      })
    return new PeopleFixture(test)
  }

  async stop(): Promise<void> {
    this.#restore()
    await this.test.stop()
  }

  /** Empties the tables. */
  async clear(): Promise<void> {
    for (const name of ['events', 'identity_links', 'runs', 'leases'])
      await this.warehouse.change(`DELETE FROM ${this.warehouse.locate(name)} WHERE TRUE`)
  }

  /** Stores events that happened and were received so many hours ago. JSON columns are objects. */
  async store(hours: number, ...events: readonly Row[]): Promise<void> {
    const at = hoursAgo(hours)
    const rows = events.map((event) => {
      const id = `e-${this.#events++}`
      return {
        json: {
          event_id: id,
          event_name: 'page_view',
          event_time: at,
          received_at: at,
          stored_at: at,
          topic: 'events',
          message_id: id,
          definition: 'page_view@1.0',
          hop: 0,
          violations: [],
          decisions: [],
          ...Object.fromEntries(
            Object.entries(event).map(([name, value]) => [
              name,
              typeof value === 'object' ? JSON.stringify(value) : value,
            ]),
          ),
        },
      }
    })
    const answer = await this.test.call('POST', `/datasets/${this.test.dataset}/tables/events/insertAll`, {
      rows,
    })
    if ('insertErrors' in (answer as object)) throw new Error(JSON.stringify(answer))
  }

  /** Searches for links. Returns the row of the run. */
  async link(): Promise<{ state: string; reason: string | null; links: number }> {
    const worker = peopleWorker({ warehouse: this.warehouse, maximumBytesBilled: 2 ** 40 })
    const id = randomUUID()
    const handle = createRunHandler(
      {
        warehouse: this.warehouse,
        leaseMs: 0,
        workMs: 3_600_000,
        newHolder: randomUUID,
        now: () => performance.now(),
        repeat: () => () => {},
        warn: () => {},
        alert: () => {},
      },
      { people: worker },
    )
    await handle({
      messageId: id,
      subscription: 'runs-people',
      publishTime: new Date().toISOString(),
      data: Buffer.from('{}'),
      attributes: { kind: 'people' },
      attempt: 1,
    })
    const [run] = await this.rows(
      `SELECT state, reason, INT64(counts.links) AS links FROM runs WHERE run_id = '${id}'`,
    )
    return run as unknown as { state: string; reason: string | null; links: number }
  }

  /** Runs GoogleSQL over the tables of the dataset. */
  async rows(sql: string): Promise<readonly Row[]> {
    const qualified = sql.replaceAll(/\b(FROM|JOIN) (\w+)/g, `$1 ${this.test.dataset}.$2`)
    const lines = await this.warehouse.rows(`SELECT TO_JSON_STRING(line) AS line FROM (${qualified}) AS line`)
    return lines.map(({ line }) => JSON.parse(String(line)) as Row)
  }

  /** Returns identifier → person. */
  async people(): Promise<Readonly<Record<string, string | null>>> {
    const rows = await this.rows('SELECT id_type, id, person_id FROM people')
    return Object.fromEntries(rows.map(({ id, person_id }) => [String(id), person_id as string | null]))
  }

  /** Returns the rows of the model of a sync, without NULL columns, ordered by their first column. */
  async model({ model }: Sync): Promise<readonly Row[]> {
    const lines = await this.warehouse.rows(
      `SELECT TO_JSON_STRING(line) AS line FROM (${model(this.warehouse.locate)}) AS line ORDER BY 1`,
    )
    return lines.map(({ line }) =>
      Object.fromEntries(
        Object.entries(JSON.parse(String(line)) as Row).filter(([, value]) => value !== null),
      ),
    )
  }
}
