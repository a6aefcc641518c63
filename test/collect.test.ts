/** The web door, over HTTP and from pages in a browser against a complete stack, with the rights that infra/ grants. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sealPixel } from '../functions/collect/pixel_token.ts'
import { browserTests } from './collect/browser.ts'
import { limitTests } from './collect/limits.ts'
import { key, pixelSecret, reasonOf, shopOrigin, type sendTo } from './collect/settings.ts'
import { granted, openWebDoor, type WebDoor } from './collect/web_door.ts'
import { repositoryRoot } from './support/sources.ts'

describe('the web door', () => {
  let opened: WebDoor | undefined
  const web = (): WebDoor => opened!

  before(async () => {
    opened = await openWebDoor()
  })
  after(() => opened?.stop())

  describe('in a browser', () => browserTests(web))
  describe('limits', () => limitTests(web))

  it('answers with the message ids, and lets the page read the answer', async () => {
    const answered = await web().post([
      { event_name: 'page_view', event_id: 'ids-1' },
      { event_name: 'add_to_cart', event_id: 'ids-2' },
    ])
    assert.equal(answered.status, 200)
    assert.equal((JSON.parse(answered.text) as { messageIds: unknown[] }).messageIds.length, 2)
    assert.equal(answered.headers['access-control-allow-origin'], shopOrigin)
    assert.equal(answered.headers['access-control-allow-credentials'], 'true')
    const lines =
      '{"event_name":"page_view","event_id":"ids-3"}\n{"event_name":"page_view","event_id":"ids-4"}\n'
    assert.equal((await web().post(lines, { 'content-type': 'application/x-ndjson' })).status, 200)
    await Promise.all(['ids-1', 'ids-2', 'ids-3', 'ids-4'].map(web().rowOf))
  })

  it('allows the request of a page in advance, and no other origin', async () => {
    const ask = (origin: string) => web().send(web().door(), { method: 'OPTIONS', headers: { origin } })
    const allowed = await ask(shopOrigin)
    assert.equal(allowed.status, 204)
    assert.equal(allowed.headers['access-control-allow-origin'], shopOrigin)
    assert.match(String(allowed.headers['access-control-allow-headers']), /Content-Type/)
    const refused = await ask('https://shop.acme.example.evil.example')
    assert.equal(refused.headers['access-control-allow-origin'], undefined)
  })

  it('adds the opt-out and the ids of cookies, and takes no address from the client', async () => {
    const headers = {
      'sec-gpc': '1',
      cookie: '_fbp=fb.1.1773480413589.1098115397; _ga=GA1.1.1098115397.1773480413',
      'x-forwarded-for': '198.51.100.2',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
    }
    assert.equal((await web().post({ event_name: 'page_view', event_id: 'head-1' }, headers)).status, 200)
    const row = await web().rowOf('head-1')
    assert.deepEqual(
      [row['gpc'], row['fbp'], row['ga_client_id'], row['ip'], row['is_bot'], row['anonymous_id']],
      ['true', 'fb.1.1773480413589.1098115397', '1098115397.1773480413', '127.0.0.1', null, null],
    )
  })

  it('refuses what is not for it, truthfully, and stores nothing of it', async () => {
    const event = { event_name: 'page_view', event_id: 'refused-1' }
    const text = JSON.stringify(event)
    const refused = async (
      status: number,
      reason: string,
      url: string,
      sent: Parameters<typeof sendTo>[1],
    ) => {
      const answered = await web().send(url, { ...sent, from: '127.0.0.8' })
      assert.deepEqual([answered.status, reasonOf(answered)], [status, reason], answered.text)
    }
    const page = { headers: { origin: shopOrigin }, body: text }
    const base = web().stack.facts.collectUrl
    await refused(403, 'ORIGIN_REFUSED', web().door(), { body: text })
    await refused(403, 'ORIGIN_REFUSED', web().door(), {
      ...page,
      headers: { origin: 'https://evil.example' },
    })
    await refused(403, 'ORIGIN_REFUSED', web().door(), { ...page, headers: { origin: 'null' } })
    await refused(403, 'SOURCE_REFUSED', web().door('key=pk_of_the_mail_0001'), page)
    await refused(403, 'SOURCE_REFUSED', `${base}/nobody?key=${key}`, page)
    await refused(403, 'SOURCE_REFUSED', `${base}/web_shop/pixel.gif?p=x`, { method: 'GET' })
    await refused(404, 'PATH_UNKNOWN', `${base}/web_shop/more?key=${key}`, page)
    await refused(400, 'PARAMETER_INVALID', base + '/web_shop', page)
    await refused(400, 'PARAMETER_UNKNOWN', web().door(`key=${key}&orderingKey=a`), page)
    await refused(405, 'METHOD_NOT_ALLOWED', web().door(), { ...page, method: 'GET', body: '' })
    for (const name of ['purchase', 'view_item', 'stored'])
      await refused(403, 'EVENT_REFUSED', web().door(), {
        ...page,
        body: JSON.stringify({ ...event, event_name: name }),
      })
    const grouped = { event_id: 'refused-2', contextFields: { event_name: 'purchase' } }
    await refused(403, 'EVENT_REFUSED', web().door(), { ...page, body: JSON.stringify(grouped) })
    await refused(403, 'EVENT_REFUSED', web().door(), {
      ...page,
      body: '{"event_name":"page_view","event_id":"refused-3","event_name":"purchase"}',
    })
    await refused(403, 'EVENT_REFUSED', web().door(), {
      ...page,
      body: JSON.stringify([event, { ...event, event_name: 'purchase' }]),
    })
    await refused(400, 'EVENT_NAME_MISSING', web().door(), { ...page, body: '{"event_id":"refused-4"}' })
    await refused(400, 'ENVELOPE_REFUSED', web().door(), { ...page, body: '{"messages":[{"data":"e30="}]}' })
    await refused(400, 'BODY_NOT_JSON', web().door(), { ...page, body: '{' })
    const large = JSON.stringify({ ...event, page_title: 'x'.repeat(16_384) })
    await refused(413, 'BODY_TOO_LARGE', web().door(), { ...page, body: large })
    assert.deepEqual(await web().storedLike('refused'), [])
  })

  it('takes the event of a pixel, and of no other parameter', async () => {
    const pixel = (sealed: string) =>
      web().send(`${web().stack.facts.collectUrl}/newsletter/pixel.gif?p=${sealed}`, { method: 'GET' })
    const event = (event_name: string) => JSON.stringify({ event_name, event_id: `pixel-${event_name}` })
    const shown = await pixel(sealPixel(pixelSecret, 'newsletter', event('view_content')))
    assert.deepEqual(
      [shown.status, shown.headers['content-type'], shown.headers['cache-control'], shown.text.slice(0, 6)],
      [200, 'image/gif', 'no-store', 'GIF89a'],
    )
    const row = await web().rowOf('pixel-view_content')
    assert.deepEqual([row['ip'], row['user_agent'], row['producer']], [null, null, 'newsletter'])
    const forged = await pixel(sealPixel('another secret', 'newsletter', event('view_content')))
    assert.deepEqual([forged.status, reasonOf(forged)], [403, 'PIXEL_REFUSED'])
    const other = await pixel(sealPixel(pixelSecret, 'newsletter', event('purchase')))
    assert.deepEqual([other.status, reasonOf(other)], [403, 'EVENT_REFUSED'])
  })

  it('sets the cookie only with consent', async () => {
    const cookieOf = async (consent: object | undefined, cookie = '') => {
      const answered = await web().post({ event_name: 'page_view', consent }, { cookie }, '127.0.0.7')
      assert.equal(answered.status, 200)
      return answered.headers['set-cookie']?.[0]
    }
    assert.equal(await cookieOf(undefined), undefined)
    assert.equal(await cookieOf({ analytics_storage: 'denied', ad_storage: 'granted' }), undefined)
    assert.equal(await cookieOf(granted, 'sluice_id=known'), undefined)
    assert.match(
      (await cookieOf(granted))!,
      /^sluice_id=[0-9a-f-]{36}; Path=\/v1\/collect\/; Max-Age=34128000; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('needs a snippet of at most 1 KB', async () => {
    const snippet = await readFile(join(repositoryRoot, 'examples/web/sluice.js'))
    assert.ok(snippet.length <= 1024, `${snippet.length} bytes`)
  })

  it('logs neither addresses nor events', () => {
    const lines = web().stack.lines.filter((line) => line.startsWith('collect:'))
    assert.deepEqual(lines, [])
  })
})
