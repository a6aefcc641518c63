/** docs/bigquery.md matches the tables of the program, and the package's README what its tests run. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { documentCommand, documentPath, documentText } from '../src/document.ts'
import { readmeCommand, readmePath, readmeText } from './support/document.ts'
import { functionFamilies } from '../src/googlesql/functions/families.ts'
import { knownFunctions } from '../src/googlesql/functions/index.ts'

describe('docs/bigquery.md', () => {
  it('is up to date', async () => {
    const written = await readFile(documentPath, 'utf8').catch(() => '')
    assert.ok(
      written === (await documentText()),
      `docs/bigquery.md is out of date: run \`${documentCommand}\``,
    )
  })

  it('lists every function', () => {
    const documented = new Set(functionFamilies.flatMap(({ names }) => names))
    assert.deepEqual(documented, new Set(knownFunctions()))
  })
})

describe('the README of the BigQuery emulator', () => {
  it('is up to date', async () => {
    assert.ok(
      (await readFile(readmePath, 'utf8')) === (await readmeText()),
      `packages/bigquery-emulator/README.md is out of date: run \`${readmeCommand}\``,
    )
  })
})
