/** Sync: the state of one run and its dependencies. */
import type { Sync } from '../../schemas/sync.ts'
import type { DestinationPorts } from '../dispatch/open.ts'
import type { Registry } from '../event/registry.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import type { RunJob, StepResult } from '../runs/run_job.ts'
import type { RunEnd } from '../runs/run_log.ts'
import type { Audience } from '../targets/target.ts'

/** Dependencies of syncs. */
export interface SyncPorts {
  warehouse: Warehouse
  /** Refreshes the suppression list. */
  refreshSuppressions: () => Promise<unknown>
  /** Returns the dependencies of a destination. Throws an Error for an unknown one. */
  to: (destination: string) => DestinationPorts
  now: () => Date
  wait: (ms: number) => Promise<unknown>
  warn: (message: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Where a run resumes: after the change with this id, when so many changes were handled. For a list of people, a digit for the turn of the
 * change comes before the id. */
export interface SyncPosition {
  after: string
  handled: number
  /** Columns of the model. The next run compares its own with them. */
  columns: readonly ModelColumn[]
  /** How the run of a list of people ends if a guard has blocked it: it sends only the removals that no guard holds back. */
  blocked?: Omit<RunEnd, 'counts'>
}

export interface ModelColumn {
  name: string
  type: string
}

/** One run of one sync. */
export interface SyncJob extends RunJob<'sync', Record<string, number>, SyncPosition> {
  ports: SyncPorts
  sync: Sync
  destinationPorts: DestinationPorts
  /** Set if the destination is a list of people. */
  audience?: Audience | undefined
  /** Contains the event type of the rows of the sync. */
  registry: Registry
  /** Parameters of its statements: run, sync and destination. */
  statementParameters: Parameters
}

/** `overdue`: the destination has not handled everything within a day. */
export type SyncStep = StepResult | 'overdue'

/** Returns the number of changes that the run sends. */
export function changesOf({ counts, position }: Pick<SyncJob, 'counts' | 'position'>): number {
  const { added = 0, changed = 0, removed = 0, withdrawn = 0 } = counts
  return position.blocked ? withdrawn : added + changed + removed
}

/** How long a run waits for its destination, in ms. */
const destinationTimeoutMs = 86_400_000

export function isOverdue({ ports, run }: SyncJob): boolean {
  return ports.now().getTime() - Date.parse(run.startedAt) > destinationTimeoutMs
}

export function secondsLeft({ deadline }: SyncJob): number {
  return (deadline.at - deadline.now()) / 1000
}
