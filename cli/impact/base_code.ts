/** Command line: predicts with the code of the base commit, in a process of its own, if that code differs from the checkout's. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from '../inspect/drawn_graph.ts'
import { CliError } from '../terminal/cli_error.ts'
import { linesOf } from '../terminal/lines.ts'
import type { ServedRow, ServedSettings } from './serve_side.ts'
import { gitIn, type SideSettings } from './settings.ts'
import type { Predictions } from './side.ts'

/** What decides, links and reads settings. */
const deciding = ['functions', 'schemas', 'infra/settings', 'cli/impact']

const program = 'cli/impact/serve_side.ts'

export interface BaseCode {
  /** Returns the predictions of each event. Throws FAILED_PRECONDITION if the code of the base fails. */
  predict: (rows: readonly ServedRow[]) => Promise<readonly Predictions[]>
  close: () => Promise<void>
}

/** Why both sides are predicted with the code of the checkout. */
export type WithoutBaseCode = 'same' | 'another repository' | 'too old'

/** Starts the code of the commit that the settings are read from. */
export async function openBaseCode(
  { commit, config }: SideSettings,
  now: Date,
): Promise<BaseCode | WithoutBaseCode> {
  const git = (args: readonly string[], env?: NodeJS.ProcessEnv) =>
    gitIn(checkout, `The code of ${commit} cannot be read`, args, env)
  const isHere = await git(['cat-file', '-e', `${commit}^{commit}`]).then(
    () => commit !== undefined,
    () => false,
  )
  if (!isHere) return 'another repository'
  const changed = await git(['diff', '--name-only', commit!, '--', ...deciding])
  const added = await git(['ls-files', '--others', '--exclude-standard', '--', ...deciding])
  if (changed + added === '') return 'same'

  const folder = await mkdtemp(join(tmpdir(), 'sluice-base-'))
  try {
    const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') }
    await git(['read-tree', commit!], env)
    // A checkout that is a folder of its repository is one in the copy, too.
    const top = (await git(['rev-parse', '--show-toplevel'])).trim()
    const prefix = (await git(['rev-parse', '--show-prefix'])).trim()
    await gitIn(
      top,
      'The files of the base cannot be written',
      ['checkout-index', '--all', `--prefix=${folder}/code/`],
      env,
    )
    const code = join(folder, 'code', prefix)
    if (!existsSync(join(code, program))) {
      await rm(folder, { recursive: true })
      return 'too old'
    }
    await symlink(join(checkout, 'node_modules'), join(code, 'node_modules'))
    return serve(spawn(process.execPath, [join(code, program)], { cwd: code }), {
      settings: { config, now: now.toISOString() },
      folder,
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function serve(
  child: ChildProcessWithoutNullStreams,
  { settings, folder }: { settings: ServedSettings; folder: string },
): BaseCode {
  let errors = ''
  let failure: CliError | undefined
  const waiting: PromiseWithResolvers<string>[] = []
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)))
  void readAnswers()
  child.once('close', () => {
    failure = new CliError('FAILED_PRECONDITION', `The code of the base cannot predict: ${errors.trim()}`)
    for (const { reject } of waiting.splice(0)) reject(failure)
  })
  async function readAnswers(): Promise<void> {
    for await (const line of linesOf(child.stdout)) waiting.shift()?.resolve(line)
  }
  // A process that has failed cannot be written to: it says why when it has ended.
  child.stdin.on('error', () => {})
  const write = (line: unknown): void => void child.stdin.write(`${JSON.stringify(line)}\n`)
  write(settings)
  return {
    predict: async (rows) => {
      if (failure) throw failure
      const answer = Promise.withResolvers<string>()
      waiting.push(answer)
      write(rows)
      return JSON.parse(await answer.promise) as readonly Predictions[]
    },
    close: async () => {
      child.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
