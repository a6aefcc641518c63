/** The build: what Google is given of each function is complete in itself. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFunctions, type Bundle } from '../infra/build.ts'

describe('npm run build', () => {
  let outDir: string
  let bundles: readonly Bundle[]
  let again: readonly Bundle[]
  before(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'sluice-build-'))
    const build = (name: string) => buildFunctions({ outDir: join(outDir, name), minify: true })
    ;[bundles, again] = await Promise.all([build('first'), build('second')])
  })
  after(() => rm(outDir, { recursive: true }))

  it('makes one folder for each file of functions/', async () => {
    const files = (await readdir('functions')).filter((file) => file.endsWith('.ts'))
    assert.deepEqual(
      bundles.map(({ name }) => `${name}.ts`),
      files.toSorted(),
    )
  })

  it('puts into it the code and the version of the framework that it was tested with, and no source map', async () => {
    const root = JSON.parse(await readFile('package.json', 'utf8')) as {
      dependencies: Record<string, string>
    }
    const framework = '@google-cloud/functions-framework'
    for (const { name, directory } of bundles) {
      assert.deepEqual((await readdir(directory)).toSorted(), ['index.js', 'package.json'])
      assert.deepEqual(JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')), {
        name,
        private: true,
        main: 'index.js',
        dependencies: { [framework]: root.dependencies[framework] },
      })
    }
  })

  it('keeps the source maps where stack traces find them', async () => {
    const maps = bundles.map(({ name }) => `${name}.js.map`)
    assert.deepEqual((await readdir(join(outDir, 'first', 'maps'))).toSorted(), maps)
    for (const { name, directory } of bundles) {
      const code = await readFile(join(directory, 'index.js'), 'utf8')
      assert.ok(code.endsWith(`//# sourceMappingURL=../maps/${name}.js.map\n`))
    }
  })

  it('leaves nothing to be installed besides the framework', async () => {
    const builtin = new Set((await import('node:module')).builtinModules)
    for (const { name, directory } of bundles) {
      const code = await readFile(join(directory, 'index.js'), 'utf8')
      const required = [...code.matchAll(/\brequire\("([^"./][^"]*)"\)/g)].map(([, module = '']) => module)
      const foreign = required.filter((module) => !module.startsWith('node:') && !builtin.has(module))
      assert.deepEqual([...new Set(foreign)], [], name)
    }
  })

  it('makes the same code again from the same sources, so that nothing is deployed without a change', async () => {
    const code = async ({ directory }: Bundle) => readFile(join(directory, 'index.js'), 'utf8')
    assert.deepEqual(await Promise.all(again.map(code)), await Promise.all(bundles.map(code)))
  })
})
