/** Runs: the latest runs, the one that is open, what can be asked for, and the asking, which goes on while a run does. */
import { computed, effect, signal } from '@preact/signals'
import type { Failure } from '../api.ts'
import { getSignedIn, forgetWhenSignedOut, postSignedIn } from '../signed_in_api.ts'
import { account, session } from '../session.ts'
import { isOpen, type RunSummary, type WorkKind } from './run.ts'

const path = '/console/runs'

/** What can be asked for, and whether this account may. */
interface Runnable {
  account?: string
  /** Ids of the destinations. */
  destinations: readonly string[]
  canRequest: boolean
  /** Why not, if `canRequest` is false. */
  reason?: string
}

/** Only runs of this kind; all when empty. */
export const kind = signal<WorkKind | ''>('')
const listed = signal<readonly RunSummary[] | undefined>(undefined)
/** Asked for from this page; they are listed once they begin. */
const pending = signal<readonly RunSummary[] | undefined>(undefined)
/** The run that is open, with what it found. */
const detail = signal<RunSummary | undefined>(undefined)
/** Id of the run that is open. */
export const opened = signal<string | undefined>(undefined)
/** Why the run that is open cannot be shown. */
export const openFailure = signal<Failure | undefined>(undefined)
export const runnable = signal<Runnable | undefined>(undefined)
export const runnableFailure = signal<Failure | undefined>(undefined)
/** Why the runs could not be read. */
export const runsFailure = signal<Failure | undefined>(undefined)
export const areRunsLoading = signal(false)

forgetWhenSignedOut(listed, pending, detail, openFailure, runnable, runnableFailure, runsFailure)

/** The latest first; undefined before they are known. */
export const listedRuns = computed<readonly RunSummary[] | undefined>(() => {
  if (!listed.value) return undefined
  const ids = new Set(listed.value.map(({ run_id: id }) => id))
  const own = pending.value ?? []
  // One that somebody was led to may be older than those that are listed.
  const linked =
    detail.value && detail.value.run_id === opened.value && kind.value === '' ? [detail.value] : []
  const further = [...linked, ...own.filter(({ run_id: id }) => id !== linked[0]?.run_id)]
  return [
    ...further.filter((run) => !ids.has(run.run_id) && (kind.value === '' || run.kind === kind.value)),
    ...listed.value,
  ]
})

/** A run with what it found, where that is known. */
export function withResult(run: RunSummary): RunSummary {
  return detail.value?.run_id === run.run_id && !isOpen(detail.value) ? detail.value : run
}

/** Names of syncs or actions that runs were listed of. */
export function runnableNames(wanted: 'sync' | 'action'): readonly string[] {
  return [
    ...new Set(
      (listed.value ?? []).flatMap((run) => (run.kind === wanted && run.name !== null ? [run.name] : [])),
    ),
  ]
}

let latest = 0

/** Asks again. What is shown stays until the answer is there; only the latest question counts. */
export async function refreshRuns(): Promise<void> {
  clearTimeout(timer)
  if (runnableFailure.peek()) void readRunnable()
  const question = ++latest
  areRunsLoading.value = true
  const asked = await getSignedIn<{ runs: readonly RunSummary[] }>(
    `/v1/console/runs?${new URLSearchParams({ kind: kind.peek() })}`,
  )
  if (question !== latest) return
  if (asked.ok) {
    listed.value = asked.body.runs
    runsFailure.value = undefined
    await loadOpenRun(() => question === latest)
    if (question !== latest) return
  } else if (asked.failure.kind !== 'token refused') {
    runsFailure.value = asked.failure
    if (asked.failure.kind === 'no rights') listed.value = undefined
  }
  areRunsLoading.value = false
  plan()
}

