/** Runs: a run as the console's API tells of it, in the words that people read. Pure. */
import { countsInOrder } from '../../schemas/run_counts.ts'
import type { RunKind } from '../../schemas/run_request.ts'
import { count, withCount, duration, fromSnakeCase } from '../parts/format.ts'

/** A kind that does work over the warehouse. */
export type WorkKind = Exclude<RunKind, 'cancel'>

/** A row of the table `runs`; schemas/warehouse/runs.ts says what each column means. `asked` is the state of one that was asked for from
 * this page and has not begun. */
export interface RunSummary {
  run_id: string
  kind: WorkKind
  name: string | null
  destination: string | null
  state: 'asked' | 'waiting' | 'running' | 'settling' | 'finished' | 'blocked' | 'cancelled' | 'failed'
  reason: string | null
  dry_run: boolean
  request: Readonly<Record<string, unknown>>
  counts: Readonly<Record<string, number>>
  /** What it found; only where one run is asked for. */
  result?: Readonly<Record<string, unknown>> | null
  /** RFC 3339. */
  requested_at: string
  started_at: string
  finished_at: string | null
  cancel_requested: boolean
}

/** Every kind, as a choice names it. */
export const kinds: Readonly<Record<WorkKind, string>> = {
  replay: 'Replays',
  reprocess: 'Reprocessing',
  sync: 'Syncs',
  action: 'Actions',
  erasure: 'Erasures',
  reconcile: 'Checks',
}

export function runTitleOf({ kind, name, destination, dry_run: isDry }: RunSummary): string {
  const to = destination === null ? '' : ` to ${destination}`
  const what: Readonly<Record<WorkKind, string>> = {
    replay: `Replay${to}`,
    reprocess: 'Reprocessing of the quarantine',
    sync: `Sync ${name ?? ''}${to}`,
    action: `${isDry ? 'Back-test of action' : 'Action'} ${name ?? ''}${to}`,
    erasure: 'Erasure of a person',
    reconcile: 'Check of the promises',
  }
  return what[kind]
}

/** What a state means, where its name does not say it. */
export const meanings: Readonly<Partial<Record<RunSummary['state'], string>>> = {
  asked: 'The bus has taken the request. The run begins in a moment.',
  waiting: 'Another run of the same sync, action or destination has not ended.',
  settling: 'All is sent, and not everything was attempted yet.',
}

export function isOpen({ finished_at: finishedAt }: RunSummary): boolean {
  return finishedAt === null
}

/** `selected 10, sent 8`: what is zero is left out, unless all is. */
export function runCountsText({ counts }: RunSummary): string {
  const told = countsInOrder(counts).filter(([name]) => name !== 'bytes')
  const some = told.filter(([, value]) => value !== 0)
  const shown = some.length > 0 ? some : told.slice(0, 1)
  return shown.map(([name, value]) => `${fromSnakeCase(name)} ${count(value)}`).join(', ')
}

/** `took 4.2 s`; while it goes on, since when it does. */
export function tookText(run: RunSummary, now: number): string {
  if (run.state === 'asked' || run.state === 'waiting') return ''
  const end = run.finished_at === null ? now : Date.parse(run.finished_at)
  const ms = Math.max(0, end - Date.parse(run.started_at))
  return run.finished_at === null ? `for ${duration(ms)} so far` : `took ${duration(ms)}`
}

/** The request that does what a dry run has told; undefined where there is nothing to be done, or no dry run can be followed by it. */
export function requestWithoutDryRun(run: RunSummary): Readonly<Record<string, unknown>> | undefined {
  const { kind, state, dry_run: isDry, request, counts } = run
  if (!isDry || state !== 'finished') return undefined
  const changes = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  const wouldDo =
    kind === 'replay'
      ? changes(['selected'])
      : kind === 'reprocess'
        ? changes(['promoted'])
        : kind === 'sync'
          ? changes(['added', 'changed', 'removed'])
          : 0
  if (wouldDo === 0) return undefined
  const { dry_run: _, ...rest } = request
  return rest
}

/** A run that has done since, or does now, what a dry run has told. */
export function laterRunOf(run: RunSummary, all: readonly RunSummary[]): RunSummary | undefined {
  return all.find(
    (other) =>
      !other.dry_run &&
      other.kind === run.kind &&
      other.requested_at > run.requested_at &&
      !['blocked', 'cancelled', 'failed'].includes(other.state) &&
      sameRequest(other.request, run.request),
  )
}

function sameRequest(a: RunSummary['request'], b: RunSummary['request']): boolean {
  return inOrder(a) === inOrder(b)
}

function inOrder(request: RunSummary['request']): string {
  return JSON.stringify(
    Object.entries(request)
      .filter(([name]) => name !== 'dry_run')
      .toSorted(([x], [y]) => (x < y ? -1 : 1)),
  )
}

/** What a dry run has told, in a sentence; undefined for a kind whose counts say it all. */
export function dryRunText({ kind, destination, counts }: RunSummary): string | undefined {
  const of = (name: string): number => counts[name] ?? 0
  if (kind === 'replay') {
    if (of('selected') === 0) return 'No event is selected: nothing would be sent.'
    return `${withCount(of('sent'), 'event')} would reach ${destination ?? 'the destination'}, ${count(of('restricted'))} would be kept back by rules and consents, ${count(of('skipped'))} cannot be used there.`
  }
  if (kind === 'reprocess') {
    if (of('selected') === 0) return 'No message is selected: nothing would be published.'
    return `${withCount(of('promoted'), 'message')} would become events, ${count(of('quarantined'))} would stay in quarantine, ${count(of('left_out'))} cannot be published again.`
  }
  if (kind === 'sync')
    return `${withCount(of('added'), 'row')} added, ${count(of('changed'))} changed and ${count(of('removed'))} removed would be sent to ${destination ?? 'the destination'}.`
  if (kind === 'action') return `It would have fired ${withCount(of('firings'), 'time')}.`
  return undefined
}
