/** Web tests: the page People: what came with an identifier, consent, who has it, and the acts: let nothing leave, lift, erase. */
import assert from 'node:assert/strict'
import { settingsWith } from '../replay/stack.ts'
import { openPage, textOf, useBrowserAndStack, violationsOf, type Look } from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { fill, labelled, press, reads, says } from '../support/page.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'

describe('the page People', () => {
  const { browser, stack } = useBrowserAndStack(settingsWith({ crm: webhookTo('crm') }))
  const open = (path = '/console/people', look: Look = {}) =>
    openPage(browser(), new URL(path, stack().facts.consoleUrl).href, look)
  const rowsOf = (page: Parameters<typeof textOf>[0], caption: string) =>
    page.$$eval(`[aria-label="${caption}"] tbody tr`, (rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => (cell.firstChild as Element).textContent),
      ),
    )

  before(async () => {
    const client = clientOf(stack().facts)
    const ada = { user_id: 'u-1815', email: 'Ada@acme.example', method: 'email' }
    const logins = [
      { ...ada, anonymous_id: 'a-1', consent: { ad_user_data: 'denied', ad_storage: 'granted' } },
      { ...ada, consent: { ad_user_data: 'granted' }, gpc: true },
      { user_id: 'u-2', method: 'email' },
    ]
    for (const [index, login] of logins.entries())
      await client.post('/v1/topics/login', {
        ...login,
        event_time: new Date(Date.now() - (10 - index) * 60_000).toISOString(),
      })
    await until(
      'all are delivered',
      async () => (await client.query(`SELECT 1 FROM deliveries WHERE outcome = 'delivered'`)).length === 3,
    )
  })

  it('shows what came with an identifier, what was said about consent, and who has it', async () => {
    const { page, complaints, requests } = await open()
    await says(page, 'What is known by an identifier')
    assert.deepEqual(await violationsOf(page), [])
    await fill(page, 'Value', 'ada@acme.example')
    await page.keyboard.press('Enter')
    await says(page, 'Seen in 2 events')
    assert.match(page.url(), /\/console\/people#email=ada%40acme\.example$/)
    await reads(
      async () => (await rowsOf(page, 'Identifiers')).map((row) => row.slice(0, 3)),
      [
        ['email', 'Ada@acme.example', '2 events by email'],
        ['user_id', 'u-1815', '2 events by user_id'],
        ['anonymous_id', 'a-1', '1 event by anonymous_id'],
      ],
    )
    await reads(
      async () => (await rowsOf(page, 'Consent')).map((row) => row.slice(0, 2)),
      [
        ['ad_storage', 'granted'],
        ['ad_user_data', 'granted'],
        ['gpc', 'sent: opted out'],
      ],
    )
    await says(page, '(said otherwise before)')
    await says(page, 'Not said: ad_personalization, analytics_storage.')
    await reads(
      async () => (await rowsOf(page, 'Destinations')).map((row) => row.slice(0, 2)),
      [['crm', '2']],
    )
    await says(page, 'Events go out')
    assert.ok((await textOf(page, '.cost')).length >= 3)
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.click('[aria-label=Identifiers] .numeric a')
    await says(page, 'Person: Ada@acme.example')
    await until('their events', async () => (await textOf(page, '.events-list > li')).length === 2)
    await page.goBack()
    await says(page, 'Seen in 2 events')
    await page.reload()
    await says(page, 'Seen in 2 events')
    assert.deepEqual(
      requests.filter((url) => /acme|1815/.test(url.split('#')[0]!)),
      [],
    )
    await page.close()
  })

  it('says when no event has the identifier', async () => {
    const { page } = await open('/console/people#user_id=nobody')
    await says(page, 'No event of this period has it as user_id.')
    await says(page, 'No destination has accepted an event')
    await page.close()
  })

  it('lets nothing leave, and lifts it, with the history', async () => {
    const { page } = await open('/console/people#user_id=u-1815')
    await says(page, 'Events go out')
    await fill(page, 'Reason (optional)', 'objected')
    await press(page, 'Let nothing leave')
    await says(page, 'Nothing leaves')
    assert.deepEqual(await violationsOf(page), [])
    await press(page, 'Lift')
    await says(page, 'Events go out')
    const history = await rowsOf(page, 'History')
    assert.deepEqual(
      history.map(([, what, who, why]) => [what, who!.split('@')[0], why]),
      [
        ['Lifted', 'developer', ''],
        ['Let nothing leave', 'developer', 'objected'],
      ],
    )
    await page.close()
  })

  it('does not take a reason that names the person', async () => {
    const { page } = await open('/console/people#user_id=u-181599')
    await says(page, 'Events go out')
    await fill(page, 'Reason (optional)', 'u-181599 called')
    await press(page, 'Let nothing leave')
    await says(page, 'Leave out what identifies the person')
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('counts what an erasure deletes, then erases with one button', async () => {
    const { page, complaints } = await open('/console/people#email=ada%40acme.example')
    await says(page, 'Seen in 2 events')
    await (await labelled(page, 'user_id u-1815')).click()
    await press(page, 'Erase …')
    await says(page, 'Would delete rows of: ')
    const preview = (await textOf(page, '.sheet [role=status]'))[0]!
    assert.match(preview, /events 2/)
    assert.match(preview, /deliveries 2/)
    assert.equal((await clientOf(stack().facts).query('SELECT 1 FROM events')).length, 3)
    assert.deepEqual(await violationsOf(page), [])
    const [button] = (await textOf(page, '.sheet .primary')).map((text) => text.trim())
    assert.match(button!, /^Erase \d+ rows$/)
    await press(page, button!)
    await says(page, 'Running …')
    await until(
      'the events are deleted',
      async () => (await clientOf(stack().facts).query('SELECT 1 FROM events')).length === 1,
    )
    const asked = await clientOf(stack().facts).query(
      `SELECT TO_JSON_STRING(detail) AS detail FROM audit WHERE operation = 'erasure' AND outcome = 'ok' ORDER BY recorded_at DESC LIMIT 1`,
    )
    assert.deepEqual(asked, [{ detail: '{"dry_run":false,"fields":["email","user_id"]}' }])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  for (const look of [{}, { scheme: 'dark', width: 390, zoom: 2 }, { width: 320 }] as const)
    it(`has no accessibility violations and does not scroll sideways ${JSON.stringify(look)}`, async () => {
      const { page } = await open('/console/people#user_id=u-2', look)
      await says(page, 'Seen in 1 event')
      await says(page, 'No event of this period says anything about consent.')
      assert.deepEqual(await violationsOf(page), [])
      const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert.ok(width! <= available!, `${width} of ${available} pixels`)
      await page.close()
    })
})
