/** The README's tables match the conformance suite. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { documentCommand, documentPath, documentText } from './support/document.ts'

describe('the README of the Pub/Sub emulator', () => {
  it('is up to date', async () => {
    assert.ok(
      (await readFile(documentPath, 'utf8')) === (await documentText()),
      `packages/pubsub-emulator/README.md is out of date: run \`${documentCommand}\``,
    )
  })
})
