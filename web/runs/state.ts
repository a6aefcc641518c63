/** Runs: keeps the list of runs, the open run and the run options, and refreshes them while a run is active. */
import { computed, effect, signal } from '@preact/signals'
import type { RunSummary, WorkKind } from '../../schemas/run_summary.ts'
import type { Failure } from '../api.ts'
import { getSignedIn, forgetWhenSignedOut, postSignedIn } from '../signed_in_api.ts'
import { filter } from '../router.ts'
import { account, session } from '../session.ts'
import { isOpen } from './run.ts'

/** Which runs can be requested, and whether this account may do it. */
interface Runnable {
  account?: string
  /** Ids of the destinations. */
  destinations: readonly string[]
  /** Names of the configured syncs. */
  syncs: readonly string[]
  /** Ids of the destinations of each. */
  syncDestinations: Readonly<Record<string, readonly string[]>>
  /** Names of the configured actions. */
  actions: readonly string[]
  canRequest: boolean
  /** Set if `canRequest` is false. */
  reason?: string
}

/** Selected kind. Empty: all. */
export const kind = signal<WorkKind | ''>('')
const listed = signal<readonly RunSummary[] | undefined>(undefined)
/** Runs that this page requested and that are not listed until they start. */
const pending = signal<readonly RunSummary[] | undefined>(undefined)
/** The open run with its result. */
const detail = signal<RunSummary | undefined>(undefined)
/** Id of the open run. */
export const opened = signal<string | undefined>(undefined)
/** Why the open run could not be read. */
export const openFailure = signal<Failure | undefined>(undefined)
export const runnable = signal<Runnable | undefined>(undefined)
export const runnableFailure = signal<Failure | undefined>(undefined)
/** Why the list could not be read. */
export const runsFailure = signal<Failure | undefined>(undefined)
export const areRunsLoading = signal(false)

forgetWhenSignedOut(listed, pending, detail, openFailure, runnable, runnableFailure, runsFailure)

/** Latest first; undefined until the list is read. */
export const listedRuns = computed<readonly RunSummary[] | undefined>(() => {
  if (!listed.value) return undefined
  const ids = new Set(listed.value.map(({ run_id: id }) => id))
  const requested = pending.value ?? []
  // A run that was opened by its URL may be too old for the list.
  const linked =
    detail.value && detail.value.run_id === opened.value && kind.value === '' ? [detail.value] : []
  const further = [...linked, ...requested.filter(({ run_id: id }) => id !== linked[0]?.run_id)]
  return [
    ...further.filter((run) => !ids.has(run.run_id) && (kind.value === '' || run.kind === kind.value)),
    ...listed.value,
  ]
})

/** The run with its result, if it has been read. */
export function withResult(run: RunSummary): RunSummary {
  return detail.value?.run_id === run.run_id && !isOpen(detail.value) ? detail.value : run
}

let latest = 0

/** Reads the list again. The current list stays until the response arrives. Only the latest request counts. */
export async function refreshRuns(): Promise<void> {
  clearTimeout(timer)
  if (runnableFailure.peek()) void readRunnable()
  const request = ++latest
  areRunsLoading.value = true
  const result = await getSignedIn<{ runs: readonly RunSummary[] }>(
    `/v1/console/runs?${new URLSearchParams({ kind: kind.peek() })}`,
  )
  if (request !== latest) return
  if (result.ok) {
    listed.value = result.body.runs
    runsFailure.value = undefined
    await loadOpenRun(() => request === latest)
    if (request !== latest) return
  } else if (result.failure.kind !== 'token refused') {
    runsFailure.value = result.failure
    if (result.failure.kind === 'no rights') listed.value = undefined
  }
  areRunsLoading.value = false
  plan()
}

