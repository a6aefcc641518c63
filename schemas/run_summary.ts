/** Runs: describes a run as the console's API returns it. */
import type { RunKind } from './run_request.ts'

/** A kind of run that appears in the list. */
export type WorkKind = Exclude<RunKind, 'cancel'>

const listed: Readonly<Record<WorkKind, true>> = {
  sync: true,
  action: true,
  replay: true,
  reprocess: true,
  erasure: true,
  reconcile: true,
  health: true,
  people: true,
}

export const workKinds = Object.keys(listed) as readonly WorkKind[]

/** A row of table `runs` (schemas/warehouse/runs.ts). State `requested` is for a run that is requested and has not started. */
export interface RunSummary {
  run_id: string
  kind: WorkKind
  name: string | null
  destination: string | null
  state: 'requested' | 'waiting' | 'running' | 'settling' | 'finished' | 'blocked' | 'cancelled' | 'failed'
  reason: string | null
  dry_run: boolean
  request: Readonly<Record<string, unknown>>
  counts: Readonly<Record<string, number>>
  /** What an open run tells beside its counts (schemas/run_progress.ts). */
  progress?: Readonly<Record<string, number>> | null
  /** Only in the response for a single run. */
  result?: Readonly<Record<string, unknown>> | null
  /** RFC 3339. */
  requested_at: string
  started_at: string
  finished_at: string | null
  cancel_requested: boolean
  /** Verified account; null if nobody can be proved. */
  requested_by: string | null
}
