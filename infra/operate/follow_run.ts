/** Operating: asks for a run and follows it until it ends. */
import { setTimeout as wait } from 'node:timers/promises'
import { consoleApi, ConsoleApiError, type ConsoleApi, type ConsoleRun } from './console_api.ts'
import { environmentHelp, environmentOptions, openEnvironment } from './environment.ts'
import { countsText, endingOf } from './run_text.ts'

/** The options of every command that asks for a run. */
export const runOptions = {
  ...environmentOptions,
  console: { type: 'string' },
  'no-wait': { type: 'boolean', default: false },
} as const

export const consoleHelp = `  --console <url>    address of the console, where an edge stands before it, or where you may not look it up
                     (pulumi stack output consoleUrl; looking it up takes roles/cloudfunctions.viewer)
${environmentHelp}`

export const runHelp = `  --no-wait          does not follow the run
${consoleHelp}

It is done in the cloud, with the rights of Sluice; asking for it takes sluice:operators. Ctrl-C stops following it, not the run.`

type Chosen = Parameters<typeof openEnvironment>[0] & { console?: string | undefined }

/** Opens the console's API of the environment that the options name. */
export async function openConsole(chosen: Chosen): Promise<ConsoleApi> {
  return consoleApi(await openEnvironment(chosen), chosen.console)
}

/** Asks for a run and follows it. Ends with 1 unless the run has finished. */
export async function runAndFollow(
  chosen: Chosen & { 'no-wait': boolean },
  kind: string,
  request: object,
): Promise<void> {
  const api = await openConsole(chosen)
  const { run: id } = (await api.post(`runs/${kind}`, request)) as { run: string }
  console.log(`Run ${id} is asked for.`)
  if (!chosen['no-wait']) await follow(api, id)
}

/** Longest pause between two looks at a run, in ms. */
const longestPause = 5000

/** How often in a row it may be impossible to look. */
const mostFailures = 10

/** Prints a line whenever the run gets further, and what it has come to. */
export async function follow(api: ConsoleApi, id: string): Promise<void> {
  process.once('SIGINT', () => {
    console.log(`The run goes on. "npx sluice runs ${id}" shows it, "npx sluice cancel ${id}" stops it.`)
    process.exit(130)
  })
  let last = ''
  let failures = 0
  for (let pause = 300; ; pause = Math.min(pause * 1.3, longestPause)) {
    const run = await look(api, id).catch((error: unknown) => {
      if (++failures > mostFailures || (error instanceof ConsoleApiError && error.status < 500)) throw error
      return undefined
    })
    if (run) failures = 0
    if (run?.finished_at) return tell(run)
    const line = run ? `${run.state}: ${countsText(run.counts)}` : 'waiting: it has not begun yet'
    if (line !== last) console.log((last = line))
    await wait(pause)
  }
}

/** Undefined before it has begun. */
async function look(api: ConsoleApi, id: string): Promise<ConsoleRun | undefined> {
  try {
    return (await api.get(`runs/${id}`)) as ConsoleRun
  } catch (error) {
    if (error instanceof ConsoleApiError && error.status === 404) return undefined
    throw error
  }
}

function tell(run: ConsoleRun): void {
  for (const line of endingOf(run)) console.log(line)
  if (run.state !== 'finished') process.exitCode = 1
}
