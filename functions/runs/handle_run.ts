/** Runs: answers a push of the topic `runs`: does the run as far as the time of one request reaches. The bus asks again for what is not
 * done, so a run that stops in the middle, whatever the cause, goes on. */
import { logMessages } from '../../schemas/log_messages.ts'
import type { RunKind } from '../../schemas/run_request.ts'
import type { PushMessage } from '../bus/push.ts'
import { noContent, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { acquireRun, type RunRecord, type RunEnd, type LeasedRun, type RunPorts } from './run_log.ts'
import { readRunMessage, type RunCommand } from './run_message.ts'

/** How a kind of run is done. */
export interface RunWorker<Kind extends RunKind> {
  /** What the log says of it. Throws an Error for what cannot be: its words become the reason of the failure. */
  describe: (
    order: RunCommand<Kind>,
  ) => Pick<RunRecord, 'scope' | 'name' | 'destination'> & { shown?: unknown }
  /** Works until it is done (`done`: it has called `run.end`) or the deadline comes near (`later`). What it throws is tried again. */
  work: (run: LeasedRun, order: RunCommand<Kind>, deadline: RunDeadline) => Promise<'done' | 'later'>
  /** Why a run gives way to the one that is at work on its scope, and ends as cancelled; undefined when it waits. All wait unless told. */
  cancelReason?: (order: RunCommand<Kind>, by: string) => Promise<string | undefined>
}

/** Milliseconds of a monotonic clock. */
export interface RunDeadline {
  now: () => number
  at: number
}

export interface RunsPorts extends Omit<RunPorts, 'holder'> {
  newHolder: () => string
  now: () => number
  /** How long one push may be worked on, in ms. */
  workMs: number
  warn: (message: string, facts: Readonly<Record<string, unknown>>) => void
  /** Tells an operator that a run was stopped. */
  alert: (message: string, facts: Readonly<Record<string, unknown>>) => void
}

type Workers = { readonly [Kind in RunKind]?: RunWorker<Kind> }

/** Too Early: the bus asks again, and it counts as no fault of the function. https://www.rfc-editor.org/rfc/rfc8470#section-5.2 */
function retryLater(message: string): StatusError {
  return new StatusError('UNAVAILABLE', message, { http: 425 })
}

/** Makes the function that answers pushes. */
export function createRunHandler(
  ports: RunsPorts,
  workers: Workers,
  cancel?: (run: string) => Promise<boolean>,
) {
  return async (received: PushMessage): Promise<HandlerResponse> => {
    const order = readRunMessage(received)
    if (typeof order === 'string') {
      ports.warn('a request for a run cannot be read', { run: received.messageId, problem: order })
      return noContent
    }
    if (order.kind === 'cancel') {
      const found = await cancel?.(order.request.run)
      if (!found)
        ports.warn('no such run goes on; should it come, it is cancelled', { run: order.request.run })
      return noContent
    }
    const worker = workers[order.kind] as RunWorker<RunKind> | undefined
    if (!worker) throw new StatusError('NOT_FOUND', `Runs of kind ${order.kind} are not done here.`)
    return handleCommand(ports, order, worker)
  }
}

async function handleCommand(
  ports: RunsPorts,
  order: RunCommand,
  worker: RunWorker<RunKind>,
): Promise<HandlerResponse> {
  const deadline = { now: ports.now, at: ports.now() + ports.workMs }
  const { id, kind, requestedAt, request } = order
  const dryRun = ('dry_run' in request && request.dry_run) ?? false
  const asked = { id, kind, requestedAt, dryRun }
  const described = attempt(() => worker.describe(order))
  if ('fault' in described) {
    await endAtOnce(ports, { ...asked, request: {} }, { state: 'failed', reason: described.fault })
    return noContent
  }
  const { shown = request, ...rest } = described.value
  const taken = await acquireRun(
    { ...ports, holder: ports.newHolder() },
    { ...asked, ...rest, request: shown },
  )
  if (taken.kind === 'ended') return noContent
  if (taken.kind === 'busy') {
    const reason = await worker.cancelReason?.(order, taken.by)
    if (reason === undefined) throw retryLater(`Run ${taken.by} is at work on ${rest.scope}.`)
    await endAtOnce(ports, { ...asked, ...rest, request: shown }, { state: 'cancelled', reason })
    return noContent
  }
  const run = withAlerts(taken.run, ports, { run: id, kind, name: rest.name, destination: rest.destination })
  try {
    if ((await worker.work(run, order, deadline)) === 'done') return noContent
  } catch (error) {
    await taken.run.suspend()
    throw error
  }
  await taken.run.suspend()
  throw retryLater(`Run ${id} goes on.`)
}

/** Ends a run that does nothing, in a scope of its own. */
async function endAtOnce(
  ports: RunsPorts,
  asked: Omit<RunRecord, 'scope'>,
  ended: Pick<RunEnd, 'state' | 'reason'>,
): Promise<void> {
  const { id, kind, name, destination } = asked
  const own = { ...asked, scope: `${kind}/${id}` }
  const taken = await acquireRun({ ...ports, holder: ports.newHolder() }, own)
  if (taken.kind === 'held')
    await withAlerts(taken.run, ports, { run: id, kind, name, destination }).end({ ...ended, counts: {} })
}

/** Tells an operator when the run ends otherwise than it should. */
function withAlerts(
  run: LeasedRun,
  { alert }: RunsPorts,
  facts: Readonly<Record<string, unknown>>,
): LeasedRun {
  return {
    ...run,
    end: async (ended) => {
      await run.end(ended)
      const { state, reason, alert: message = logMessages.run } = ended
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
