/** Runs: handles a push of topic `runs`: works on the run until it ends or the time of one push is up. Pub/Sub redelivers the run request
 * of a run that has not ended, so an interrupted run resumes. */
import { logMessages } from '../../schemas/log_messages.ts'
import { isScheduledRun } from '../../schemas/bus.ts'
import { schedulerName, type RunKind } from '../../schemas/run_request.ts'
import type { PushMessage } from '../bus/push.ts'
import { noContent, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { acquireRun, type RunRecord, type RunEnd, type LeasedRun, type RunPorts } from './run_log.ts'
import type { RunDeadline, WorkResult } from './run_job.ts'
import { isDryRun, readRunMessage, type RunCommand } from './run_message.ts'

/** What a kind of run does. */
export interface RunWorker<Kind extends RunKind> {
  /** Returns the columns of `runs`. Throws an Error for an invalid request: its message becomes the reason of the failed run. */
  describe: (
    command: RunCommand<Kind>,
  ) => Pick<RunRecord, 'scope' | 'name' | 'destination'> & { shown?: unknown }
  /** Works until it has called `run.end` (`done`) or the deadline is near (`retry`). An error is retried. */
  work: (run: LeasedRun, command: RunCommand<Kind>, deadline: RunDeadline) => Promise<WorkResult>
  /** Returns the reason to cancel this run if run `by` holds the lease of its scope, or undefined to wait for it. Default: waits. */
  cancelReason?: (command: RunCommand<Kind>, by: string) => Promise<string | undefined>
}

export interface RunsPorts extends Omit<RunPorts, 'holder'> {
  newHolder: () => string
  now: () => number
  /** Maximum working time of one push, in ms. */
  workMs: number
  warn: (message: string, facts: Readonly<Record<string, unknown>>) => void
  /** Logs an error that an alert matches. */
  alert: (message: string, facts: Readonly<Record<string, unknown>>) => void
}

type Workers = { readonly [Kind in RunKind]?: RunWorker<Kind> }

/** 425 Too Early: Pub/Sub redelivers, and the alert on errors does not count it. https://www.rfc-editor.org/rfc/rfc8470#section-5.2 */
function retryLater(message: string): StatusError {
  return new StatusError('UNAVAILABLE', message, { http: 425 })
}

/** Makes the function that handles pushes. */
export function createRunHandler(
  ports: RunsPorts,
  workers: Workers,
  cancel?: (run: string) => Promise<boolean>,
) {
  return async (message: PushMessage): Promise<HandlerResponse> => {
    const command = readRunMessage(message)
    if (typeof command === 'string') {
      ports.warn('invalid run request', { run: message.messageId, problem: command })
      return noContent
    }
    if (command.kind === 'cancel') {
      const { run } = command.request
      const isActive = await cancel?.(run)
      if (!isActive) ports.warn('no active run has this id; it is cancelled if it starts later', { run })
      return noContent
    }
    const worker = workers[command.kind] as RunWorker<RunKind> | undefined
    if (!worker)
      throw new StatusError('NOT_FOUND', `This function does not handle runs of kind "${command.kind}".`)
    return handleCommand(ports, command, worker, isScheduledRun(message.subscription))
  }
}

async function handleCommand(
  ports: RunsPorts,
  command: RunCommand,
  worker: RunWorker<RunKind>,
  isScheduled: boolean,
): Promise<HandlerResponse> {
  const deadline = { now: ports.now, at: ports.now() + ports.workMs }
  const { id, kind, requestedAt, request } = command
  const requestedBy = isScheduled ? schedulerName : undefined
  const record = { id, kind, requestedAt, dryRun: isDryRun(request), requestedBy }
  const described = attempt(() => worker.describe(command))
  if ('fault' in described) {
    await endAtOnce(ports, { ...record, request: {} }, { state: 'failed', reason: described.fault })
    return noContent
  }
  const { shown = request, ...rest } = described.value
  const acquired = await acquireRun(
    { ...ports, holder: ports.newHolder() },
    { ...record, ...rest, request: shown },
  )
  if (acquired.kind === 'ended') return noContent
  if (acquired.kind === 'busy') {
    const reason = await worker.cancelReason?.(command, acquired.by)
    if (reason === undefined)
      throw retryLater(`Run ${acquired.by} holds the lease of ${rest.scope}. Retrying.`)
    await endAtOnce(ports, { ...record, ...rest, request: shown }, { state: 'cancelled', reason })
    return noContent
  }
  const run = withAlerts(acquired.run, ports, {
    run: id,
    kind,
    name: rest.name,
    destination: rest.destination,
  })
  try {
    if ((await worker.work(run, command, deadline)) === 'done') return noContent
  } catch (error) {
    await acquired.run.suspend()
    throw error
  }
  await acquired.run.suspend()
  throw retryLater(`Run ${id} is not finished. Retrying.`)
}

/** Ends a run that has not begun, in a scope of its own. */
async function endAtOnce(
  ports: RunsPorts,
  record: Omit<RunRecord, 'scope'>,
  ending: Pick<RunEnd, 'state' | 'reason'>,
): Promise<void> {
  const { id, kind, name, destination } = record
  const scoped = { ...record, scope: `${kind}/${id}` }
  const acquired = await acquireRun({ ...ports, holder: ports.newHolder() }, scoped)
  if (acquired.kind === 'held')
    await withAlerts(acquired.run, ports, { run: id, kind, name, destination }).end({ ...ending, counts: {} })
}

/** Adds an alert to the end of a run that failed or was blocked. */
function withAlerts(
  run: LeasedRun,
  { alert }: RunsPorts,
  facts: Readonly<Record<string, unknown>>,
): LeasedRun {
  return {
    ...run,
    end: async (ending) => {
      await run.end(ending)
      const { state, reason, alert: message = logMessages.run } = ending
      if (state === 'blocked' || state === 'failed') alert(message, { ...facts, state, reason })
    },
  }
}

function attempt<Value>(task: () => Value): { value: Value } | { fault: string } {
  try {
    return { value: task() }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
