/** Command line: finds the local stack that `sluice start` runs. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { StackInfo } from '../../local/stack_info.ts'
import { CliError } from '../terminal/cli_error.ts'
import type { EnvironmentOptions } from './options.ts'

const checkout = resolve(import.meta.dirname, '../..')

/** How long a stack may take to answer, in ms. */
const answerTimeout = 3000

/** Absolute path of the folder with the data: the option, SLUICE_DATA_DIR, or `.local` in the working directory when a stack runs there,
 * or in the checkout. */
export function dataDirOf(option: string | undefined): string {
  const chosen = option ?? process.env['SLUICE_DATA_DIR']
  if (chosen !== undefined) return resolve(chosen)
  const here = resolve('.local')
  return existsSync(join(here, 'stack.json')) ? here : join(checkout, '.local')
}

/** Absolute path of the folder with the data of the demo: the option, SLUICE_DATA_DIR, or `.local/demo` in the checkout. */
export function demoDirOf(option: string | undefined): string {
  return resolve(option ?? process.env['SLUICE_DATA_DIR'] ?? join(checkout, '.local/demo'))
}

/** The local stack that the options choose: by --local, or because one is running here and no project is named, which a line of `note`
 * says. Undefined for a deployed environment. Throws NOT_FOUND when --local names none, UNAVAILABLE when it does not answer. */
export async function chosenLocalStack(
  { project, local, dataDir }: Pick<EnvironmentOptions, 'project' | 'local' | 'dataDir'>,
  note: (line: string) => void,
): Promise<StackInfo | undefined> {
  if (!local && (project ?? process.env['GOOGLE_CLOUD_PROJECT'])) return undefined
  const dir = dataDirOf(dataDir)
  const stack = await readStackInfo(dir)
  if (!stack) {
    if (!local) return undefined
    throw new CliError(
      'NOT_FOUND',
      `There is no ${join(dir, 'stack.json')}: no local stack is running. Start one with "npx sluice start".`,
    )
  }
  try {
    await fetch(`${stack.baseUrl}/local/`, { signal: AbortSignal.timeout(answerTimeout) })
  } catch (error) {
    throw new CliError(
      'UNAVAILABLE',
      `The local stack of ${dir} does not answer at ${stack.baseUrl}. Start it again with "npx sluice start", or pass --project <id>.`,
      { cause: error },
    )
  }
  if (!local)
    note(`Using the local stack at ${stack.baseUrl}. To use a deployed environment, pass --project <id>.`)
  return stack
}

/** What stack.json says; undefined when there is none. */
export async function readStackInfo(dir: string): Promise<StackInfo | undefined> {
  const file = join(dir, 'stack.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as StackInfo
  } catch (error) {
    throw new CliError('FAILED_PRECONDITION', `${file} is not valid JSON. Start the stack again.`, {
      cause: error,
    })
  }
}
