/** Conventions as tests: where things belong, and in which direction they may depend on each other. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as targets from '../functions/targets/index.ts'
import { environments } from '../schemas/environment.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['schemas', 'functions', 'infra', 'local', 'web', 'bench', 'test']

interface Source {
  file: string
  text: string
  /** What it imports: paths from the root for own files, names for packages. */
  imports: readonly string[]
  /** Those of them that Node loads: types are erased. */
  runtimeImports: readonly string[]
}

async function sources(): Promise<readonly Source[]> {
  const files = await Array.fromAsync(
    glob(
      folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: root },
    ),
  )
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8')
      const found = [
        ...text.matchAll(
          /^\s*(?:import|export)\b( type\b)?[^'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
        ),
      ].map((match) => ({
        isType: match[1] !== undefined,
        name: pathOf(file, (match[2] ?? match[3] ?? match[4])!),
      }))
      const imports = found.map(({ name }) => name)
      const runtimeImports = found.filter(({ isType }) => !isType).map(({ name }) => name)
      return { file, text, imports, runtimeImports }
    }),
  )
}

/** An import of a file as a path from the root; the name of a package as it is. */
function pathOf(file: string, name: string): string {
  return name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name
}

/** Whether a file is a deployed function: it stands in functions/ itself. */
function isEntry(file: string): boolean {
  return /^functions\/[^/]+\.ts$/.test(file)
}

function isOwn(name: string): boolean {
  return folders.some((folder) => name.startsWith(`${folder}/`))
}

/** Part of the repository → what its files may import of it, and which packages. */
const rules: readonly { part: RegExp; may: RegExp; packages: RegExp; instruction: string }[] = [
  {
    part: /^schemas\//,
    may: /^schemas\//,
    packages: /^typebox(\/|$)/,
    instruction: 'schemas/ declares: it imports typebox and schemas/ only',
  },
  {
    part: /^functions\/[^/]+\//,
    may: /^(schemas\/|functions\/[^/]+\/)/,
    packages:
      /^(node:|typebox|undici|google-auth-library|@google-cloud\/bigquery|@marcbachmann\/cel-js|sluice:web$)/,
    instruction: 'a layer imports schemas/ and layers, never a deployed function, infra/ or local/',
  },
  {
    part: /^functions\/[^/]+\.ts$/,
    may: /^(schemas\/|functions\/[^/]+\/)/,
    packages: /^(node:|typebox)/,
    instruction: 'a deployed function imports schemas/ and layers, never another function',
  },
  {
    part: /^infra\//,
    // The program compiles what the functions compile as they start, by the same code, before it changes anything.
    may: /^(schemas\/|infra\/|functions\/(decision|linkage|act|targets)\/)/,
    packages: /^(node:|typebox|@pulumi\/|esbuild|croner|@google-cloud\/|google-auth-library)/,
    instruction:
      'infra/ imports schemas/ and the layers that check rules, links, actions and targets; of the functions it names the bundles',
  },
  {
    part: /^web\//,
    may: /^(schemas|web|functions\/(translation|linkage|event))\//,
    packages: /^(preact|@preact\/signals|@observablehq\/plot)(\/|$)/,
    instruction:
      'web/ runs in a browser: it imports schemas/, web/, the pure layers that it shows the work of, preact, its signals and Plot, and asks functions over HTTP',
  },
  {
    part: /^local\//,
    may: /^(schemas|functions\/[^/]+|infra|local)\//,
    packages: /./,
    instruction: 'local/ imports no deployed function: it runs their bundles',
  },
]

