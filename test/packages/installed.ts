/** Tests: a package as its users get it: packed, installed in an empty folder and started with its one-line command. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unrefChild } from '../support/unref_child.ts'

export const packageFolders = ['bigquery-emulator', 'pubsub-emulator', 'gcp-identity'] as const

export type PackageFolder = (typeof packageFolders)[number]

const repository = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** True for an error of npm that says that the registry cannot be reached. */
export function isUnreachable(error: unknown): boolean {
  return /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)\b/.test(
    String((error as { stderr?: string }).stderr ?? error),
  )
}

/** Packs every package, which builds it, and installs each in a folder of its own below `dir`. Returns the folders. */
export async function installPackages(dir: string): Promise<Readonly<Record<PackageFolder, string>>> {
  const workspaces = packageFolders.flatMap((folder) => ['-w', `packages/${folder}`])
  await run('npm', ['pack', ...workspaces, '--pack-destination', dir], { cwd: repository })
  const installed = packageFolders.map(async (folder) => {
    const target = join(dir, folder)
    await mkdir(target)
    // Without it npm would look for the folder's package.json further up.
    await writeFile(join(target, 'package.json'), '{"private": true}')
    await install(target, join(dir, `sluice-${folder}-0.1.0.tgz`))
    return [folder, target] as const
  })
  return Object.fromEntries(await Promise.all(installed)) as Record<PackageFolder, string>
}

async function install(dir: string, name: string): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=1', name], {
    cwd: dir,
  })
}

/** Returns the folder with the program of a major version of Node: of this process, on the PATH, or installed from the registry. */
export async function nodeFolder(major: number, dir: string): Promise<string> {
  const onPath = [join(process.execPath, '..'), ...(process.env['PATH'] ?? '').split(delimiter)]
  for (const folder of onPath) if ((await versionOf(folder)) === major) return folder
  const target = join(dir, `node-${major}`)
  await mkdir(target)
  await writeFile(join(target, 'package.json'), '{"private": true}')
  const name = `node-${process.platform}-${process.arch}`
  await install(target, `${name}@${major}`)
  return join(target, 'node_modules', name, 'bin')
}

async function versionOf(folder: string): Promise<number | undefined> {
  const version = await run(join(folder, 'node'), ['--version']).catch(() => undefined)
  return version && Number.parseInt(version.stdout.slice(1))
}

/** Runs a program of an installed package in its folder. Returns what it prints. */
export async function runIn(dir: string, program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [program, ...args], { cwd: dir })
  return stdout
}

/** Installs Google's clients, as a user does, from those of the repository. */
export async function linkClients(dir: string): Promise<void> {
  await symlink(join(repository, 'node_modules/@google-cloud'), join(dir, 'node_modules/@google-cloud'))
}

export interface StartedPackage {
  /** What it printed. */
  output: string
  /** The environment variables that it told its clients to set. */
  environment: Readonly<Record<string, string>>
  /** Ends it as Ctrl+C does. Resolves once every process of it has ended. */
  stop: () => Promise<void>
}

/** Starts `npx <command>` in a folder, with a version of Node first on the PATH. */
export async function startPackage(
  dir: string,
  node: string,
  command: readonly string[],
): Promise<StartedPackage> {
  const child = spawn('npx', ['--no-install', ...command], {
    cwd: dir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: [node, process.env['PATH']].join(delimiter), TMPDIR: dir },
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close')
  unrefChild(child)
  const early = ended.then(() => {
    throw new Error(`${command.join(' ')} ended before it listened: ${stderr}`)
  })
  early.catch(() => undefined)
  const [chunk] = (await Promise.race([once(child.stdout, 'data'), early])) as [Buffer]
  const output = chunk.toString()
  return {
    output,
    environment: Object.fromEntries(
      [...output.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>,
    async stop() {
      child.ref()
      process.kill(-child.pid!, 'SIGINT')
      await ended
    },
  }
}
