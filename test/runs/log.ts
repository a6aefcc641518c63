/** Test support: the embedded BigQuery with the tables of runs, and the run handler with a worker of the test. */
import { openWarehouse, type WarehouseRow } from '../../functions/google/warehouse.ts'
import { createRunHandler, type RunsPorts, type RunWorker } from '../../functions/runs/handle_run.ts'
import { cancelRun } from '../../functions/runs/run_log.ts'
import { StatusError } from '../../functions/serving/answer.ts'
import { tables } from '../../schemas/warehouse.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse } from '../support/warehouse.ts'

export type Log = Awaited<ReturnType<typeof startLog>>

/** A lease that outlives every test. */
const longLease = 3_600_000

export async function startLog() {
  const store = await startWarehouse()
  const restoreEnvironment = lendEnvironment(store.env)
  for (const table of [tables.runs, tables.leases, tables.audit]) await store.createTable(table)
  const warehouse = openWarehouse(store)
  const logged: string[] = []
  let holders = 0

  /** Starts one instance of the handler. `leaseMs`: duration of a lease, which the instance does not renew. */
  const instance = (worker: Partial<RunWorker<'reprocess'>>, { leaseMs = longLease } = {}) => {
    const ports: RunsPorts = {
      warehouse,
      leaseMs,
      newHolder: () => `holder-${holders++}`,
      now: () => performance.now(),
      workMs: 60_000,
      repeat: () => () => {},
      warn: (message) => void logged.push(message),
      alert: (message, { reason }) => void logged.push(`${message}: ${String(reason)}`),
    }
    const whole: RunWorker<'reprocess'> = {
      describe: () => ({ scope: 'reprocess' }),
      work: async (run) => {
        await run.end({ state: 'finished', counts: {} })
        return 'done'
      },
      ...worker,
    }
    const handle = createRunHandler(ports, { reprocess: whole }, (run) => cancelRun(warehouse, run))
    /** Pushes a request. Returns the status. */
    return async (id: string, request: object = period, kind = 'reprocess'): Promise<number> => {
      try {
        const { status } = await handle({
          subscription: 'runs-sync',
          messageId: id,
          publishTime: '2026-03-14T09:00:00Z',
          data: Buffer.from(JSON.stringify(request)),
          attributes: { kind },
          attempt: 1,
        })
        return status
      } catch (error) {
        if (error instanceof StatusError) return error.http
        throw error
      }
    }
  }

  return {
    logged,
    instance,
    /** Reads the row of a run. */
    run: async (id: string): Promise<WarehouseRow | undefined> => {
      const [row] = await warehouse.rows(
        `SELECT state, reason, TO_JSON_STRING(counts) AS counts FROM ${warehouse.locate('runs')} WHERE run_id = @id`,
        { id: ['STRING', id] },
      )
      return row
    },
    stop: async () => {
      restoreEnvironment()
      await store.stop()
    },
  }
}

const period = { from: '2026-03-01T00:00:00Z', to: '2026-03-14T00:00:00Z' }
