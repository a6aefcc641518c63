/** Runs: what every function that does runs takes of the world. */
import { randomUUID } from 'node:crypto'
import type { Warehouse } from '../google/warehouse.ts'
import { logEntry } from '../serving/log.ts'
import type { RunsPorts } from './handle_run.ts'

/** A push of the topic `runs` may take ten minutes; the last ones are for finishing. */
const workMs = 480_000

/** Whoever stops without a word is waited for so long, in ms. */
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
