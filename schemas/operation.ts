/** Audit: names the operations that table `audit` records, and the entries of one, as the console's API returns them. */
import type { WorkKind } from './run_summary.ts'

/** What people ask Sluice to do, with the meaning of `target`. The kinds of run are operations, too. */
export const operations = {
  save: 'Version of an event type or translation: `name@version`.',
  force: 'Connection and the major version that is put in force, or none: `name@major`.',
  sync: 'Name of the sync.',
  action: 'Name of the action.',
  replay: 'Id of the destination.',
  reprocess: 'None.',
  suppress: 'None: the person is named nowhere. `detail` has the identity field.',
  lift: 'None, as of `suppress`.',
  erasure: 'None: the subject is stored nowhere. `run_id` leads to the receipt.',
  reconcile: 'None.',
  health: 'None.',
  people: 'None.',
  cancel: 'Id of the run.',
  pause: 'Id of the destination.',
  resume: 'Id of the destination.',
  requeue: 'Id of the destination or subscription; none for all.',
} as const satisfies Readonly<Record<WorkKind, string>> & Readonly<Record<string, string>>

export type Operation = keyof typeof operations

/** Operations that the command line does with the caller's own credentials. It records them at the console. */
export const ownOperations = ['pause', 'resume', 'requeue'] as const satisfies readonly Operation[]

/** `asked`: written before anything is done. `ok`, `refused`: what has become of it. */
export const operationOutcomes = ['asked', 'ok', 'refused'] as const
export type OperationOutcome = (typeof operationOutcomes)[number]

/** An operation with its latest outcome: a row of `GET /v1/console/audit`. */
export interface OperationSummary {
  operation_id: string
  operation: Operation
  /** `asked`: it is not recorded how the operation ended. */
  outcome: OperationOutcome
  requested_by: string
  client: string
  client_address: string | null
  user_agent: string | null
  target: string | null
  run_id: string | null
  detail: Readonly<Record<string, unknown>> | null
  reason: string | null
  /** RFC 3339. */
  recorded_at: string
}
