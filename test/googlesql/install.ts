/** SQL lint: installs Google's SQL analyzer (ZetaSQL) into a cache folder outside the product. https://www.npmjs.com/package/@fivetrandevelopers/zetasql */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Installation {
  /** Path of the server's executable for this machine. */
  server: string
  /** Folder of the `.proto` files that describe the server's gRPC interface. */
  protos: string
}

/** Platform → the server's executable in the package. */
const executables: Readonly<Record<string, string>> = {
  'linux-x64': 'remote_server.so',
  'linux-arm64': 'remote_server_arm.so',
  'darwin-x64': 'remote_server',
  'darwin-arm64': 'remote_server_arm',
}

const manifests = ['package.json', 'package-lock.json']
const installTimeoutMs = 600_000
let installed: Promise<Installation> | undefined

/** Returns the installed analyzer; downloads it (about 100 MB) if the cache folder does not have it.
 *  Throws an error with the reason if the platform has no executable or npm cannot install the package. */
export function installAnalyzer(): Promise<Installation> {
  installed ??= install()
  return installed
}

async function install(): Promise<Installation> {
  const platform = `${process.platform}-${process.arch}`
  const executable = executables[platform]
  if (executable === undefined)
    throw new Error(
      `Google's SQL analyzer has no executable for ${platform}, only for ${Object.keys(executables).join(', ')}`,
    )
  const lock = await readFile(join(import.meta.dirname, 'package/package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12)
  const folder = join(cacheFolder(), `googlesql-${platform}-${version}`)
  const server = join(folder, 'zetasql', executable)
  const isInstalled = await access(server).then(
    () => true,
    () => false,
  )
  if (!isInstalled) await download(folder, executable)
  return { server, protos: join(folder, 'zetasql/protos') }
}

/** Returns `SLUICE_CACHE_DIR`. Default: the cache folder of the XDG specification.
 *  https://specifications.freedesktop.org/basedir-spec/latest/ */
export function cacheFolder(): string {
  return (
    process.env['SLUICE_CACHE_DIR'] ??
    join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sluice')
  )
}

/** Installs beside `folder`, then renames: `folder` is complete or absent, even if several processes install at once. */
async function download(folder: string, executable: string): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true })
  const temporary = await mkdtemp(`${folder}-`)
  try {
    await Promise.all(
      manifests.map((name) => copyFile(join(import.meta.dirname, 'package', name), join(temporary, name))),
    )
    await runNpm(temporary)
    const files = join(temporary, 'node_modules/@fivetrandevelopers/zetasql/lib/zetasql')
    const others = Object.values(executables).filter((name) => name !== executable)
    await Promise.all(others.map((name) => rm(join(files, name))))
    await mkdir(join(temporary, 'complete'))
    await rename(files, join(temporary, 'complete/zetasql'))
    await rename(join(temporary, 'complete'), folder).catch(acceptExisting)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function runNpm(directory: string): Promise<void> {
  const command = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    await promisify(execFile)('npm', command, { cwd: directory, timeout: installTimeoutMs })
  } catch (error) {
    const { message } = error as Error
    const lines = message.split('\n').filter((line) => line.startsWith('npm error'))
    const reason = lines.length === 0 ? message : lines.slice(0, 4).join('; ').replaceAll('npm error ', '')
    throw new Error(`Google's SQL analyzer could not be installed: ${reason}`, { cause: error })
  }
}

/** Another process has installed the same version in the meantime. */
export function acceptExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}
