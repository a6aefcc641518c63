/** Conventions as tests: what every file holds to. A failure says what to do. */
import assert from 'node:assert/strict'
import * as targets from '../functions/targets/index.ts'
import { environments } from '../schemas/environment.ts'
import { parsedSources, repositoryFolders } from './support/sources.ts'

/** Folders with one declaration a file, and the function or type that declares. The index of the folder has a line for each. */
const indexed = [
  ['functions/targets', '= defineTarget('],
  ['schemas/events', '= defineEvent('],
  ['schemas/syncs', '= defineSync('],
  ['schemas/actions', '= defineAction('],
  ['local/third_party/vendors', ': Vendor = {'],
] as const

/** True for a deployed function: it stands in functions/ itself. */
function isEntry(file: string): boolean {
  return /^functions\/[^/]+\.ts$/.test(file)
}

describe('conventions', () => {
  let all: readonly { file: string; text: string }[]
  before(async () => {
    all = Array.from(await parsedSources(repositoryFolders), ([file, { text }]) => ({ file, text }))
  })

  it('pure layers take time and environment as arguments', () => {
    const takesPorts = /^functions\/(bus|console|event|decision|linkage|delivery|storage)\/(?!open\.ts$)/
    for (const { file, text } of all.filter(({ file }) => takesPorts.test(file))) {
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

  it('every file that declares something has its line in the index of its folder', () => {
    for (const [folder, declares] of indexed) {
      const index = all.find(({ file }) => file === `${folder}/index.ts`)
      const declared = all.filter(
        ({ file, text }) => file.startsWith(`${folder}/`) && text.includes(declares),
      )
      assert.ok(declared.length > 1, `${folder} has files with ${declares}`)
      for (const { file, text } of declared) {
        const [, name] = new RegExp(`^export const (\\w+) ?${RegExp.escape(declares)}`, 'm').exec(text) ?? []
        const line = `export { ${name} } from './${file.slice(folder.length + 1)}'`
        assert.ok(index?.text.includes(`${line}\n`), `add to ${folder}/index.ts: ${line}`)
      }
    }
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
