/** Access from files: tokens and permissions of an emulator with --identity-dir and --grants. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessOf } from '../src/access_options.ts'
import { openAccess, openIssuer } from '../src/index.ts'

const topic = 'projects/shop/topics/orders'
const grant = { role: 'roles/pubsub.publisher', member: 'user:ada@example.com', resource: topic }

describe('access from files', () => {
  let dir: string
  let grantsFile: string
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'access-'))
    grantsFile = join(dir, 'grants.json')
  })
  after(() => rm(dir, { recursive: true }))

  it('accepts tokens of an issuer with the same folder, and allows granted permissions', async () => {
    await writeFile(grantsFile, JSON.stringify([grant]))
    const access = await openAccess({ identityDir: dir, grantsFile })
    const issuer = await openIssuer(dir)
    assert.equal(access.identify(issuer.accessToken('ada@example.com'))?.email, 'ada@example.com')
    assert.equal(access.identify('ya29.forged.token'), undefined)
    assert.ok(access.allows('ada@example.com', 'pubsub.topics.publish', topic))
    assert.ok(!access.allows('ada@example.com', 'pubsub.topics.delete', topic))
    assert.equal(access.anonymous, undefined)
  })

  for (const { text, message } of [
    { text: '{', message: /Cannot read grants from .*grants\.json: .*JSON/ },
    { text: '{}', message: /grants\.json: expected an array of grants$/ },
    {
      text: '[{"role": "roles/viewer"}]',
      message: /grants\.json: grant 1: expected an object with the texts/,
    },
    {
      text: JSON.stringify([{ ...grant, role: 'roles/pubsub.owner' }]),
      message: /grants\.json: .*unknown role, expected one of /,
    },
  ])
    it(`names the file and the error for ${text.slice(0, 40)}`, async () => {
      await writeFile(grantsFile, text)
      await assert.rejects(openAccess({ identityDir: dir, grantsFile }), { message })
    })

  it('allows everyone everything without the options, and refuses one option without the other', async () => {
    const access = await accessOf({})
    assert.ok(access.identify('any token') && access.anonymous && access.allows('', 'any.permission', topic))
    await assert.rejects(accessOf({ grants: grantsFile }), { message: /are used together/ })
    await assert.rejects(accessOf({ 'identity-dir': dir, grants: join(dir, 'missing.json') }), {
      message: /missing\.json/,
    })
  })
})
