/** Command line: requests a run and follows it until it ends. */
import { setTimeout as wait } from 'node:timers/promises'
import type { RunSummary } from '../../schemas/run_summary.ts'
import { consoleApi, type ConsoleApi } from '../environment/console_api.ts'
import { openEnvironment } from '../environment/environment.ts'
import { CliError } from '../terminal/cli_error.ts'
import { exitCodes } from '../terminal/exit_codes.ts'
import { isTemporary } from '../terminal/is_temporary.ts'
import type { Output } from '../terminal/output.ts'
import type { ConsoleOptions, RunVerbOptions } from './options.ts'
import { endingOf, openText } from './run_text.ts'

/** Opens the console's API of the environment that the options name. */
export async function openConsole(options: ConsoleOptions, { note }: Output): Promise<ConsoleApi> {
  return consoleApi(await openEnvironment(options, note), options.console)
}

interface AskedRun {
  kind: string
  request: object
}

/** Requests a run and follows it. The result is the run; the exit code is 1 unless it has finished. */
export async function runAndFollow(options: RunVerbOptions, output: Output, asked: AskedRun): Promise<void> {
  return followOne(await openConsole(options, output), options, output, asked)
}

async function followOne(
  api: ConsoleApi,
  options: Pick<RunVerbOptions, 'wait'>,
  output: Output,
  { kind, request }: AskedRun,
): Promise<void> {
  const { run: id } = (await api.post(`runs/${kind}`, request)) as { run: string }
  if (!options.wait) return output.result({ run_id: id, state: 'requested' }, `Requested run ${id}.`)
  output.note(`Requested run ${id}.`)
  const run = await follow(api, id, output)
  printEnd(run, output)
}

/** Requests a run of a sync for each of its destinations, and follows them. With several, the result is the list of the runs; the exit code is 1
 * unless all have finished. */
export async function syncAndFollow(
  options: RunVerbOptions,
  output: Output,
  request: { sync: string },
): Promise<void> {
  const api = await openConsole(options, output)
  const { syncDestinations = {} } = (await api.get('run-options')) as {
    syncDestinations?: Readonly<Record<string, readonly string[]>>
  }
  const own = Object.hasOwn(syncDestinations, request.sync) ? syncDestinations[request.sync]! : []
  const [destination, ...others] = own
  if (destination === undefined || others.length === 0)
    return followOne(api, options, output, { kind: 'sync', request })
  const asked: { destination: string; id: string }[] = []
  for (const each of [destination, ...others]) {
    const { run: id } = (await api.post('runs/sync', { ...request, destination: each })) as { run: string }
    output.note(`Requested run ${id} for ${each}.`)
    asked.push({ destination: each, id })
  }
  if (!options.wait)
    return output.result(
      asked.map(({ id, ...each }) => ({ run_id: id, ...each, state: 'requested' })),
      asked.map(({ destination: to, id }) => `${to}: requested run ${id}`),
    )
  const runs: RunSummary[] = []
  for (const { id } of asked) runs.push(await follow(api, id, output))
  output.result(
    runs,
    runs.flatMap((run) => {
      const [state, ...rest] = endingOf(run)
      return [`${String(run.destination)}: ${String(state)}`, ...rest]
    }),
  )
  if (runs.some(({ state }) => state !== 'finished')) process.exitCode = exitCodes.negative
}

/** Prints the result of a run. The exit code is 1 unless it has finished. */
export function printEnd(run: RunSummary, { result }: Output): void {
  result(run, endingOf(run))
  if (run.state !== 'finished') process.exitCode = exitCodes.negative
}

/** Maximum delay between two requests for a run, in ms. */
const maxPause = 5000

/** Maximum number of consecutive requests that may fail. */
const maxFailures = 10

/** Resolves to the run when it has ended, and shows its counts until then. Ctrl-C rejects with CANCELLED. */
export async function follow(api: ConsoleApi, id: string, { progress }: Output): Promise<RunSummary> {
  const interrupt = new AbortController()
  const onInterrupt = (): void => interrupt.abort()
  process.once('SIGINT', onInterrupt)
  let failures = 0
  try {
    for (let pause = 300; ; pause = Math.min(pause * 1.3, maxPause)) {
      const run = await look(api, id).catch((error: unknown) => {
        if (++failures > maxFailures || !isTemporary(error)) throw error
        return undefined
      })
      if (run) failures = 0
      if (run?.finished_at) return run
      progress.show(run ? openText(run) : 'waiting: the run has not started yet')
      await wait(pause, undefined, { signal: interrupt.signal })
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error
    throw new CliError(
      'CANCELLED',
      `Run ${id} continues. "npx sluice runs ${id}" shows it, "npx sluice cancel ${id}" stops it.`,
    )
  } finally {
    progress.clear()
    process.off('SIGINT', onInterrupt)
  }
}

/** Undefined before the run has started. */
async function look(api: ConsoleApi, id: string): Promise<RunSummary | undefined> {
  try {
    return (await api.get(`runs/${id}`)) as RunSummary
  } catch (error) {
    if (error instanceof CliError && error.status === 'NOT_FOUND') return undefined
    throw error
  }
}
