/** Derived fields, through a whole stack: the click id in the address of a page reaches the columns and the third parties that consent allows, also
 * in a replay; without the setting, or without consent, nothing does. */
import assert from 'node:assert/strict'
import { always, ReplayStack, settingsWith } from './replay/stack.ts'
import { openPage, useBrowser, violationsOf } from './support/browser.ts'
import { says } from './support/page.ts'
import { tokenOf } from './support/roles.ts'
import { until } from './support/until.ts'

const rules = [{ id: 'all', effect: 'permit', when: '!has(event.is_bot)' }]
const destinations = {
  ads: {
    target: 'meta',
    settings: { dataset_id: '1234567890123456' },
    secrets: { access_token: 'EAAB-test-token' },
    rules,
  },
  google: {
    target: 'google_data_manager',
    settings: { account_id: '1234567890', conversion_actions: { purchase: '111' } },
    rules,
  },
}
const derivedFields = { campaign: true, clickIds: true, bots: true }
const granted = { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }

const time = Math.floor(Date.now() / 1000)

function purchase(event_id: string, more: object = {}) {
  return {
    event_name: 'purchase',
    event_id,
    event_time: new Date(time * 1000).toISOString(),
    transaction_id: event_id,
    value: 12.5,
    currency: 'EUR',
    action_source: 'web',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
    page_url: `https://shop.example/thanks?utm_source=news&gclid=G-${event_id}&fbclid=F-${event_id}`,
    consent: granted,
    ...more,
  }
}

describe('derived fields', () => {
  let stack: ReplayStack

  before(async () => {
    stack = await ReplayStack.start(destinations)
  })
  after(() => stack?.stack.remove())

  const send = async (events: readonly object[]): Promise<void> => {
    const { status } = await stack.client.post('/v1/topics/events', events)
    assert.equal(status, 200)
    await until('all pairs have ended', async () => {
      const ids = events.map((event) => `'${(event as { event_id: string }).event_id}'`)
      const [row] = await stack.client.query(
        `SELECT (SELECT COUNT(*) FROM events WHERE event_id IN (${ids.join()})) = ${events.length} AND NOT EXISTS (
          SELECT 1 FROM delivery_state WHERE outcome IN ('pending', 'deferred')
        ) AS ended`,
      )
      return row?.['ended'] === 'true'
    })
  }

  /** The click ids that a third party received for an event, as texts of its requests. */
  const clickIdsAt = async (host: string, id: string): Promise<readonly string[]> => {
    const requests = (await stack.client.received()).filter(({ url }) => url.startsWith(`/${host}/`))
    const mentions = requests.flatMap(({ body }) => body.match(/"(gclid|fbc)":"[^"]*"/g) ?? [])
    return mentions.filter((text) => text.includes(`-${id}"`))
  }

  it('are none without the setting: columns stay empty, and no third party gets a click id', async () => {
    await send([purchase('off')])
    const rows = await stack.client.query(
      "SELECT utm_source, gclid, fbclid, is_bot, derived_fields FROM events WHERE event_id = 'off'",
    )
    assert.deepEqual(rows, [
      { utm_source: null, gclid: null, fbclid: null, is_bot: null, derived_fields: [] },
    ])
    assert.deepEqual(await clickIdsAt('graph.facebook.com', 'off'), [])
    assert.deepEqual(await clickIdsAt('datamanager.googleapis.com', 'off'), [])
  })

  describe('that are turned on', () => {
    before(async () => {
      await stack.stack.stop()
      await stack.stack.configure({ ...settingsWith(destinations), 'sluice:derivedFields': derivedFields })
      await stack.stack.start()
      await send([
        purchase('on'),
        purchase('own', { gclid: 'G-producer' }),
        purchase('denied', { consent: { ...granted, ad_user_data: 'denied' } }),
        purchase('bot', { user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }),
      ])
    })

    it('fill the columns that the producer left empty, and are listed in the row', async () => {
      const rows = await stack.client.query(
        `SELECT event_id, utm_source, gclid, is_bot, ARRAY_TO_STRING(derived_fields, ' ') AS derived
         FROM events_deduplicated WHERE event_id != 'off' ORDER BY event_id`,
      )
      const derived = 'utm_source gclid fbclid'
      const row = { utm_source: 'news', is_bot: null, derived }
      assert.deepEqual(rows, [
        { ...row, event_id: 'bot', gclid: 'G-bot', is_bot: 'true', derived: `${derived} is_bot` },
        { ...row, event_id: 'denied', gclid: 'G-denied' },
        { ...row, event_id: 'on', gclid: 'G-on' },
        { ...row, event_id: 'own', gclid: 'G-producer', derived: 'utm_source fbclid' },
      ])
    })

    it('reach the third parties if the person consents, and only then; rules see them', async () => {
      const fbc = `"fbc":"fb.1.${time}000.F-on"`
      assert.deepEqual(await clickIdsAt('graph.facebook.com', 'on'), [fbc])
      assert.deepEqual(await clickIdsAt('datamanager.googleapis.com', 'on'), ['"gclid":"G-on"'])
      assert.deepEqual(await clickIdsAt('datamanager.googleapis.com', 'producer'), ['"gclid":"G-producer"'])
      const all = (await stack.client.received()).map(({ body }) => body).join('\n')
      assert.doesNotMatch(all, /-denied|-bot"/)
      const pairs = await stack.pairs()
      assert.deepEqual(
        pairs.filter((pair) => /^(bot|denied) /.test(pair)),
        [
          'bot at ads: restricted no_permit',
          'bot at google: restricted no_permit',
          'denied at ads: restricted consent_denied',
          'denied at google: restricted consent_denied',
        ],
      )
    })

    it('are in a replay as they were stored', async () => {
      await stack.done('replay', { destination: 'ads', ...always, where: "event_id = 'on'", again: true })
      const fbc = `"fbc":"fb.1.${time}000.F-on"`
      await until('the replay is delivered', async () =>
        (await clickIdsAt('graph.facebook.com', 'on')).length === 2 ? true : undefined,
      )
      assert.deepEqual(await clickIdsAt('graph.facebook.com', 'on'), [fbc, fbc])
    })

    describe('are shown', () => {
      const browser = useBrowser()

      it('on the page of the event', async () => {
        const url = new URL('/console/events/bot', stack.stack.facts.consoleUrl).href
        const { page, complaints } = await openPage(browser(), url)
        await says(page, 'not sent: utm_source, gclid, fbclid, is_bot')
        assert.deepEqual(await violationsOf(page), [])
        assert.deepEqual(complaints, [])
        await page.close()
      })
    })

    it('are told by validateOnly and by the console’s explanation', async () => {
      const event = purchase('asked')
      const answer = await stack.client.post('/v1/topics/events?validateOnly=true', event)
      const { results } = (await answer.json()) as { results: readonly { derived_fields?: unknown }[] }
      const token = tokenOf(stack.stack.facts, 'analyst')
      const { body } = await stack.console('POST', 'explain', { events: [event] }, token)
      const explained = (body as { results: typeof results }).results
      const expected = ['utm_source', 'gclid', 'fbclid']
      assert.deepEqual([results[0]!.derived_fields, explained[0]!.derived_fields], [expected, expected])
    })
  })
})
