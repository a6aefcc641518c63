/** Runs: describes a run of the console's API and formats it for display. Pure. */
import { countsInOrder } from '../../schemas/run_counts.ts'
import type { RunSummary, WorkKind } from '../../schemas/run_summary.ts'
import { count, withCount, duration, fromSnakeCase } from '../parts/format.ts'

/** Titles of the kinds in the filter. */
export const kinds: Readonly<Record<WorkKind, string>> = {
  replay: 'Replays',
  reprocess: 'Reprocessing',
  sync: 'Syncs',
  action: 'Actions',
  erasure: 'Erasures',
  reconcile: 'Checks of the promises',
  health: 'Checks of the health',
  people: 'Searches for links of people',
}

export function runTitleOf({ kind, name, destination, dry_run: isDry }: RunSummary): string {
  const to = destination === null ? '' : ` to ${destination}`
  const what: Readonly<Record<WorkKind, string>> = {
    replay: `Replay${to}`,
    reprocess: 'Reprocessing of quarantine',
    sync: `Sync ${name ?? ''}${to}`,
    action: `${isDry ? 'Back-test of action' : 'Action'} ${name ?? ''}${to}`,
    erasure: 'Erasure of a person',
    reconcile: 'Check of the promises',
    health: 'Check of the health',
    people: 'Search for links of people',
  }
  // An unknown sync or action has no name.
  return what[kind].trim()
}

/** Explanations of states whose name is not sufficient. */
export const meanings: Readonly<Partial<Record<RunSummary['state'], string>>> = {
  requested: 'The request is published. The run starts in a moment.',
  waiting: 'Waiting for another run of the same sync, action or destination.',
  settling: 'Everything is sent. Some outcomes are pending.',
}

export function isOpen({ finished_at: finishedAt }: RunSummary): boolean {
  return finishedAt === null
}

/** `selected 10, sent 8`: without zeros, unless all counts are zero. */
export function runCountsText({ counts }: Pick<RunSummary, 'counts'>): string {
  const rows = countsInOrder(counts).filter(([name]) => name !== 'bytes')
  const nonzero = rows.filter(([, value]) => value !== 0)
  const shown = nonzero.length > 0 ? nonzero : rows.slice(0, 1)
  return shown.map(([name, value]) => `${fromSnakeCase(name)} ${count(value)}`).join(', ')
}

/** `took 4.2 s`, or `running for 4.2 s`. */
export function tookText(run: RunSummary, now: number): string {
  if (run.state === 'requested' || run.state === 'waiting') return ''
  const end = run.finished_at === null ? now : Date.parse(run.finished_at)
  const ms = Math.max(0, end - Date.parse(run.started_at))
  return run.finished_at === null ? `running for ${duration(ms)}` : `took ${duration(ms)}`
}

/** The request of a dry run without `dry_run`; undefined if the dry run found nothing to do or is not followed by a run. */
export function requestWithoutDryRun(run: RunSummary): Readonly<Record<string, unknown>> | undefined {
  const { kind, state, dry_run: isDry, request, counts } = run
  if (!isDry || state !== 'finished') return undefined
  const changes = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  const changeCount =
    kind === 'replay'
      ? changes(['selected'])
      : kind === 'reprocess'
        ? changes(['promoted'])
        : kind === 'sync'
          ? changes(['added', 'changed', 'removed'])
          : 0
  if (changeCount === 0) return undefined
  const { dry_run: _, ...rest } = request
  return rest
}

/** A later run with the request of a dry run. */
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

/** The result of a dry run in one sentence; undefined for kinds whose counts are sufficient. */
export function dryRunText({ kind, destination, counts }: RunSummary): string | undefined {
  const of = (name: string): number => counts[name] ?? 0
  if (kind === 'replay') {
    if (of('selected') === 0) return 'No events match. Nothing would be sent.'
    return `${withCount(of('sent'), 'event')} would be sent to ${destination ?? 'the destination'}, ${count(of('restricted'))} restricted by rules or consent, ${count(of('skipped'))} skipped.`
  }
  if (kind === 'reprocess') {
    if (of('selected') === 0) return 'No messages match. Nothing would be published.'
    return `${withCount(of('promoted'), 'message')} would become events, ${count(of('quarantined'))} would stay in quarantine, ${count(of('left_out'))} cannot be republished.`
  }
  if (kind === 'sync')
    return `Would send ${withCount(of('added'), 'added row')}, ${count(of('changed'))} changed and ${count(of('removed'))} removed to ${destination ?? 'the destination'}.`
  if (kind === 'erasure') {
    const found = runCountsText({ counts })
    return found === '' || found.endsWith(' 0')
      ? 'Nothing of the person is stored. Erasing still lets nothing leave, and asks the third parties.'
      : `Would delete rows of: ${found}.`
  }
  if (kind === 'action') return `The action would have fired ${withCount(of('firings'), 'time')}.`
  return undefined
}
