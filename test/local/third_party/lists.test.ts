/** Third-party recorder: checks that it remembers the members of a list as each vendor does, also when it refuses some, and over a restart. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveThirdParty, type ThirdParty } from '../../../local/third_party/server.ts'
import { contactIdOf } from '../../../local/third_party/vendors/record_ids.ts'
import { advertisingLists } from '../../sync/list_vendors_advertising.ts'
import { messagingLists } from '../../sync/list_vendors_messaging.ts'
import type { ListCall, Person } from '../../sync/list_vendor.ts'

const [ada, bob, cyd, dan] = ['ada', 'bob', 'cyd', 'dan'].map((name) => ({
  user_id: `u-${name}`,
  email: `${name}@example.com`,
})) as [Person, Person, Person, Person]

/** These take nobody of a request of which they refuse one. The pages of the vendors are those of the cases. */
const takesAllOrNone = new Set(['google', 'klaviyo', 'tiktok'])

const meta = '/graph.facebook.com/v25.0/2385/users'
const tiktok = '/business-api.tiktok.com/open_api/v1.3/segment/mapping/'

describe('the third-party recorder, with lists of people', () => {
  let thirdParty: ThirdParty
  let dir: string

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lists-'))
    thirdParty = await serveThirdParty({ port: 0, dir })
  })
  afterEach(async () => {
    await thirdParty.close()
    await rm(dir, { recursive: true })
  })

  const call = (path: string, method = 'GET', body?: unknown) =>
    fetch(thirdParty.url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const send = async (calls: readonly ListCall[]) => {
    for (const { url, method, body } of calls) await call(url, method, body)
  }
  const lists = async () =>
    (await (await call('/members')).json()) as Readonly<Record<string, readonly string[]>>

  for (const { id, list, docs, add, remove, member, key } of [...advertisingLists, ...messagingLists])
    it(`${list}, by ${docs.add}`, async () => {
      const expectMembers = async (...people: readonly Person[]) =>
        assert.deepEqual((await lists())[list], people.map(member).toSorted())
      await send(add([ada, bob, cyd]))
      await expectMembers(ada, bob, cyd)
      await send(remove([bob]))
      await expectMembers(ada, cyd)
      await call('/answer', 'PUT', { behavior: 'throttle' })
      await send([...add([bob]), ...remove([ada])])
      await expectMembers(ada, cyd)

      const refuses = [key(dan), contactIdOf(dan.email)]
      await call('/answer', 'PUT', { behavior: 'partial', refuses })
      await send(add([bob, dan]))
      const staying = takesAllOrNone.has(id) ? [ada, cyd] : [ada, bob, cyd]
      await expectMembers(...staying)
      await thirdParty.close()
      thirdParty = await serveThirdParty({ port: 0, dir })
      await expectMembers(...staying)
    })

  const users = (method: string, schema: readonly string[], ...data: readonly (readonly string[])[]) =>
    call(meta, method, { payload: { schema, data } })

  it('a person is removed by any identifier, and has one entry when an identifier is added', async () => {
    await users('POST', ['EMAIL', 'FN'], ['e1', 'n'], ['e2', 'n'])
    await users('POST', ['EMAIL', 'PHONE'], ['e1', 'p1'], ['e3', 'p1'])
    assert.deepEqual(await lists(), { 'Meta 2385': ['EMAIL e1 PHONE p1', 'EMAIL e2', 'EMAIL e3 PHONE p1'] })
    await users('DELETE', ['PHONE'], ['p1'])
    assert.deepEqual(await lists(), { 'Meta 2385': ['EMAIL e2'] })
  })

  it('Google drops members whose consent is denied, and TikTok adds a member to each of the lists', async () => {
    await call('/datamanager.googleapis.com/v1/audienceMembers:ingest', 'POST', {
      destinations: [{ productDestinationId: '8001' }],
      audienceMembers: ['CONSENT_GRANTED', 'CONSENT_DENIED'].map((adPersonalization, n) => ({
        userData: { userIdentifiers: [{ emailAddress: `e${n}` }, { address: { postalCode: `p${n}` } }] },
        consent: { adUserData: 'CONSENT_GRANTED', adPersonalization },
      })),
    })
    const id = hash('sha256', ada.email)
    await call(tiktok, 'POST', {
      action: 'add',
      id_schema: ['EMAIL_SHA256'],
      batch_data: [[{ id, audience_ids: ['98', '99'] }]],
    })
    assert.deepEqual(await lists(), {
      'Google Data Manager 8001': ['emailAddress e0 address {"postalCode":"p0"}'],
      'TikTok 98': [`EMAIL_SHA256 ${id}`],
      'TikTok 99': [`EMAIL_SHA256 ${id}`],
    })
  })

  it('answers requests of any form', async () => {
    const paths = [...advertisingLists, ...messagingLists].flatMap(({ add, remove }) =>
      [...add([]), ...remove([])].map(({ url, method }) => ({ url, method })),
    )
    for (const { url, method } of [...paths, { url: meta, method: 'POST' }, { url: tiktok, method: 'POST' }])
      for (const body of [5, null, [null], { attributes: [null], ids: 5, batch_data: [null], inputs: [[]] }])
        await call(url, method, method === 'GET' ? undefined : body)
    await call('/a.klaviyo.com/api/profiles?filter=any(email,["ada)')
    assert.deepEqual(await lists(), {})
  })

  it('says what is wrong with the people whom a rule refuses', async () => {
    const response = await call('/answer', 'PUT', { behavior: 'partial', refuses: [5] })
    assert.equal(response.status, 400)
    assert.match(await response.text(), /refuses: expected a list of texts, got \[5\]/)
  })
})
