/** What was changed: names the operations for people, and where each leads. Pure. */
import type { Operation } from '../../schemas/operation.ts'
import { link } from '../router.ts'

/** A row of question `changes`. */
export interface ChangeRow {
  operation_id: string
  operation: Operation
  /** `asked`: it is not recorded how the operation ended. */
  outcome: string
  requested_by: string
  /** Null for a row that was not written through the console. */
  client: string | null
  /** Of `suppress` and `lift`, the identity field. */
  target: string | null
  run_id: string | null
  /** JSON text, which can be `null`. */
  detail: string | null
  /** Code of the error. */
  error: string | null
  recorded_at: string
  why: string | null
  /** State of the run. */
  state: string | null
}

/** What the page offers to filter by. */
export const operationGroups = {
  definitions: { title: 'Definitions', operations: ['save'] },
  connections: { title: 'Connections put in force', operations: ['force'] },
  people: { title: 'People', operations: ['suppress', 'lift', 'erasure'] },
  runs: {
    title: 'Runs',
    operations: ['sync', 'action', 'replay', 'reprocess', 'reconcile', 'health', 'people', 'cancel'],
  },
  destinations: { title: 'Destinations', operations: ['pause', 'resume', 'requeue'] },
} as const satisfies Readonly<Record<string, { title: string; operations: readonly Operation[] }>>

export type OperationGroup = keyof typeof operationGroups

export function isOperationGroup(text: string): text is OperationGroup {
  return Object.hasOwn(operationGroups, text)
}

const titles: Readonly<Record<Operation, string>> = {
  save: 'Saved',
  force: 'Put in force',
  suppress: 'Let nothing leave',
  lift: 'Lifted a suppression',
  erasure: 'Erased a person',
  sync: 'Ran sync',
  action: 'Ran action',
  replay: 'Replayed to',
  reprocess: 'Reprocessed the quarantine',
  reconcile: 'Checked the promises',
  health: 'Checked the health',
  people: 'Searched for links of people',
  cancel: 'Cancelled run',
  pause: 'Paused',
  resume: 'Resumed',
  requeue: 'Requeued dead letters',
}

const counted: Readonly<Partial<Record<Operation, string>>> = {
  erasure: 'Counted what an erasure deletes',
  sync: 'Counted sync',
  action: 'Back-tested action',
  replay: 'Counted a replay to',
  reprocess: 'Counted a reprocessing',
}

interface OperationDetail {
  dry_run?: boolean
  days?: number
  /** Names of identity fields. */
  fields?: readonly string[]
}

/** `Put in force`, and what it was about. */
export function operationTitle({ operation, target, detail }: ChangeRow): { title: string; about: string } {
  const read = (JSON.parse(detail ?? 'null') as OperationDetail | null) ?? {}
  const isCounted = read.dry_run === true || (operation === 'action' && read.days !== undefined)
  if (operation === 'force' && target?.endsWith('@none'))
    return { title: 'Retired', about: target.slice(0, -'@none'.length) }
  return {
    title: (isCounted ? counted[operation] : undefined) ?? titles[operation],
    about: target ?? (read.fields ? `by ${read.fields.join(', ')}` : ''),
  }
}

/** The page about what was changed; undefined if there is none. */
export function operationLink({ operation, target, run_id: run }: ChangeRow): string | undefined {
  if (run !== null) return link('runs', { run })
  const name = target?.split(' ')[0]?.split('@')[0]
  if (!name) return undefined
  if (operation === 'force') return link(`connections/${encodeURIComponent(name)}`)
  if (['pause', 'resume'].includes(operation)) return link(`destinations/${encodeURIComponent(name)}`)
  return undefined
}
