/** Runs: production dependencies of every run handler. */
import { randomUUID } from 'node:crypto'
import type { Warehouse } from '../google/warehouse.ts'
import { logEntry } from '../serving/log.ts'
import type { RunsPorts } from './handle_run.ts'

/** Working time of one push, in ms. A push of topic `runs` may take ten minutes; the last two are for finishing. */
const workMs = 480_000

/** Lease duration in ms: how long a crashed run blocks its scope. */
const leaseMs = 30_000

export function runsPorts(warehouse: Warehouse): RunsPorts {
  return {
    warehouse,
    leaseMs,
    workMs,
    newHolder: randomUUID,
    now: () => performance.now(),
    repeat: (task, ms) => {
      const timer = setInterval(task, ms)
      return () => clearInterval(timer)
    },
    warn: (message, facts) => logEntry('WARNING', message, facts),
    alert: (message, facts) => logEntry('ERROR', message, facts),
  }
}
