/** Build: makes of each functions/*.ts the folder that Google is given: its code in one file, and the framework that runs it in another. */
import { createHash } from 'node:crypto'
import { glob, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { build, stop, type Plugin } from 'esbuild'
import {
  asBundle,
  buildFramework,
  bundled,
  frameworkName,
  deferredPackages,
  laterInFiles,
  undiciPoolPlugin,
  lazyTargetsPlugin,
} from './parts.ts'
import { typeboxSubsetPlugin } from './typebox.ts'
import { webPages } from './web.ts'
import { buildFolder, bundleFile, frameworkFile, frameworkFolder } from '../naming.ts'
import { replaceFile } from './replace_file.ts'

const root = resolve(import.meta.dirname, '../..')
const functions = join(root, 'functions')

export interface BuildOptions {
  /** Folder for the functions' own, each with all that Google is given; source maps go to `maps/`, which is not uploaded. */
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
  /** Hash of the code and its source map: another one after any change of a source file of the function. */
  hash: string
}

/** Builds every function. What was built before goes, so that nothing of it is uploaded; each file is replaced whole, so that a
 * function that is started meanwhile finds the old code or the new. */
export async function buildFunctions({ outDir, minify }: BuildOptions): Promise<readonly Bundle[]> {
  await mkdir(join(outDir, 'maps'), { recursive: true })
  const files = await Array.fromAsync(glob('*.ts', { cwd: functions }))
  const names = files.map((file) => basename(file, '.ts')).toSorted()
  // Paths of source files in a source map are relative to it.
  const sourceRoot = `${relative(join(outDir, 'maps'), root)}/`
  const [codes, framework] = await Promise.all([
    bundleAll(names, { minify, sourceRoot }),
    buildFramework(minify),
  ])
  const bundles = await Promise.all(
    names.map(async (name): Promise<Bundle> => {
      const directory = join(outDir, name)
      const map = join(outDir, 'maps', `${name}.js.map`)
      const { code, sources } = codes(name)
      const laterFiles = Object.values(deferredPackages).filter((file) => code.includes(`"./${file}.cjs"`))
      const manifest = {
        name,
        private: true,
        main: bundleFile,
        dependencies: { [frameworkName]: `file:${frameworkFolder}` },
      }
      await mkdir(join(directory, frameworkFolder), { recursive: true })
      await Promise.all([
        replaceFile(join(directory, bundleFile), `${code}//# sourceMappingURL=${relative(directory, map)}\n`),
        replaceFile(map, sources),
        ...laterFiles.map((file) => replaceFile(join(directory, `${file}.cjs`), codes(file).code)),
        replaceFile(join(directory, 'package.json'), jsonFile(manifest)),
        replaceFile(join(directory, frameworkFolder, frameworkFile), framework.code),
        replaceFile(join(directory, frameworkFolder, 'package.json'), jsonFile(framework.manifest)),
      ])
      const files = [bundleFile, ...laterFiles.map((file) => `${file}.cjs`)]
      await keepOnly(directory, [...files, 'package.json', frameworkFolder])
      const hash = createHash('sha256').update(code).update(sources).digest('hex')
      return { name, directory, bytes: Buffer.byteLength(code), hash }
    }),
  )
  await keepOnly(outDir, ['maps', ...names])
  return bundles
}

/** Ends the compiler, which otherwise waits in a process of its own for more to build. */
export const endBuilding = stop

function jsonFile(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function keepOnly(directory: string, kept: readonly string[]): Promise<void> {
  const gone = (await readdir(directory)).filter((entry) => !kept.includes(entry))
  await Promise.all(gone.map((entry) => rm(join(directory, entry), { recursive: true, force: true })))
}

/** All of them at once, because they share most of what is to be read; none shares any of what is written. */
async function bundleAll(
  names: readonly string[],
  { minify, sourceRoot }: { minify: boolean; sourceRoot: string },
): Promise<(name: string) => { code: string; sources: string }> {
  const { outputFiles } = await build({
    ...asBundle,
    entryPoints: [
      ...Object.entries(deferredPackages).map(([name, file]) => ({ in: name, out: file })),
      ...names.map((name) => ({ in: `function:${name}`, out: name })),
    ],
    outdir: root,
    minify,
    // What is loaded later is read by Node as CommonJS, which costs less than as a module.
    supported: { 'dynamic-import': false },
    define: bundled,
    plugins: [
      entryPoints,
      undiciPoolPlugin,
      typeboxSubsetPlugin,
      laterInFiles,
      lazyTargetsPlugin,
      webPages({ minify }),
    ],
    sourcemap: 'external',
    sourcesContent: false,
    sourceRoot,
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  return (name) => ({ code: texts.get(`${name}.js`) ?? '', sources: texts.get(`${name}.js.map`) ?? '' })
}

/** Fails when the file does not export the function whose name it bears. */
const entryPoints: Plugin = {
  name: 'functions',
  setup(building) {
    building.onResolve({ filter: /^function:/ }, ({ path }) => ({
      path: path.slice('function:'.length),
      namespace: 'function',
    }))
    building.onLoad({ filter: /./, namespace: 'function' }, ({ path: name }) => ({
      contents: `export { ${name} } from './${name}.ts'`,
      resolveDir: functions,
    }))
  },
}

if (import.meta.main) {
  for (const { name, directory, bytes } of await buildFunctions({ outDir: buildFolder, minify: true })) {
    console.log(`${name}: ${Math.ceil(bytes / 1024)} KiB in ${relative(process.cwd(), directory)}`)
  }
}