/** Reads the result of the open run once it has ended. Discards the response unless `isCurrent` returns true. */
async function loadOpenRun(isCurrent: () => boolean): Promise<void> {
  const id = opened.peek()
  if (id === undefined) return
  const row = listed.peek()?.find(({ run_id: each }) => each === id)
  if (row ? isOpen(row) : isPending(id)) return
  if (detail.peek()?.run_id === id && !isOpen(detail.peek()!)) return
  const result = await getSignedIn<RunSummary>(`/v1/console/runs/${encodeURIComponent(id)}`)
  if (!isCurrent()) return
  if (result.ok) detail.value = result.body
  openFailure.value = result.ok ? undefined : result.failure
}

function isPending(id: string): boolean {
  return (pending.peek() ?? []).some(({ run_id: each }) => each === id)
}

/** Delay between refreshes while a run is active: each one costs a BigQuery query. */
const delays = { minMs: 700, maxMs: 5000, factor: 1.3 }
let delayMs = delays.minMs
let timer: ReturnType<typeof setTimeout> | undefined

/** Schedules the next refresh if a run is active. It waits while the page is hidden. */
function plan(): void {
  clearTimeout(timer)
  if (!listedRuns.peek()?.some(isOpen)) return
  timer = setTimeout(() => (document.visibilityState === 'visible' ? void refreshRuns() : plan()), delayMs)
  delayMs = Math.min(delayMs * delays.factor, delays.maxMs)
}

function refreshNow(): void {
  delayMs = delays.minMs
  void refreshRuns()
}

/** Opens a run, or closes it, and updates the URL. */
export function open(id: string | undefined): void {
  opened.value = id
  openFailure.value = undefined
  filter({ run: id, rows: undefined })
  refreshNow()
}

/** Requests a run and opens it. Resolves to the error, if any. */
export async function startRun(
  work: WorkKind,
  request: Readonly<Record<string, unknown>>,
): Promise<Failure | undefined> {
  const result = await postSignedIn<{ run: string }>(`/v1/console/runs/${work}`, request)
  if (!result.ok) return result.failure
  const now = new Date().toISOString()
  const run: RunSummary = {
    run_id: result.body.run,
    kind: work,
    name: textIn(request, 'sync') ?? textIn(request, 'action') ?? null,
    destination: textIn(request, 'destination') ?? null,
    state: 'requested',
    reason: null,
    dry_run: request['dry_run'] === true,
    request,
    counts: {},
    requested_at: now,
    started_at: now,
    finished_at: null,
    cancel_requested: false,
    requested_by: account.value === '' ? null : account.value,
  }
  pending.value = [run, ...(pending.value ?? [])]
  if (kind.value !== work) kind.value = ''
  open(run.run_id)
  return undefined
}

function textIn(request: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = request[name]
  return typeof value === 'string' ? value : undefined
}

/** Requests the cancellation of a run. Resolves to the error, if any. */
export async function cancel(id: string): Promise<Failure | undefined> {
  const result = await postSignedIn(`/v1/console/runs/${encodeURIComponent(id)}:cancel`, {})
  if (!result.ok) return result.failure
  refreshNow()
  return undefined
}

/** Reads the run options. */
export async function readRunnable(): Promise<void> {
  const { value: before } = session
  const result = await getSignedIn<Runnable>('/v1/console/run-options')
  if (session.peek() !== before) return
  runnableFailure.value = result.ok ? undefined : result.failure
  if (!result.ok) return
  runnable.value = result.body
  account.value = result.body.account ?? ''
}

/** Refreshes on sign-in and when the kind changes. Returns a function that stops it. */
export function watchRuns(): () => void {
  opened.value = new URLSearchParams(location.search).get('run') ?? undefined
  if (opened.value !== undefined) kind.value = ''
  const stopRefresh = effect(() => {
    const isSignedIn = session.value.kind === 'signed in' && kind.value !== undefined
    if (isSignedIn) refreshNow()
    else latest++
  })
  const stopOptions = effect(() => {
    if (session.value.kind === 'signed in') void readRunnable()
  })
  return () => {
    stopRefresh()
    stopOptions()
    latest++
    clearTimeout(timer)
  }
}
