/** Test support: installs dbt with its BigQuery adapter into a cache folder outside the product. https://docs.getdbt.com/docs/core/pip-install */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { acceptExisting, cacheFolder } from '../googlesql/install.ts'
import { repositoryRoot } from '../support/sources.ts'

const run = promisify(execFile)
const installTimeoutMs = 300_000

/** Versions of dbt, and of all packages that the tests load. pip refuses two versions of one package. */
const requirements = join(repositoryRoot, 'examples/dbt/requirements.txt')
const packageList = join(import.meta.dirname, 'dbt_packages.txt')

/** A Python interpreter and the folder with dbt's packages, as `PYTHONPATH`. */
export interface DbtInstallation {
  python: string
  packages: string
}

/** Returns the installed dbt; downloads it if the cache folder does not have it, which takes half a minute and 200 MB.
 *  If Python is missing or pip cannot install it, prints the reason and skips the tests. */
export async function dbtOrSkip(context: Mocha.Context): Promise<DbtInstallation> {
  try {
    return await installDbt()
  } catch (error) {
    console.log(`    skipped: ${(error as Error).message}`)
    return context.skip()
  }
}

async function installDbt(): Promise<DbtInstallation> {
  const python = 'python3'
  const { stdout: version } = await run(python, ['-c', 'import sys; print(sys.version)']).catch(() => {
    throw new Error('no python3 on this machine')
  })
  const files = await Promise.all([requirements, packageList].map((file) => readFile(file, 'utf8')))
  const hash = createHash('sha256')
    .update(JSON.stringify([version, process.arch, files]))
    .digest('hex')
  const packages = join(cacheFolder(), `dbt-${hash.slice(0, 12)}`)
  const isInstalled = await access(packages).then(
    () => true,
    () => false,
  )
  if (!isInstalled) await download(python, packages)
  return { python, packages }
}

/** Installs beside `packages`, then renames: the folder is complete or absent, even if several processes install at once. */
async function download(python: string, packages: string): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true })
  const temporary = await mkdtemp(`${packages}-`)
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check']
  // dbt compiles what it loads, which is a small part.
  const quick = ['--no-deps', '--no-compile', '--only-binary', ':all:']
  const command = [...pip, ...quick, '--target', temporary, '-r', requirements, '-r', packageList]
  try {
    await run(python, command, { timeout: installTimeoutMs })
    await rename(temporary, packages).catch(acceptExisting)
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const reason = /^ERROR: .*/m.exec(stderr)?.[0] ?? message.split('\n')[0]
    throw new Error(`pip could not install dbt: ${reason}`, { cause: error })
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
