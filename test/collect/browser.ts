/** Web door tests: pages with the snippet, in a browser. */
import assert from 'node:assert/strict'
import type { Browser } from 'puppeteer-core'
import { openBrowser, withoutBrowser } from '../support/browser.ts'
import { until } from '../support/until.ts'
import { granted, type WebDoor } from './web_door.ts'

/** Tests of pages with the snippet. */
export function browserTests(web: () => WebDoor): void {
  let browser: Browser
  before(async function () {
    const opened = await openBrowser()
    if (!opened) {
      console.log(`    ${withoutBrowser}`)
      this.skip()
    }
    browser = opened
  })
  after(() => browser?.close())

  /** Sends an event with the snippet. Returns the status of the answer. */
  const sendFrom = async (origin: string, name: string, fields: object): Promise<number> => {
    const tab = await browser.newPage()
    await tab.goto(`${origin}/?gclid=EAIa-1&fbclid=IwAR0`)
    const answered = tab.waitForResponse((response) => response.url() === web().door())
    await tab.evaluate(
      (event, values) =>
        (Reflect.get(window, 'sluice') as (name: string, fields: object) => void)(event, values),
      name,
      fields,
    )
    const status = (await answered).status()
    await tab.close()
    return status
  }

  it('turns a beacon into one row with the click, the address and the browser, and a delivery to Meta', async () => {
    const event_id = 'beacon-1'
    assert.equal(await sendFrom(web().ours, 'page_view', { event_id, consent: granted }), 200)
    const row = await web().rowOf(event_id)
    assert.equal(row['gclid'], 'EAIa-1')
    assert.equal(row['fbclid'], 'IwAR0')
    assert.equal(row['ip'], '127.0.0.1')
    assert.match(String(row['user_agent']), /Chrome/)
    assert.equal(row['is_bot'], 'true', 'the browser says that it is headless')
    assert.equal(row['page_url'], `${web().ours}/?gclid=EAIa-1&fbclid=IwAR0`)
    assert.equal(row['producer'], 'web_shop')
    assert.match(String(row['anonymous_id']), /^[0-9a-f-]{36}$/)
    const sent = await until('Meta has the event', async () =>
      (await web().client.received()).find(({ body }) => body.includes(event_id)),
    )
    const [{ user_data }] = (
      JSON.parse(sent.body) as { data: [{ user_data: Readonly<Record<string, string>> }] }
    ).data
    assert.match(user_data['fbc']!, /^fb\.1\.\d+\.IwAR0$/)
    assert.equal(user_data['client_user_agent'], row['user_agent'])
    const rows = await web().client.query(`SELECT event_id FROM events WHERE event_id = '${event_id}'`)
    assert.equal(rows.length, 1)
  })

  it('keeps the id of the browser in a cookie that the page cannot read', async () => {
    const ids: unknown[] = []
    for (const event_id of ['cookie-1', 'cookie-2']) {
      await sendFrom(web().ours, 'page_view', { event_id, consent: granted })
      ids.push((await web().rowOf(event_id))['anonymous_id'])
    }
    assert.equal(ids[0], ids[1])
    const tab = await browser.newPage()
    await tab.goto(web().ours)
    assert.equal(await tab.evaluate(() => document.cookie), '')
    await tab.close()
  })

  it('stores nothing of a beacon from another origin, or of another event', async () => {
    assert.equal(await sendFrom(web().theirs, 'page_view', { event_id: 'foreign-1', consent: granted }), 403)
    assert.equal(await sendFrom(web().ours, 'purchase', { event_id: 'foreign-2', consent: granted }), 403)
    assert.deepEqual(await web().storedLike('foreign'), [])
  })
}
