/** `npm run build` of a package: bundles src/ to dist/ for Node 20 and writes the types, because Node runs no TypeScript below node_modules. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'

interface PackageDescription {
  bin: Readonly<Record<string, string>>
  exports: Readonly<Record<string, { types: string; default: string }>>
  dependencies?: Readonly<Record<string, string>>
}

const packages = resolve(import.meta.dirname, '..')
const folder = process.cwd()
const dist = join(folder, 'dist')

/** `dist/index.js` → `src/index.ts` */
function sourceOf(built: string): string {
  return join('src', relative('dist', built)).replace(/\.js$/, '.ts')
}

/** Bundles this repository's sources. Dependencies stay imports; an npm package that is not a dependency is an error. */
async function bundle(entries: readonly string[], dependencies: readonly string[]): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [...entries],
    outdir: dist,
    outbase: 'src',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.15',
    external: [...dependencies],
    metafile: true,
    logLevel: 'warning',
  })
  // Protobuf definitions are data and are included.
  const included = Object.keys(metafile.inputs).filter((input) => /node_modules\/.*(?<!\.json)$/.test(input))
  if (included.length > 0) throw new Error(`Add to the dependencies of ${folder}: ${included.join(', ')}`)
}

/** Compiles the declarations of the entries and everything they import, by path below dist/types. */
function declarationsOf(entries: readonly string[]): ReadonlyMap<string, string> {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(packages, 'tsconfig.build.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => fail([diagnostic]),
    },
  )!
  const outDir = join(dist, 'types')
  const program = ts.createProgram(
    entries.map((entry) => join(folder, entry)),
    { ...config.options, outDir },
  )
  fail(ts.getPreEmitDiagnostics(program))
  const declarations = new Map<string, string>()
  fail(
    program.emit(undefined, (path, text) => {
      declarations.set(resolve(path), text)
    }).diagnostics,
  )
  return declarations
}

/** Prints the diagnostics and ends the process if there are any. */
function fail(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return
  const host: ts.FormatDiagnosticsHost = {
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => folder,
    getNewLine: () => '\n',
  }
  console.error(ts.formatDiagnostics(diagnostics, host))
  process.exit(1)
}

/** Writes a declaration file and those that it imports. The imports name the `.js` files, as every TypeScript version reads them. */
async function writeDeclaration(
  path: string,
  declarations: ReadonlyMap<string, string>,
  written = new Set<string>(),
): Promise<void> {
  if (written.has(path)) return
  written.add(path)
  const text = declarations.get(path)
  if (text === undefined) throw new Error(`${path} was not emitted.`)
  let result = text
  for (const { fileName } of ts.preProcessFile(text).importedFiles) {
    if (!fileName.startsWith('.')) continue
    result = result.replaceAll(`'${fileName}'`, `'${fileName.replace(/\.ts$/, '.js')}'`)
    await writeDeclaration(resolve(dirname(path), fileName.replace(/\.ts$/, '.d.ts')), declarations, written)
  }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, result)
}

const {
  bin,
  exports,
  dependencies = {},
} = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageDescription
const modules = Object.values(exports)
const entries = [...modules.map((module) => module.default), ...Object.values(bin)].map(sourceOf)

await rm(dist, { recursive: true, force: true })
await bundle(entries, Object.keys(dependencies))
const declarations = declarationsOf(entries)
for (const { types } of modules) await writeDeclaration(join(folder, types), declarations)
await copyFile(join(packages, '..', 'LICENSE'), join(dist, 'LICENSE'))
console.log(`Built ${basename(folder)}.`)
