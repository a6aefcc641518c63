/** Reconciliation: runs the check of the promises. A broken promise fails the run and is logged for its own alert; an unreadable view fails
 * the run like any other. */
import { dailyCheck } from '../../schemas/daily_check.ts'
import { logMessages } from '../../schemas/log_messages.ts'
import type { Parameters, Warehouse, WarehouseRow } from '../google/warehouse.ts'
import type { RunWorker } from '../runs/handle_run.ts'
import { endOnQueryFault } from '../runs/end_on_fault.ts'
import {
  brokenPromisesOf,
  describeBroken,
  duplicateOrdersQuery,
  keepPromisesStatement,
  keptPromises,
  promisesQuery,
} from './broken_promises.ts'

interface ReconcilePorts {
  warehouse: Pick<Warehouse, 'locate' | 'rows' | 'change'>
  /** Maximum number of bytes that the check may read; BigQuery refuses a statement that would read more. */
  maximumBytesBilled: number
  /** Number of days before today whose rows are kept in both tables, of those that the view covers. */
  keptDays: number
  /** In ms since 1970. */
  now: () => number
}

const dayMs = 86_400_000

/** Makes the worker for the check. */
export function reconcileWorker({
  warehouse,
  maximumBytesBilled,
  keptDays,
  now,
}: ReconcilePorts): RunWorker<'reconcile'> {
  const startOf = (daysAgo: number): string =>
    new Date((Math.floor(now() / dayMs) - daysAgo) * dayMs).toISOString()
  const query = (statement: string, days: number, more: Parameters = {}): Promise<readonly WarehouseRow[]> =>
    warehouse.rows(statement, { days: ['INT64', days], ...more }, { maximumBytesBilled })
  const keepPromises = async (rows: readonly WarehouseRow[], days: number): Promise<void> => {
    await warehouse.change(keepPromisesStatement(warehouse.locate), {
      counts: [['STRING'], keptPromises(rows)],
      from: ['TIMESTAMP', startOf(days)],
    })
  }
  return {
    describe: () => ({ scope: 'reconcile' }),
    work: async (run, { request: { days = dailyCheck.days } }) => {
      let found: readonly (readonly WarehouseRow[])[]
      try {
        found = await Promise.all([
          query(promisesQuery(warehouse.locate), days, {
            since: ['TIMESTAMP', startOf(Math.min(days + 1, keptDays))],
          }),
          query(duplicateOrdersQuery(warehouse.locate), days),
        ])
        await keepPromises(found[0]!, days)
      } catch (error) {
        return endOnQueryFault(run, error, 'check', run.counts)
      }
      const [promises = [], duplicates = []] = found
      const broken = brokenPromisesOf(promises)
      const duplicateOrders = Number(duplicates[0]?.['duplicate_orders'])
      const counts = {
        broken: broken.reduce((sum, { count }) => sum + count, 0),
        ...(duplicateOrders > 0 && { duplicate_orders: duplicateOrders }),
      }
      if (broken.length === 0) await run.end({ state: 'finished', counts })
      else
        await run.end({
          state: 'failed',
          reason: `Broken: ${describeBroken(broken)}`,
          counts,
          result: { broken },
          alert: logMessages.reconciliation,
        })
      return 'done'
    },
  }
}
