/** Events: asks for a run in two steps: the dry run counts, then one button with the number does it. */
import { useEffect, useState } from 'preact/hooks'
import { progressText } from '../../schemas/run_progress.ts'
import type { RunSummary } from '../../schemas/run_summary.ts'
import type { Failure } from '../api.ts'
import { FailureMessage } from '../parts/failure.tsx'
import { withCount } from '../parts/format.ts'
import { Permission } from '../parts/permission.tsx'
import { link } from '../router.ts'
import { dryRunText, isOpen, runCountsText } from '../runs/run.ts'
import { getSignedIn, postSignedIn } from '../signed_in_api.ts'

interface RunSheetProps {
  work: 'replay' | 'reprocess' | 'erasure' | 'sync' | 'action'
  title: string
  /** Label of the last button: `Send` makes "Send 1 event". */
  verb: string
  noun: string
  request: Readonly<Record<string, unknown>>
  /** Called when the run has ended. */
  whenEnded: () => void
  close: () => void
}

interface Started {
  id: string
  isDryRun: boolean
}

const doneIn = {
  replay: 'sent',
  reprocess: 'sent',
  erasure: 'deleted',
  sync: 'sent',
  action: 'sent',
} as const

/** Delay between two looks at a run, in ms: each one costs a query. */
const delays = { leastMs: 700, mostMs: 5000, factor: 1.4 }

export function RunSheet({ work, title, verb, noun, request, whenEnded, close }: RunSheetProps) {
  const [started, setStarted] = useState<Started | undefined>(undefined)
  const [run, setRun] = useState<RunSummary | undefined>(undefined)
  const [progress, setProgress] = useState('')
  const [failure, setFailure] = useState<Failure | undefined>(undefined)

  const start = async (isDryRun: boolean): Promise<void> => {
    setFailure(undefined)
    setRun(undefined)
    const result = await postSignedIn<{ run: string }>(`/v1/console/runs/${work}`, {
      ...request,
      dry_run: isDryRun,
    })
    if (result.ok) setStarted({ id: result.body.run, isDryRun })
    else setFailure(result.failure)
  }

  useEffect(() => void start(true), [])
  useEffect(() => {
    if (!started) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const look = async (delayMs: number): Promise<void> => {
      // The list: a run that has not started has no row yet.
      const result = await getSignedIn<{ runs: readonly RunSummary[] }>(`/v1/console/runs?kind=${work}`)
      if (isStopped) return
      if (!result.ok) return setFailure(result.failure)
      const found = result.body.runs.find((each) => each.run_id === started.id)
      setProgress(found ? progressText(found) : '')
      const ended = found && !isOpen(found) ? found : undefined
      if (ended) {
        setRun(ended)
        if (!started.isDryRun) whenEnded()
        return
      }
      timer = setTimeout(() => void look(Math.min(delayMs * delays.factor, delays.mostMs)), delayMs)
    }
    void look(delays.leastMs)
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [started])

  const affected = run ? affectedBy(run) : 0
  return (
    <section class="sheet" aria-label={title}>
      <p>
        <strong>{title}</strong>
      </p>
      {failure && (
        <>
          <FailureMessage failure={failure} what="this" isAct again={() => void start(true)} />
          <Permission to="request runs" />
        </>
      )}
      {!failure && !run && (
        <p role="status">
          {started?.isDryRun === false ? 'Running …' : `Counting, nothing is ${doneIn[work]} yet …`}{' '}
          {progress}
        </p>
      )}
      {run && <p role="status">{sentenceOf(run)}</p>}
      <div class="below">
        {run?.dry_run && run.state === 'finished' && (affected > 0 || work === 'erasure') && (
          <button type="button" class="primary" onClick={() => void start(false)}>
            {verb} {withCount(affected, noun)}
          </button>
        )}
        {started && <a href={link('runs', { run: started.id })}>The run</a>}
        {run && !run.dry_run && work === 'reprocess' && (
          <a href={link('events', { range: '1h' })}>Events of the last hour</a>
        )}
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </section>
  )
}

/** What the run would change: events that would be sent, messages that would become events, rows of a sync, or rows that would be deleted. */
function affectedBy({ kind, counts }: RunSummary): number {
  if (kind === 'erasure') return Object.values(counts).reduce((sum, rows) => sum + rows, 0)
  const { sent, promoted, added = 0, changed = 0, removed = 0 } = counts
  return sent ?? promoted ?? added + changed + removed
}

function sentenceOf(run: RunSummary): string {
  const { state, reason, dry_run: isDry } = run
  if (state !== 'finished') return `The run has ended as ${state}${reason === null ? '' : `: ${reason}`}.`
  return (isDry ? dryRunText(run) : undefined) ?? `Done: ${runCountsText(run)}.`
}
