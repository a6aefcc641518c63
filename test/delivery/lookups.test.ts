/** Lookups of people before a page of a list is sent, at the third-party recorder: each row has an outcome of its own, and no address is left in a
 * URL that is kept, an outcome or an alert. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { targetOf } from '../../functions/targets/registry.ts'
import type { RecordedRequest } from '../../local/third_party/recorded_request.ts'
import { serveThirdParty, type ThirdParty } from '../../local/third_party/server.ts'
import { until } from '../support/until.ts'
import { pageRow, segmentInstance } from './page_instance.ts'

const ada = { email: 'ada@example.com' }
const mary = { email: 'mary@example.com' }

describe('lookups of people of a list', () => {
  let dir: string
  let thirdParty: ThirdParty

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lookups-'))
    thirdParty = await serveThirdParty({ port: 0, dir })
  })
  afterEach(async () => {
    await thirdParty.close()
    await rm(dir, { recursive: true })
  })

  const call = (path: string, method = 'GET', body?: object) =>
    fetch(thirdParty.url + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const members = async (list: string) =>
    ((await (await call('/members')).json()) as Readonly<Record<string, readonly string[]>>)[list]
  const hubspot = () =>
    segmentInstance(thirdParty.url, targetOf('hubspot_list'), {
      settings: { list_id: '2718', access_token: 'pat-1' },
    })
  const klaviyo = (url = thirdParty.url) =>
    segmentInstance(url, targetOf('klaviyo_list'), { settings: { list_id: 'Y6nRLr', api_key: 'pk_1' } })

  /** `e-1 delivered 207: detail` */
  const saidOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
    rows
      .map(({ event_id, outcome, http_status, detail }) => {
        const said = [event_id, outcome, http_status].map(String).join(' ')
        return typeof detail === 'string' ? `${said}: ${detail}` : said
      })
      .toSorted()

  // https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/upsert-contacts: 207
  it('HubSpot takes the valid contacts of an upsert: the others are refused, with its message', async () => {
    await call('/answer', 'PUT', { behavior: 'partial', refuses: [mary.email] })
    const { push, rows } = hubspot()
    assert.equal(
      await push([pageRow('e-1', 'added', ada), pageRow('e-2', 'added', mary), pageRow('e-3', 'added', ada)]),
      'settled',
    )
    assert.deepEqual(saidOf(rows), [
      'e-1 delivered 200',
      'e-2 refused 207: Property values were not valid',
      'e-3 delivered 200',
    ])
    assert.deepEqual(await members('HubSpot 2718'), [ada.email])
  })

  // https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/get-contacts: 207
  it('HubSpot knows a part of those to be removed: the others are on no list', async () => {
    const { push, rows } = hubspot()
    await push([pageRow('e-0', 'added', ada)])
    await call('/answer', 'PUT', { behavior: 'partial', refuses: [mary.email] })
    assert.equal(await push([pageRow('e-1', 'removed', ada), pageRow('e-2', 'removed', mary)]), 'settled')
    assert.deepEqual(saidOf(rows), [
      'e-0 delivered 200',
      'e-1 delivered 200',
      'e-2 delivered 207: The third party knows nobody with this email.',
    ])
    assert.deepEqual(await members('HubSpot 2718'), [])
  })

  // https://developers.klaviyo.com/en/reference/get_profiles has the addresses in the query.
  it('Klaviyo gets the addresses in a URL of which the recorder keeps no address', async () => {
    const { push } = klaviyo()
    const phone = { phone: '+14155550123' }
    await push([pageRow('e-1', 'added', ada), pageRow('e-2', 'added', mary), pageRow('e-3', 'added', phone)])
    assert.deepEqual(await members('Klaviyo Y6nRLr'), ['+14155550123', ada.email, mary.email])
    await call('/requests', 'DELETE')
    await push([pageRow('e-4', 'removed', ada), pageRow('e-5', 'removed', phone)])
    assert.deepEqual(await members('Klaviyo Y6nRLr'), [mary.email])

    const requests = JSON.parse(await (await call('/requests')).text()) as readonly RecordedRequest[]
    const lookups = requests.filter(({ method }) => method === 'GET').map(({ url }) => url)
    const before =
      '/a.klaviyo.com/api/profiles?fields%5Bprofile%5D=email%2Cphone_number%2Cexternal_id&filter='
    assert.deepEqual(lookups.toSorted(), [
      `${before}any%28email%2C***&page%5Bsize%5D=100`,
      `${before}any%28phone_number%2C***&page%5Bsize%5D=100`,
    ])
    const journal = await until('the journal has the requests', async () => {
      const text = await readFile(join(dir, 'requests.ndjson'), 'utf8').catch(() => '')
      return text.split('\n').length > requests.length && text
    })
    assert.doesNotMatch(journal, /ada|4155550123/)
  })

  it('an error that repeats the URL of a lookup leaves no address in outcomes and alerts', async () => {
    const url =
      'https://a.klaviyo.com/api/profiles?filter=any%28email%2C%5B%22ada%40example.com%22%2C%22mary%40example.com%22%5D%29'
    const detail = `Cannot GET ${url}: any(email,["ada@example.com","mary@example.com"]) is invalid`
    for (const status of [400, 401, 404, 429, 500]) {
      const body = { errors: [{ id: '7ae5e7a6', status, detail, source: { pointer: '/data/' } }] }
      await call('/answer', 'PUT', { path: '/a.klaviyo.com/api/profiles', status, body })
      const { push, rows, alerts } = klaviyo()
      await push([pageRow('e-1', 'removed', ada), pageRow('e-2', 'removed', mary)])
      assert.equal(rows.length, 2, String(status))
      assert.doesNotMatch(JSON.stringify([rows, alerts]), /ada|mary|example\.com|%40/)
    }
  })

  it('a lookup without an answer leaves no address in outcomes and alerts', async () => {
    const closed = await serveThirdParty({ port: 0 })
    await closed.close()
    const { push, rows, alerts } = klaviyo(closed.url)
    assert.equal(await push([pageRow('e-1', 'removed', ada)]), 'retry')
    assert.deepEqual(
      rows.map(({ outcome, reason, detail }) => [outcome, reason, detail]),
      [['deferred', 'network', 'ECONNREFUSED']],
    )
    assert.doesNotMatch(JSON.stringify([rows, alerts]), /ada/)
  })
})