/** Reads what the open run found, once there is more of it than is known. */
async function loadOpenRun(isWanted: () => boolean): Promise<void> {
  const id = opened.peek()
  if (id === undefined) return
  const row = listed.peek()?.find(({ run_id: each }) => each === id)
  if (row ? isOpen(row) : isPending(id)) return
  if (detail.peek()?.run_id === id && !isOpen(detail.peek()!)) return
  const asked = await getSignedIn<RunSummary>(`/v1/console/runs/${encodeURIComponent(id)}`)
  if (!isWanted()) return
  if (asked.ok) detail.value = asked.body
  openFailure.value = asked.ok ? undefined : asked.failure
}

function isPending(id: string): boolean {
  return (pending.peek() ?? []).some(({ run_id: each }) => each === id)
}

/** Between two questions while a run goes on, in ms: each costs what BigQuery reads for it. */
const pauses = { shortest: 700, longest: 5000, growth: 1.3 }
let pause = pauses.shortest
let timer: ReturnType<typeof setTimeout> | undefined

/** Asks once more after a while where something goes on and somebody looks. */
function plan(): void {
  clearTimeout(timer)
  if (!listedRuns.peek()?.some(isOpen)) return
  timer = setTimeout(() => (document.visibilityState === 'visible' ? void refreshRuns() : plan()), pause)
  pause = Math.min(pause * pauses.growth, pauses.longest)
}

function refreshNow(): void {
  pause = pauses.shortest
  void refreshRuns()
}

/** Shows one run, or none; the address tells which. */
export function open(id: string | undefined): void {
  opened.value = id
  openFailure.value = undefined
  history.replaceState(null, '', id === undefined ? path : `${path}?${new URLSearchParams({ run: id })}`)
  refreshNow()
}

/** Asks for a run, and opens it. Resolves to why it was not asked for. */
export async function startRun(
  wanted: WorkKind,
  request: Readonly<Record<string, unknown>>,
): Promise<Failure | undefined> {
  const asked = await postSignedIn<{ run: string }>(`/v1/console/runs/${wanted}`, request)
  if (!asked.ok) return asked.failure
  const now = new Date().toISOString()
  const run: RunSummary = {
    run_id: asked.body.run,
    kind: wanted,
    name: textIn(request, 'sync') ?? textIn(request, 'action') ?? null,
    destination: textIn(request, 'destination') ?? null,
    state: 'asked',
    reason: null,
    dry_run: request['dry_run'] === true,
    request,
    counts: {},
    requested_at: now,
    started_at: now,
    finished_at: null,
    cancel_requested: false,
  }
  pending.value = [run, ...(pending.value ?? [])]
  if (kind.value !== wanted) kind.value = ''
  open(run.run_id)
  return undefined
}

function textIn(request: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = request[name]
  return typeof value === 'string' ? value : undefined
}

/** Asks a run to stop. Resolves to why it was not asked. */
export async function cancel(id: string): Promise<Failure | undefined> {
  const asked = await postSignedIn(`/v1/console/runs/${encodeURIComponent(id)}:cancel`, {})
  if (!asked.ok) return asked.failure
  refreshNow()
  return undefined
}

async function readRunnable(): Promise<void> {
  const { value: before } = session
  const asked = await getSignedIn<Runnable>('/v1/console/run-options')
  if (session.peek() !== before) return
  runnableFailure.value = asked.ok ? undefined : asked.failure
  if (!asked.ok) return
  runnable.value = asked.body
  account.value = asked.body.account ?? ''
}

/** Asks whenever somebody signs in or chooses another kind, until what it returns is called. */
export function watchRuns(): () => void {
  opened.value = new URLSearchParams(location.search).get('run') ?? undefined
  if (opened.value !== undefined) kind.value = ''
  const asking = effect(() => {
    const isSignedIn = session.value.kind === 'signed in' && kind.value !== undefined
    if (isSignedIn) refreshNow()
    else latest++
  })
  const rights = effect(() => {
    if (session.value.kind === 'signed in') void readRunnable()
  })
  return () => {
    asking()
    rights()
    latest++
    clearTimeout(timer)
  }
}
