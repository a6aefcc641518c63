/** Build: bundles only the parts of typebox that the schemas use, as one module, because a starting instance would read and run each of its
 * 700 files. */
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')
const files = dirname(fileURLToPath(import.meta.resolve('typebox')))

/** Returns the entry module: all that our code may import of typebox. `Type` and `Value` have only the members that our code uses. Of the two
 * validators only the compiled one is exported: the other one imports the code that changes values. */
async function entry(): Promise<string> {
  const sources = await Array.fromAsync(glob('{schemas,functions}/**/*.ts', { cwd: root }))
  const texts = await Promise.all(sources.map((file) => readFile(join(root, file), 'utf8')))
  const code = texts.join('\n')
  const membersOf = (object: string): string => {
    const uses = code.matchAll(new RegExp(`\\b${object}\\.([A-Z]\\w*)`, 'g'))
    return [...new Set([...uses].map(([, member = '']) => member))].toSorted().join(', ')
  }
  const [type, value] = [membersOf('Type'), membersOf('Value')]
  return [
    `import { ${type} } from 'typebox'`,
    `import { ${value} } from 'typebox/value'`,
    `export const Type = { ${type} }`,
    `export const Value = { ${value} }`,
    "export { Build, Compile } from 'typebox/schema'",
    "export { Test } from 'typebox/format'",
  ].join('\n')
}

/** Declares the package free of side effects, so that esbuild drops every file of which no export is used. */
const withoutEffects: Plugin = {
  name: 'typebox has no side effects',
  setup(building) {
    building.onResolve({ filter: /^typebox/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
      sideEffects: false,
    }))
    building.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }))
  },
}

async function pack(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: await entry(), resolveDir: files },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node24',
    plugins: [withoutEffects],
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

export const typeboxSubsetPlugin: Plugin = {
  name: 'typebox subset',
  setup(building) {
    building.onResolve({ filter: /^typebox(\/|$)/ }, () => ({ path: 'typebox', namespace: 'typebox' }))
    building.onLoad({ filter: /./, namespace: 'typebox' }, async () => ({ contents: await pack() }))
  },
}
