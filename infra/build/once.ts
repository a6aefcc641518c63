/** Build: skips the build if no source has changed, so that a local stack starts sooner. A deployment always builds. */
import { createHash } from 'node:crypto'
import { glob, readFile, rm, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { buildFunctions, type BuildOptions } from './index.ts'
import { replaceFile } from './replace_file.ts'

const root = resolve(import.meta.dirname, '../..')

/** Inputs of a build: the code, the build scripts and the installed packages. */
const sources = ['functions/**/*', 'schemas/**/*', 'web/**/*', 'infra/*', 'node_modules/.package-lock.json']

/** Record of a build. */
interface Built {
  /** Hash of its sources and options. */
  of: string
  /** File → its size in bytes. */
  files: Readonly<Record<string, number>>
}

/** Builds every function unless the folder already holds a build of the current sources. Returns true if it built. */
export async function buildOnce(options: BuildOptions): Promise<boolean> {
  const { outDir, minify } = options
  const record = join(outDir, 'maps', 'built.json')
  const of = `${await stateOf(sources, root)} ${minify}`
  const before = await readFile(record, 'utf8').then(
    (text) => JSON.parse(text) as Built,
    () => undefined,
  )
  if (before?.of === of && (await isWhole(outDir, before.files))) return false
  // A build that fails halfway must not leave a record that calls its folder complete.
  await rm(record, { force: true })
  const bundles = await buildFunctions(options)
  const files: Record<string, number> = {}
  for (const { directory } of bundles)
    for await (const path of glob('**/*.*', { cwd: directory })) {
      const file = join(directory, path)
      const { size, isFile } = await sizeOf(file)
      if (isFile) files[relative(outDir, file)] = size
    }
  await replaceFile(record, JSON.stringify({ of, files } satisfies Built))
  return true
}

/** Returns a hash that changes whenever a file is changed, added or removed. */
async function stateOf(patterns: readonly string[], cwd: string): Promise<string> {
  const paths = await Array.fromAsync(glob([...patterns], { cwd }))
  const states = await Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(join(cwd, path))
      return `${path} ${size} ${mtimeMs}`
    }),
  )
  return createHash('sha256').update(states.toSorted().join('\n')).digest('hex')
}

async function sizeOf(file: string): Promise<{ size: number; isFile: boolean }> {
  const stats = await stat(file)
  return { size: stats.size, isFile: stats.isFile() }
}

async function isWhole(outDir: string, files: Built['files']): Promise<boolean> {
  const checks = Object.entries(files).map(([path, size]) =>
    sizeOf(join(outDir, path)).then(
      (actual) => actual.size === size,
      () => false,
    ),
  )
  return (await Promise.all(checks)).every(Boolean)
}
