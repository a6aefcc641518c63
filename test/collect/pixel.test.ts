/** Web door: the parameter of a pixel, and the command that makes it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pixelProblem } from '../../functions/collect/pixel_event.ts'
import { openPixel, sealPixel } from '../../functions/collect/pixel_token.ts'
import { repositoryRoot } from '../support/sources.ts'

const secret = 'a secret of the newsletter and us'
const event = '{"event_name":"newsletter_open","user_id":"u-1815"}'

describe('the parameter of a pixel', () => {
  it('is opened with the secret that sealed it, for its source', () => {
    const sealed = sealPixel(secret, 'mail', event)
    assert.equal(openPixel(secret, 'mail', sealed), event)
    assert.equal(openPixel(secret, 'shop', sealed), undefined)
    assert.equal(openPixel(`${secret}.`, 'mail', sealed), undefined)
  })

  it('shows nothing, and is never the same', () => {
    const sealed = sealPixel(secret, 'mail', event)
    assert.match(sealed, /^[\w-]+$/)
    assert.doesNotMatch(Buffer.from(sealed, 'base64url').toString('latin1'), /1815|newsletter/)
    assert.notEqual(sealPixel(secret, 'mail', event), sealed)
  })

  it('is refused if one character differs', () => {
    const sealed = sealPixel(secret, 'mail', event)
    for (let at = 0; at < sealed.length - 1; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      assert.equal(openPixel(secret, 'mail', sealed.slice(0, at) + other + sealed.slice(at + 1)), undefined)
    }
    for (const other of ['', 'A', '%', sealed.slice(4), 'A'.repeat(5000)])
      assert.equal(openPixel(secret, 'mail', other), undefined)
  })
})

describe('the event of a pixel', () => {
  it('has a name, and of a person only ids', () => {
    assert.equal(pixelProblem(event), undefined)
    assert.match(pixelProblem('{"event_name":"a","email":"ada@example.com"}')!, /leave out email\.$/)
    assert.match(pixelProblem('{"event_name":"a","contextFields":{}}')!, /leave out contextFields\.$/)
    assert.match(pixelProblem('{"user_id":"u"}')!, /expected event_name/)
    for (const other of ['', '7', '[]', 'null']) assert.match(pixelProblem(other)!, /expected an event/)
  })
})

describe('npx sluice pixel', () => {
  const run = (input: string, ...options: readonly string[]): Promise<{ out: string; error: string }> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [join(repositoryRoot, 'cli/index.ts'), 'pixel', ...options],
        (_, out, error) => resolve({ out: out.trim(), error }),
      )
      child.stdin!.end(input)
    })

  it('prints a URL whose parameter holds the event', async () => {
    const base = 'https://events.acme.example/v1/collect'
    const { out, error } = await run(`${secret}\n`, 'mail', '--base', base, '--event', event)
    assert.equal(error, '')
    const [address, sealed = ''] = out.split('?p=')
    assert.equal(address, 'https://events.acme.example/v1/collect/mail/pixel.gif')
    assert.equal(openPixel(secret, 'mail', sealed), event)
  })

  it('refuses personal data without repeating it', async () => {
    const personal = '{"event_name":"a","email":"ada@example.com"}'
    const { out, error } = await run(secret, 'mail', '--base', 'https://a.example', '--event', personal)
    assert.equal(out, '')
    assert.match(error, /leave out email/)
    assert.doesNotMatch(error, /ada@/)
  })
})
