/** Sync: what the steps of one run share. */
import type { Sync } from '../../schemas/sync.ts'
import type { WayOut } from '../dispatch/open.ts'
import type { Registry } from '../event/registry.ts'
import type { Parameters, Warehouse } from '../google/warehouse.ts'
import type { Deadline } from '../runs/answer_run.ts'
import type { HeldRun } from '../runs/run_log.ts'
import type { Order } from '../runs/run_message.ts'

/** What syncs take of the world. */
export interface SyncPorts {
  warehouse: Warehouse
  /** Brings the list of suppressions up to date. */
  freshen: () => Promise<unknown>
  /** The way to a destination; throws for one that there is not. */
  to: (destination: string) => WayOut
  now: () => Date
  /** Waits, in ms. */
  wait: (ms: number) => Promise<unknown>
  warn: (message: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Where a run goes on: after the change of this identity, and so many were dealt with before. */
export interface Position {
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
export interface Job {
  ports: SyncPorts
  sync: Sync
  way: WayOut
  /** Knows the type of the sync's rows. */
  registry: Registry
  run: HeldRun
  order: Order<'sync'>
  deadline: Deadline
  /** Parameters of its statements: run, sync and destination. */
  own: Parameters
  counts: Record<string, number>
}

/** How a step of a run ended: it goes on with the next; later; or not at all, because someone wants it to stop, or because the destination
 * has not dealt with everything for a day. */
export type Step = 'on' | 'later' | 'cancelled' | 'overdue'

/** Writes down how far the run is. A run that another process has taken over is left to it. */
export async function saved(
  { run, counts }: Job,
  position: Position,
  state: 'running' | 'settling',
): Promise<Step> {
  const told = await run.save({ counts, position, state })
  return told === 'lost' ? 'later' : told
}

/** How many changes the run found. */
export function changesOf({ added = 0, changed = 0, removed = 0 }: Job['counts']): number {
  return added + changed + removed
}

/** For how long a run waits for its destination, in ms. */
const patience = 86_400_000

export function isOverdue({ ports, run }: Job): boolean {
  return ports.now().getTime() - Date.parse(run.startedAt) > patience
}

export function secondsLeft({ deadline }: Job): number {
  return (deadline.at - deadline.now()) / 1000
}
