/** Erasure: the progress of one erasure. */
import type { RunJob } from '../runs/run_job.ts'
import type { Counts } from '../runs/run_log.ts'
import type { Removal } from './members.ts'
import type { LookProgress } from './search.ts'

/** Progress of an erasure. */
export interface ErasurePosition {
  suppressedAt?: string
  /** The third parties were asked. */
  asked?: true
  /** The look in progress or the latest one: its number, and when it began, RFC 3339. */
  look?: { number: number; at: string; isComplete?: true } & LookProgress
  /** Rows that were stored before this time, RFC 3339, are found. Undefined until the first look is complete. */
  since?: string
  /** Tables with rows that were found and are not deleted. */
  due?: readonly string[]
  /** Earliest time of the next attempt to delete, RFC 3339. */
  againAt?: string
  /** Number of rows that were found and deleted, by table. */
  seen?: Counts
  /** The removals from lists that were asked for. */
  removals?: readonly Removal[]
  /** Number of dead letters that were removed from the hold. */
  held?: number
  /** What the run shows while it works. */
  progress?: Counts
}

export type ErasureJob = RunJob<'erasure', Counts, ErasurePosition>
