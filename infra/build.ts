/** Build: makes of each functions/*.ts the folder that Google is given: one file, and the one package it needs besides. */
import { glob, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build, stop } from 'esbuild'
import { buildTargets } from './build_targets.ts'
import { webPages } from './build_web.ts'
import { replaceFile } from './replace_file.ts'
import { targetsFile } from './targets.ts'

const root = resolve(import.meta.dirname, '..')
const functions = join(root, 'functions')
const framework = '@google-cloud/functions-framework'

export interface BuildOptions {
  /** Folder for `<function>/index.js` and `<function>/package.json`; source maps go to `maps/`, which is not uploaded. */
  outDir: string
  minify: boolean
}

/** One built function. */
export interface Bundle {
  name: string
  /** Folder that holds it. */
  directory: string
  /** Size of the code. */
  bytes: number
}

/** Builds every function. What was built before goes, so that nothing of it is uploaded; each file is replaced whole, so that a
 * function that is started meanwhile finds the old code or the new. */
export const buildFunctions = async ({ outDir, minify }: BuildOptions): Promise<readonly Bundle[]> => {
  await mkdir(join(outDir, 'maps'), { recursive: true })
  const files = await Array.fromAsync(glob('*.ts', { cwd: functions }))
  const names = files.map((file) => basename(file, '.ts')).toSorted()
  const dependencies = { [framework]: await frameworkVersion() }
  const bundles = await Promise.all(names.map((name) => bundle(name, { outDir, minify }, dependencies)))
  const kept = new Set(['maps', basename(targetsFile), ...names])
  const gone = (await readdir(outDir)).filter((entry) => !kept.has(entry))
  await Promise.all(gone.map((entry) => rm(join(outDir, entry), { recursive: true, force: true })))
  return bundles
}

/** Ends the compiler, which otherwise waits in a process of its own for more to build. */
export const endBuilding = stop

const bundle = async (
  name: string,
  { outDir, minify }: BuildOptions,
  dependencies: Record<string, string>,
): Promise<Bundle> => {
  const directory = join(outDir, name)
  const outfile = join(directory, 'index.js')
  const { outputFiles } = await build({
    // Fails when the file does not export the function whose name it bears.
    stdin: { contents: `export { ${name} } from './${name}.ts'`, resolveDir: functions },
    outfile,
    bundle: true,
    minify,
    write: false,
    platform: 'node',
    target: 'node24',
    // An ESM bundle would break the CommonJS inside Google's clients.
    format: 'cjs',
    external: [framework],
    plugins: [webPages({ minify })],
    sourcemap: 'external',
    legalComments: 'none',
    logLevel: 'silent',
  })
  const map = join(outDir, 'maps', `${name}.js.map`)
  const code = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? ''
  const sources = outputFiles.find(({ path }) => path.endsWith('.map'))?.text ?? ''
  await mkdir(directory, { recursive: true })
  await Promise.all([
    replaceFile(outfile, `${code}//# sourceMappingURL=${relative(directory, map)}\n`),
    replaceFile(map, sources),
    replaceFile(
      join(directory, 'package.json'),
      `${JSON.stringify({ name, private: true, main: 'index.js', dependencies }, null, 2)}\n`,
    ),
  ])
  return { name, directory, bytes: Buffer.byteLength(code) }
}

/** The version that the functions are developed with. */
const frameworkVersion = async (): Promise<string> => {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const version = dependencies[framework]
  if (!version || !/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`package.json: ${framework} must have an exact version, has ${version ?? 'none'}`)
  }
  return version
}

if (import.meta.main) {
  const outDir = dirname(targetsFile)
  for (const { name, directory, bytes } of await buildFunctions({ outDir, minify: true })) {
    console.log(`${name}: ${Math.ceil(bytes / 1024)} KiB in ${relative(process.cwd(), directory)}`)
  }
  console.log(`${await buildTargets()} targets in ${relative(process.cwd(), targetsFile)}`)
}
