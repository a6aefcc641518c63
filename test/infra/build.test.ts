/** Build: checks that the upload folder of each function is complete. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environments, startFunction } from '../../bench/cold_process.ts'
import { buildFunctions, type Bundle } from '../../infra/build/index.ts'
import { buildOnce } from '../../infra/build/once.ts'

describe('npm run build', () => {
  let outDir: string
  let bundles: readonly Bundle[]
  let again: readonly Bundle[]
  before(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'sluice-build-'))
    // Left behind by an earlier build.
    await mkdir(join(outDir, 'first/store'), { recursive: true })
    await writeFile(join(outDir, 'first/store/index.js'), '')
    const build = (name: string) => buildFunctions({ outDir: join(outDir, name), minify: true })
    ;[bundles, again] = await Promise.all([build('first'), build('second')])
  })
  after(() => rm(outDir, { recursive: true }))

  it('is skipped for a local stack unless a source or the build has changed', async () => {
    const dir = join(outDir, 'once')
    const bundle = join(dir, 'store/index.cjs')
    const record = join(dir, 'maps/built.json')
    const built = async (): Promise<number> => {
      await buildOnce({ outDir: dir, minify: false })
      return (await stat(bundle)).mtimeMs
    }
    const first = await built()
    assert.equal(await built(), first)
    await rm(bundle)
    const second = await built()
    assert.notEqual(second, first)
    await writeFile(record, (await readFile(record, 'utf8')).replace('"of":"', '"of":"other '))
    assert.notEqual(await built(), second)
  })

  it('makes one folder per file of functions/', async () => {
    const files = (await readdir('functions')).filter((file) => file.endsWith('.ts'))
    assert.deepEqual(
      bundles.map(({ name }) => `${name}.ts`),
      files.toSorted(),
    )
  })

  it('writes only the code and the tested version of the framework into it', async () => {
    const root = JSON.parse(await readFile('package.json', 'utf8')) as {
      dependencies: Record<string, string>
    }
    const name = '@google-cloud/functions-framework'
    for (const bundle of bundles) {
      const files = (await readdir(bundle.directory)).filter((file) => !file.startsWith('google_'))
      assert.deepEqual(files.toSorted(), ['functions-framework', 'index.cjs', 'package.json'])
      const manifest = async (folder: string) =>
        JSON.parse(await readFile(join(bundle.directory, folder, 'package.json'), 'utf8')) as {
          version: string
          bin: Record<string, string>
        }
      assert.deepEqual(await manifest('.'), {
        name: bundle.name,
        private: true,
        main: 'index.cjs',
        dependencies: { [name]: 'file:functions-framework' },
      })
      const framework = await manifest('functions-framework')
      assert.equal(framework.version, root.dependencies[name])
      const program = framework.bin['functions-framework'] ?? ''
      assert.match(
        await readFile(join(bundle.directory, 'functions-framework', program), 'utf8'),
        /^#!.*node/,
      )
    }
  })

  it('writes source maps that stack traces can use', async () => {
    const maps = bundles.map(({ name }) => `${name}.js.map`)
    assert.deepEqual((await readdir(join(outDir, 'first', 'maps'))).toSorted(), maps)
    for (const { name, directory } of bundles) {
      const code = await readFile(join(directory, 'index.cjs'), 'utf8')
      assert.ok(code.endsWith(`//# sourceMappingURL=../maps/${name}.js.map\n`))
    }
  })

  it('leaves nothing to install', async () => {
    const builtin = new Set((await import('node:module')).builtinModules)
    for (const { name, directory } of bundles) {
      const files = (await readdir(directory)).filter((file) => file.endsWith('.cjs'))
      const all = ['functions-framework/main.cjs', ...files]
      const code = (await Promise.all(all.map((file) => readFile(join(directory, file), 'utf8')))).join('\n')
      const required = [...code.matchAll(/\brequire\("([^"./][^"]*)"\)/g)].map(([, module = '']) => module)
      const foreign = required.filter((module) => !module.startsWith('node:') && !builtin.has(module))
      assert.deepEqual([...new Set(foreign)], [], name)
    }
  })

  it('leaves out unused parts of packages', async () => {
    for (const { name, directory } of bundles) {
      const framework = await readFile(join(directory, 'functions-framework/main.cjs'), 'utf8')
      assert.doesNotMatch(framework, /trust proxy/, `${name}: Express`)
      const code = await readFile(join(directory, 'index.cjs'), 'utf8')
      for (const mark of ['node:http2', 'UNDICI_USE_MILO', 'multipart/form-data', '~codec']) {
        assert.ok(!code.includes(mark), `${name} has ${mark}`)
      }
    }
  })

  it('makes folders that start without node_modules, and answer', async () => {
    const environmentByName = await environments()
    for (const { name, directory } of bundles) {
      const { status } = await startFunction({ name, directory, env: environmentByName.get(name) ?? {} })
      assert.ok(status < 500, `${name} answers ${status}`)
    }
  })

  it('makes the same code from the same sources, so that nothing is deployed without a change', async () => {
    const code = async ({ directory }: Bundle) => readFile(join(directory, 'index.cjs'), 'utf8')
    assert.deepEqual(await Promise.all(again.map(code)), await Promise.all(bundles.map(code)))
  })
})
