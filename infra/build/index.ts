/** Build: builds the upload folder of each functions/*.ts: its code in one file, the framework that runs it in another. */
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
  /** Folder that gets one upload folder per function. Source maps go to `maps/`, which is not uploaded. */
  outDir: string
  minify: boolean
}

/** One built function. */
export interface Bundle {
  name: string
  /** Its upload folder. */
  directory: string
  /** Size of the code in bytes. */
  bytes: number
}

/** Builds every function. Deletes files of earlier builds, so that they are not uploaded. Each file is replaced atomically: a
 * function that starts meanwhile reads either the old code or the new. */
export async function buildFunctions({ outDir, minify }: BuildOptions): Promise<readonly Bundle[]> {
  await mkdir(join(outDir, 'maps'), { recursive: true })
  const files = await Array.fromAsync(glob('*.ts', { cwd: functions }))
  const names = files.map((file) => basename(file, '.ts')).toSorted()
  const [codes, framework] = await Promise.all([bundleAll(names, minify), buildFramework(minify)])
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
      return { name, directory, bytes: Buffer.byteLength(code) }
    }),
  )
  await keepOnly(outDir, ['maps', ...names])
  return bundles
}

/** Stops esbuild's service process, which would otherwise keep running. */
export const endBuilding = stop

function jsonFile(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function keepOnly(directory: string, names: readonly string[]): Promise<void> {
  const obsolete = (await readdir(directory)).filter((entry) => !names.includes(entry))
  await Promise.all(obsolete.map((entry) => rm(join(directory, entry), { recursive: true, force: true })))
}

/** Bundles all functions in one esbuild run, which parses shared modules once. Each bundle is self-contained. */
async function bundleAll(
  names: readonly string[],
  minify: boolean,
): Promise<(name: string) => { code: string; sources: string }> {
  const { outputFiles } = await build({
    ...asBundle,
    entryPoints: [
      ...Object.entries(deferredPackages).map(([name, file]) => ({ in: name, out: file })),
      ...names.map((name) => ({ in: `function:${name}`, out: name })),
    ],
    outdir: root,
    minify,
    // Turns `import()` into `require()`: Node loads the deferred packages faster as CommonJS.
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
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  return (name) => ({ code: texts.get(`${name}.js`) ?? '', sources: texts.get(`${name}.js.map`) ?? '' })
}

/** Makes the build fail if a file does not export the function it is named after. */
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
