/** Tests of runs: the embedded BigQuery with the tables of their log, and workers of one's own behind the function's HTTP side. */
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
  const giveBack = lendEnvironment(store.env)
  for (const table of [tables.runs, tables.leases]) await store.createTable(table)
  const warehouse = openWarehouse(store)
  const told: string[] = []
  let holders = 0

  /** One instance of a function that does reprocessing; `leaseMs` is of a process that does not renew it. */
  const instance = (worker: Partial<RunWorker<'reprocess'>>, { leaseMs = longLease } = {}) => {
    const ports: RunsPorts = {
      warehouse,
      leaseMs,
      newHolder: () => `holder-${holders++}`,
      now: () => performance.now(),
      workMs: 60_000,
      repeat: () => () => {},
      warn: (message) => void told.push(message),
      alert: (message, { reason }) => void told.push(`${message}: ${String(reason)}`),
    }
    const whole: RunWorker<'reprocess'> = {
      describe: () => ({ scope: 'reprocess' }),
      work: async (run) => {
        await run.end({ state: 'finished', counts: {} })
        return 'done'
      },
      ...worker,
    }
    const answer = createRunHandler(ports, { reprocess: whole }, (run) => cancelRun(warehouse, run))
    /** Pushes a request; gives the status of the answer. */
    return async (id: string, request: object = period, kind = 'reprocess'): Promise<number> => {
      try {
        const { status } = await answer({
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
    told,
    instance,
    /** The row of a run. */
    run: async (id: string): Promise<WarehouseRow | undefined> => {
      const [row] = await warehouse.rows(
        `SELECT state, reason, TO_JSON_STRING(counts) AS counts FROM ${warehouse.locate('runs')} WHERE run_id = @id`,
        { id: ['STRING', id] },
      )
      return row
    },
    stop: async () => {
      giveBack()
      await store.stop()
    },
  }
}

const period = { from: '2026-03-01T00:00:00Z', to: '2026-03-14T00:00:00Z' }
