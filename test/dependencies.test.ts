/** Dependencies as tests: which part of the repository may import which. A failure says where the code belongs. */
import assert from 'node:assert/strict'
import { importsOf, parsedSources, repositoryFolders, type Import } from './support/sources.ts'

/** The folders of functions/, each above those it may import. The first ones compute only. */
const floors =
  'privacy event net google serving bus targets decision linkage delivery storage translation collect ingest dispatch runs reconcile health people erase act sync replay console'.split(
    ' ',
  )

/** What a browser and the Pulumi program may load of functions/: it computes, and reaches no network. */
const pure =
  /^functions\/(privacy|event|decision|linkage|targets|translation|net\/header|act\/(check|candidate|timestamps|requirements|triggers))/

const reachesNetwork = /^(undici|google-auth-library|@google-cloud\/|node:(https|net|tls|dns))/

function isOwn(name: string): boolean {
  return repositoryFolders.some((folder) => name.startsWith(`${folder}/`))
}

/** Part of the repository → what its files may import of it, and which packages. */
const rules: readonly { part: RegExp; may: RegExp; packages: RegExp; instruction: string }[] = [
  {
    part: /^schemas\//,
    may: /^schemas\//,
    packages: /^(typebox(\/|$)|re2js$)/,
    instruction: 'schemas/ declares: it imports typebox, re2js and schemas/ only',
  },
  {
    part: /^functions\/[^/]+\//,
    may: /^(schemas\/|functions\/[^/]+\/)/,
    packages:
      /^(node:|typebox|undici|google-auth-library|@google-cloud\/bigquery|@marcbachmann\/cel-js|@iabgpp\/cmpapi|isbot$|croner$|sluice:web$)/,
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
      'web/ runs in a browser: it imports schemas/, web/, the pure layers that it shows the work of, preact, its signals and Plot, and calls functions over HTTP',
  },
  {
    part: /^packages\/([^/]+)\/src\//,
    may: /^packages\/[^/]+\/src\//,
    packages: /./,
    instruction: 'a package is a thing of its own: it imports nothing of the product',
  },
  {
    part: /^packages\/([^/]+)\/test\//,
    may: /^packages\//,
    packages: /./,
    instruction: 'a package passes its tests alone',
  },
  {
    part: /^local\//,
    may: /^((schemas|functions\/[^/]+|infra|local)\/|packages\/[^/]+\/src\/((googlesql\/)?index|directory_lock)\.ts$)/,
    packages: /./,
    instruction:
      'local/ imports no deployed function, for it runs their bundles, and of a package only its public modules',
  },
  {
    part: /^cli\//,
    may: /^((schemas|functions\/[^/]+|infra|cli|local)\/|packages\/[^/]+\/src\/(googlesql\/)?index\.ts$)/,
    packages: /./,
    instruction:
      'cli/ imports no deployed function, for it calls them, and of a package only its public modules',
  },
]

describe('dependencies', () => {
  let all: readonly { file: string; imports: readonly Import[] }[]
  before(async () => {
    const sources = await parsedSources(repositoryFolders)
    all = Array.from(sources, ([file, source]) => ({ file, imports: importsOf(source) }))
  })

  it('point one way', () => {
    for (const { part, may, packages, instruction } of rules) {
      for (const { file, imports } of all.filter(({ file }) => part.test(file))) {
        for (const { name } of imports) {
          assert.ok((isOwn(name) ? may : packages).test(name), `${file} imports ${name}, but ${instruction}.`)
        }
      }
    }
  })

  // A grammar is recursive, so the parser and the resolver of SQL are too.
  it('have no circle, types included', () => {
    const product = all.filter(({ file }) => !/^(packages|test|bench)\//.test(file))
    const importsOfFile = new Map(product.map(({ file, imports }) => [file, imports.map(({ name }) => name)]))
    const finished = new Set<string>()
    function follow(file: string, path: readonly string[]): void {
      const start = path.indexOf(file)
      assert.equal(
        start,
        -1,
        `${[...path.slice(start), file].join(' → ')}: move what both need to a file below.`,
      )
      if (finished.has(file)) return
      for (const name of importsOfFile.get(file) ?? []) if (isOwn(name)) follow(name, [...path, file])
      finished.add(file)
    }
    for (const { file } of product) follow(file, [])
  })

  it('a folder of functions/ imports only the folders below it', () => {
    for (const { file, imports } of all) {
      const folder = /^functions\/([^/]+)\//.exec(file)?.[1]
      if (folder === undefined) continue
      const floor = floors.indexOf(folder)
      assert.ok(floor >= 0, `${file}: give functions/${folder}/ its place among the floors above.`)
      for (const { name } of imports) {
        const below = /^functions\/([^/]+)\//.exec(name)?.[1]
        const isBelow = below === undefined || floors.indexOf(below) <= floor
        assert.ok(isBelow, `${file} imports ${name}: functions/${below}/ stands above functions/${folder}/.`)
      }
    }
  })

  it('only functions/net and functions/google reach over the network', () => {
    for (const { file, imports } of all.filter(
      ({ file }) => file.startsWith('functions/') && !/^functions\/(net|google)\//.test(file),
    )) {
      const reaching = imports.flatMap(({ name, isType }) =>
        reachesNetwork.test(name) && !isType ? [name] : [],
      )
      assert.deepEqual(
        reaching,
        [],
        `${file} imports ${reaching.join(', ')}: let functions/net/ or functions/google/ do it.`,
      )
    }
  })

  for (const [reader, entry] of [
    ['the Pulumi program', 'infra/index.ts'],
    ['the console', 'web/index.tsx'],
  ] as const)
    it(`what ${reader} loads of functions/ reaches no network and no cloud`, () => {
      const byFile = new Map(
        all.map(({ file, imports }) => [
          file,
          imports.filter(({ isType }) => !isType).map(({ name }) => name),
        ]),
      )
      const loaded = new Set<string>()
      function load(file: string): void {
        if (loaded.has(file)) return
        loaded.add(file)
        for (const name of byFile.get(file) ?? []) if (isOwn(name)) load(name)
      }
      load(entry)
      const layers = [...loaded].filter((file) => file.startsWith('functions/'))
      assert.ok(layers.length > 5, `${entry} loads pure layers`)
      for (const file of layers) {
        assert.match(file, pure, `${entry} loads ${file}, which is not of a pure layer.`)
        const reaching = byFile.get(file)!.filter((name) => reachesNetwork.test(name))
        assert.deepEqual(
          reaching,
          [],
          `${file} imports ${reaching.join(', ')}: move what is pure into a file of its own.`,
        )
      }
    })
})
