/** Web tests: the pages Events, Quarantine and Dead letters. From an event to its replay: test/web/journeys/. */
import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import { sendRefused } from '../console/runs.ts'
import { settingsWith } from '../replay/stack.ts'
import { clientOf } from '../support/client.ts'
import { openPage, textOf, useBrowserAndStack, violationsOf, type Look } from '../support/browser.ts'
import { press, says } from '../support/page.ts'
import { webhookTo } from '../support/webhook.ts'
import { until } from '../support/until.ts'

describe('the pages of events', () => {
  const { browser, stack } = useBrowserAndStack(
    settingsWith({ crm: webhookTo('crm', { linkage: { view_content: { title: 'content_name' } } }) }),
  )
  const open = (path: string, look: Look = {}) =>
    openPage(browser(), new URL(path, stack().facts.consoleUrl).href, look)
  const follow = async (page: Page, text: string): Promise<void> => {
    await until(`a link ${text}`, async () =>
      page.evaluate((wanted) => {
        const link = [...document.querySelectorAll<HTMLAnchorElement>('main a')].find((each) =>
          each.textContent.includes(wanted),
        )
        link?.click()
        return link !== undefined
      }, text),
    )
  }

  /** Clicks the button of a group. */
  const choose = async (page: Page, name: string): Promise<void> => {
    const button = await page.waitForSelector(`xpath/.//button[strong[normalize-space(.)="${name}"]]`)
    await button!.evaluate((element) => (element as HTMLButtonElement).click())
  }

  before(() => sendRefused(stack(), 1))

  it('lists what was stored with what became of it, and says what was read', async () => {
    const { page, complaints } = await open('/console/events')
    await says(page, 'view_content')
    await until('the outcomes', async () => (await textOf(page, '.pairs .mark.bad')).length > 0)
    const [first] = await textOf(page, '.events-list > li')
    assert.match(first!, /purchase/)
    assert.match((await textOf(page, '.cost')).join(' '), /Read .* Nothing is billed here/)
    assert.deepEqual(await textOf(page, '.segments a'), ['Stored 2', 'Quarantine 0', 'Dead letters 0'])
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('keeps the filters in the address and a person out of what is sent to the server', async () => {
    const { page, requests } = await open('/console/events?outcome=refused&to=crm')
    await says(page, 'view_content')
    await until('one row', async () => (await textOf(page, '.events-list > li')).length === 1)
    await page.reload()
    await until('one row', async () => (await textOf(page, '.events-list > li')).length === 1)
    await follow(page, 'u-0@acme.example')
    await says(page, 'Person: u-0@acme.example')
    await until('the rows of the person', async () => (await textOf(page, '.events-list > li')).length >= 1)
    assert.match(page.url(), /#person=u-0%40acme\.example$/)
    assert.deepEqual(
      requests.filter((url) => /acme\.example/.test(url.split('#')[0]!)),
      [],
    )
    await page.goBack()
    await says(page, 'Outcome: refused')
    await page.close()
  })

  it('shows a message in quarantine as it came, and what processing it again would do', async () => {
    const client = clientOf(stack().facts)
    await client.post('/v1/topics/events', { event_name: 'purchas', user_id: 'u-7', note: 'as it came' })
    await until(
      'it is in quarantine',
      async () => (await client.query('SELECT 1 FROM quarantine')).length > 0,
    )
    const { page, complaints } = await open('/console/events')
    await follow(page, 'Quarantine 1')
    await choose(page, 'purchas')
    await says(page, 'Did you mean purchase?')
    await says(page, '"note": "as it came"')
    assert.deepEqual(await violationsOf(page), [])
    await press(page, 'Process it again …')
    await says(page, '1 would stay in quarantine')
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('says that the link was changed since the last attempt, and only then', async () => {
    const client = clientOf(stack().facts)
    const [refused] = await client.query(
      `SELECT event_id, outcome, link FROM deliveries WHERE event_name = 'view_content'`,
    )
    assert.match(String(refused!['link']), /^[0-9a-f]{16}$/)
    const [unlinked] = await client.query(`SELECT link FROM deliveries WHERE event_name = 'purchase'`)
    assert.equal(unlinked!['link'], null)
    const shown = async () => {
      const { page } = await open(`/console/events/${String(refused!['event_id'])}`)
      await press(page, 'What would be sent now')
      await says(page, '"title": "The Analytical Engine"')
      const notices = await textOf(page, '.now .notice')
      await page.close()
      return notices
    }
    assert.deepEqual(await shown(), [])
    await client.arrange(`UPDATE deliveries SET link = '0123456789abcdef' WHERE event_name = 'view_content'`)
    assert.match((await shown()).join(), /^The link has changed since the last attempt/)
  })

  it('finds an event by its id alone, and says what to do when there is none', async () => {
    const [row] = await clientOf(stack().facts).query(
      `SELECT event_id FROM events WHERE event_name = 'purchase'`,
    )
    const { page } = await open('/console/events')
    await page.waitForSelector('#search')
    await page.type('#search', String(row!['event_id']))
    await page.keyboard.press('Enter')
    await says(page, 'This purchase was stored.')
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')
    await page.goto(new URL('/console/events/unknown', stack().facts.consoleUrl).href)
    await says(page, 'No event has this id')
    await press(page, 'Search a longer period')
    await says(page, 'No event has this id')
    await page.close()
  })

  for (const path of ['/console/events', '/console/quarantine', '/console/dead'])
    for (const look of [{}, { scheme: 'dark', width: 390, zoom: 2 }, { width: 320 }] as const) {
      it(`${path} has no accessibility violations and does not scroll sideways ${JSON.stringify(look)}`, async () => {
        const { page } = await open(path, look)
        await page.waitForSelector('.cost')
        assert.deepEqual(await violationsOf(page), [])
        const [width, available] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ])
        assert.ok(width! <= available!, `${width} of ${available} pixels`)
        await page.close()
      })
    }
})
