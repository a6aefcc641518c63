/** Language as tests: names and texts use the words of docs/glossary.md. */
import assert from 'node:assert/strict'
import { access, glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { createProgram } from '../cli/program.ts'
import { unknownCommands } from './support/cli_names.ts'
import {
  exportedNames,
  parsedSources,
  productFolders,
  readableTexts,
  repositoryRoot,
} from './support/sources.ts'

/** Words of names that docs/glossary.md replaces. */
const replacedWords = [
  'told',
  'words',
  'misfit',
  'errand',
  'mood',
  'fate',
  'patience',
  'discreet',
  'blame',
  'weigh',
  'victim',
  'wayout',
  'world',
]

/** Names with two homes, each with its reason. The list may only get shorter. */
const sharedNames: Readonly<Record<string, string>> = {
  topics: 'infra/index.ts exports the output of the stack that bears this name',
}

/** `sendMisfits`, `send_misfits.ts` → send, misfits */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

function replacedWord(name: string): string | undefined {
  const words = wordsOf(name)
  return replacedWords.find(
    (word) =>
      words.includes(word) ||
      words.includes(`${word}s`) ||
      words.join('').includes(word === 'wayout' ? word : '\0'),
  )
}

describe('language', () => {
  let product: ReadonlyMap<string, ts.SourceFile>
  before(async () => {
    product = await parsedSources(productFolders)
  })

  it('names of files and exports use the words of the glossary', () => {
    for (const [file, source] of product)
      for (const name of [basename(file).replace(/\.tsx?$/, ''), ...exportedNames(source)]) {
        const word = replacedWord(name)
        assert.equal(
          word,
          undefined,
          `${file}: "${name}" uses "${word}"; docs/glossary.md has the word to use.`,
        )
      }
  })

  it('an exported name has one home', () => {
    const homes = new Map<string, string>()
    for (const [file, source] of product)
      for (const name of exportedNames(source)) {
        const home = homes.get(name)
        const isFree = home === undefined || Object.hasOwn(sharedNames, name)
        assert.ok(
          isFree,
          `"${name}" is exported by ${home} and by ${file}: rename one of them (docs/glossary.md).`,
        )
        homes.set(name, file)
      }
  })

  it('texts that a person reads use plain English', () => {
    const avoided = /\bis no [a-z]|\bunless told\b|\bfor ever\b|\bwhoever\b|\btake of the world\b/
    for (const [file, source] of product)
      for (const { text, line } of readableTexts(source))
        assert.doesNotMatch(text, avoided, `${file}:${line} reads "${text}"; see docs/glossary.md.`)
  })

  it('a named function at the top level is a function declaration', async () => {
    const all = await parsedSources([...productFolders, 'packages', 'test', 'bench'])
    for (const [file, source] of all)
      for (const statement of source.statements) {
        if (!ts.isVariableStatement(statement)) continue
        for (const { name, type, initializer } of statement.declarationList.declarations) {
          const isFree = type !== undefined || !initializer || !ts.isArrowFunction(initializer)
          assert.ok(isFree, `${file}: write \`function ${name.getText(source)}(…) { … }\`.`)
        }
      }
  })

  it('every command that a page names exists', async () => {
    const { scripts } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const program = createProgram()
    const pages = await Array.fromAsync(glob(['*.md', 'docs/**/*.md'], { cwd: repositoryRoot }))
    for (const page of pages) {
      const text = await readFile(join(repositoryRoot, page), 'utf8')
      for (const [, name] of text.matchAll(/\bnpm run ([a-z][\w:-]*)/g))
        assert.ok(scripts[name!], `${page} names \`npm run ${name}\`, which package.json does not have.`)
      assert.deepEqual(unknownCommands(text, program), [], page)
      for (const [, path] of text.matchAll(/\bnode ((?:[\w.-]+\/)+[\w.-]+\.(?:ts|js|mjs))/g))
        await assert.doesNotReject(
          access(join(repositoryRoot, path!)),
          `${page} names \`node ${path}\`, which is missing.`,
        )
    }
  })
})
