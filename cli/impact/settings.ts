/** Command line: reads the two settings that an impact compares: those of the working tree, and those of a commit or of another file. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { DecisionSettings } from '../../functions/replay/prediction.ts'
import { publicPart } from '../../infra/settings/destination.ts'
import { parseSettings, type StackConfig } from '../../infra/settings/parse.ts'
import { stackProblems } from '../../infra/settings/problems.ts'
import type { PlainSettings } from '../../infra/settings/schema.ts'
import { publicSources } from '../../infra/settings/sources.ts'
import { readEncryptedConfig } from '../../local/pulumi/settings.ts'
import { withDerivedLinks } from '../../schemas/derived_types.ts'
import { CliError, withStatus } from '../terminal/cli_error.ts'

const run = promisify(execFile)

/** The settings of one side, and where they come from: `Pulumi.prod.yaml of main (1a2b3c4)`. */
export interface SideSettings {
  title: string
  config: StackConfig
  /** Full id of the commit that they are read from; undefined for a file. */
  commit?: string
}

/** The settings that decide, as the functions get them. */
export function decisionSettingsOf(config: StackConfig): DecisionSettings {
  const { destinations, consentDefaults, sources } = parseSettings(config) as PlainSettings
  return {
    destinations: Object.entries(destinations).map(([id, setting]) =>
      withDerivedLinks(publicPart(id, setting)),
    ),
    consentDefaults,
    sources: publicSources(sources),
  }
}

/** Reads a file with settings. Throws NOT_FOUND, or FAILED_PRECONDITION with the first problems of it. */
export async function readSettingsFile(file: string, title = file): Promise<SideSettings> {
  if (!existsSync(file)) throw new CliError('NOT_FOUND', `${file} does not exist.`)
  const { config } = await withStatus('FAILED_PRECONDITION', () => readEncryptedConfig(file))
  return { title, config }
}

/** Throws FAILED_PRECONDITION for settings that cannot be deployed. */
export function demandSound({ title, config }: SideSettings): void {
  const problems = stackProblems(config)
  if (problems.length === 0) return
  const more = problems.length > 3 ? `\n…and ${problems.length - 3} more` : ''
  throw new CliError(
    'FAILED_PRECONDITION',
    `${title} cannot be deployed:\n${problems.slice(0, 3).join('\n')}${more}`,
  )
}

/** Reads what `--base` names: a file, or a commit, in which the file of the other side is read. */
export async function readBase(base: string, file: string): Promise<SideSettings> {
  if (existsSync(base)) return readSettingsFile(resolve(base))
  const name = basename(file)
  const commit = await gitIn(dirname(file), `--base ${base} is no file and no commit`, [
    'rev-parse',
    '--verify',
    '--end-of-options',
    `${base}^{commit}`,
  ])
  const id = commit.trim()
  const text = await gitIn(dirname(file), `${name} is not in ${base}`, ['show', `${id}:./${name}`])
  const folder = await mkdtemp(join(tmpdir(), 'sluice-impact-'))
  try {
    const copy = join(folder, name)
    await writeFile(copy, text)
    return { ...(await readSettingsFile(copy, `${name} of ${base} (${id.slice(0, 7)})`)), commit: id }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs Git in a folder. Throws NOT_FOUND with the sentence and what Git says. */
export async function gitIn(
  folder: string,
  failure: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  try {
    return (await run('git', ['-C', folder, ...args], { maxBuffer: 2 ** 26, env })).stdout
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    throw new CliError('NOT_FOUND', `${failure}: ${stderr.trim() || 'Git cannot be run'}`, { cause: error })
  }
}
