/** Sync: what the steps of one run share. */
import type { Sync } from '../../schemas/sync.ts'
import type { DestinationPorts } from '../dispatch/open.ts'
import type { Registry } from '../event/registry.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import type { RunDeadline } from '../runs/handle_run.ts'
import type { LeasedRun } from '../runs/run_log.ts'
import type { RunCommand } from '../runs/run_message.ts'

/** What syncs take of the world. */
export interface SyncPorts {
  warehouse: Warehouse
  /** Brings the list of suppressions up to date. */
  refreshSuppressions: () => Promise<unknown>
  /** The way to a destination; throws for one that there is not. */
  to: (destination: string) => DestinationPorts
  now: () => Date
  /** Waits, in ms. */
  wait: (ms: number) => Promise<unknown>
  warn: (message: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Where a run goes on: after the change of this identity, and so many were dealt with before. */
export interface SyncPosition {
  after: string
  handled: number
  /** The columns of the model, for the next run to compare with. */
  columns: readonly ModelColumn[]
}

export interface ModelColumn {
  name: string
  type: string
}

/** One run of one sync, in the hands of this process. */
export interface SyncJob {
  ports: SyncPorts
  sync: Sync
  way: DestinationPorts
  /** Knows the type of the sync's rows. */
  registry: Registry
  run: LeasedRun
  order: RunCommand<'sync'>
  deadline: RunDeadline
  /** Parameters of its statements: run, sync and destination. */
  statementParameters: Parameters
  counts: Record<string, number>
}

/** How a step of a run ended: it goes on with the next; later; or not at all, because someone wants it to stop, or because the destination
 * has not dealt with everything for a day. */
export type SyncStep = 'on' | 'later' | 'cancelled' | 'overdue'

/** Writes down how far the run is. A run that another process has taken over is left to it. */
export async function saveSyncProgress(
  { run, counts }: SyncJob,
  position: SyncPosition,
  state: 'running' | 'settling',
): Promise<SyncStep> {
  const told = await run.save({ counts, position, state })
  return told === 'lost' ? 'later' : told
}

/** How many changes the run found. */
export function changesOf({ added = 0, changed = 0, removed = 0 }: SyncJob['counts']): number {
  return added + changed + removed
}

/** For how long a run waits for its destination, in ms. */
const destinationTimeoutMs = 86_400_000

export function isOverdue({ ports, run }: SyncJob): boolean {
  return ports.now().getTime() - Date.parse(run.startedAt) > destinationTimeoutMs
}

export function secondsLeft({ deadline }: SyncJob): number {
  return (deadline.at - deadline.now()) / 1000
}