describe('conventions', () => {
  let all: readonly Source[]
  before(async () => {
    all = await sources()
  })

  it('dependencies point one way', () => {
    for (const { part, may, packages, instruction } of rules) {
      for (const { file, imports } of all.filter(({ file }) => part.test(file))) {
        for (const name of imports) {
          assert.ok((isOwn(name) ? may : packages).test(name), `${file} imports ${name}, but ${instruction}.`)
        }
      }
    }
  })

  it('only the layer functions/google reaches over the network', () => {
    for (const { file, imports } of all.filter(
      ({ file }) => file.startsWith('functions/') && !file.startsWith('functions/google/'),
    )) {
      const reaching = imports.filter((name) =>
        /^(undici|google-auth-library|@google-cloud\/|node:(https|net|tls))/.test(name),
      )
      assert.deepEqual(reaching, [], `${file} imports ${reaching.join(', ')}: let functions/google/ do it.`)
    }
  })

  it('what the Pulumi program loads of functions/ reaches no network and no cloud', () => {
    const byFile = new Map(all.map((source) => [source.file, source]))
    const loaded = new Set<string>()
    const load = (file: string): void => {
      if (loaded.has(file)) return
      loaded.add(file)
      for (const name of byFile.get(file)?.runtimeImports ?? []) if (isOwn(name)) load(name)
    }
    load('infra/index.ts')
    const layers = [...loaded].filter((file) => file.startsWith('functions/'))
    assert.ok(layers.includes('functions/decision/check_condition.ts'), 'the program compiles rules')
    for (const file of layers) {
      const reaching = byFile
        .get(file)!
        .runtimeImports.filter((name) =>
          /^(undici|google-auth-library|@google-cloud\/|node:(https?|net|tls|dns))/.test(name),
        )
      assert.deepEqual(
        reaching,
        [],
        `${file} imports ${reaching.join(', ')}: move what is pure into a file of its own.`,
      )
    }
  })

  it('pure layers take time and environment as arguments', () => {
    const pure = /^functions\/(bus|console|event|decision|linkage|delivery|storage)\//
    for (const { file, text } of all.filter(({ file }) => pure.test(file))) {
      const reads = /\bprocess\.env\b|\bDate\.now\(\)|\bMath\.random\(\)/.exec(text)
      assert.equal(reads, null, `${file} reads ${reads?.[0]}: take it as an argument.`)
    }
  })

  it('only local/ and tests know that there is a laptop', () => {
    const parts = /^(schemas|functions|infra|web)\//
    for (const { file, text } of all.filter(({ file }) => parts.test(file))) {
      const found = /127\.0\.0\.1|localhost|\bisLocal\b|NODE_ENV/.exec(text)
      assert.equal(
        found,
        null,
        `${file} mentions ${found?.[0]}: the same code runs everywhere; let local/ set an environment variable.`,
      )
    }
  })

  it('every deployed function exports its own name and has an environment', () => {
    const entries = all.filter(({ file }) => isEntry(file))
    for (const { file, text } of entries) {
      const name = file.slice('functions/'.length, -'.ts'.length)
      assert.match(text, new RegExp(`export const ${name}\\b`), `${file} must export const ${name}.`)
    }
    const names = entries.map(({ file }) => file.slice('functions/'.length, -'.ts'.length))
    assert.deepEqual(
      names.toSorted(),
      Object.keys(environments).toSorted(),
      'describe each function in schemas/environment.ts',
    )
  })

  it('every target file is registered under its own name', () => {
    const declared = all.filter(
      ({ file, text }) => /^functions\/targets\/[^/]+\.ts$/.test(file) && text.includes('= defineTarget('),
    )
    for (const { file } of declared) {
      const name = file.slice('functions/targets/'.length, -'.ts'.length)
      const target = (targets as Readonly<Record<string, { name: string }>>)[name]
      assert.equal(
        target?.name,
        name,
        `add to functions/targets/index.ts: export { ${name} } from './${name}.ts'`,
      )
    }
  })

  it('the first line of every file says where it stands', () => {
    for (const { file, text } of all.filter(({ file }) => !file.startsWith('test/'))) {
      assert.match(text, /^(#!.*\n)?\/\*\* /, `${file}: begin with /** what it is in the flow */.`)
    }
  })

  it('no file is longer than 250 lines', () => {
    for (const { file, text } of all) {
      const lines = text.split('\n').length - 1
      assert.ok(lines <= 250, `${file} has ${lines} lines: one concept a file.`)
    }
  })

  it('no promise of later work is left in the code', () => {
    for (const { file, text } of all.filter(({ file }) => file !== 'test/conventions.test.ts')) {
      const found = /\b(TODO|FIXME|XXX|HACK)\b/.exec(text)
      assert.equal(found, null, `${file} says ${found?.[0]}.`)
    }
  })
})
