/** Sync: production dependencies of the worker. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher } from '../dispatch/open.ts'
import type { Warehouse } from '../google/warehouse.ts'
import { logEntry } from '../serving/log.ts'
import type { SyncPorts } from './job.ts'

export function syncPorts(warehouse: Warehouse, { refreshSuppressions, to }: Dispatcher): SyncPorts {
  return {
    warehouse,
    refreshSuppressions,
    to,
    wait,
    now: () => new Date(),
    warn: (message, facts) => logEntry('WARNING', message, facts),
  }
}
