/** Build: of the same sources nothing is built twice, so that a local stack starts sooner. What is deployed is always built. */
import { createHash } from 'node:crypto'
import { glob, readFile, rm, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { buildFunctions, type BuildOptions } from './index.ts'
import { replaceFile } from './replace_file.ts'

const root = resolve(import.meta.dirname, '../..')

/** What a bundle is made of: the code, what builds it, and the packages as npm has installed them. */
const sources = [
  'functions/**/*',
  'schemas/**/*',
  'web/**/*',
  'infra/{*,build/*}',
  'node_modules/.package-lock.json',
]

/** What was built: of which sources, and how large each file is. */
interface Built {
  of: string
  files: Readonly<Record<string, number>>
}

/** Builds every function, unless what lies in the folder was built of the sources as they are; whether it has. */
export async function buildOnce(options: BuildOptions): Promise<boolean> {
  const { outDir, minify } = options
  const record = join(outDir, 'maps', 'built.json')
  const of = `${await stateOf(sources, root)} ${minify}`
  const before = await readFile(record, 'utf8').then(
    (text) => JSON.parse(text) as Built,
    () => undefined,
  )
  if (before?.of === of && (await isWhole(outDir, before.files))) return false
  // Until the new one stands there, nobody shall go by the old one.
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

/** Changes whenever a file is changed, added or removed. */
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
  const found = await stat(file)
  return { size: found.size, isFile: found.isFile() }
}

async function isWhole(outDir: string, files: Built['files']): Promise<boolean> {
  const checks = Object.entries(files).map(([path, size]) =>
    sizeOf(join(outDir, path)).then(
      (found) => found.size === size,
      () => false,
    ),
  )
  return (await Promise.all(checks)).every(Boolean)
}
