/** docs/bigquery.md says what the program does: it is written from the same tables. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { documentCommand, documentPath, documentText } from '../src/document.ts'
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

  it('names every function there is', () => {
    const documented = new Set(functionFamilies.flatMap(({ names }) => names))
    assert.deepEqual(documented, new Set(knownFunctions()))
  })
})
