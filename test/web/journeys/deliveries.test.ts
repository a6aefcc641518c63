/** Journeys: from the start page to an event and its fate: of a newcomer who sends one, of a marketer who misses one, and of operators. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { always, settingsWith } from '../../replay/stack.ts'
import { useBrowserAndStack, textOf } from '../../support/browser.ts'
import { clientOf } from '../../support/client.ts'
import { until } from '../../support/until.ts'
import { webhookTo } from '../../support/webhook.ts'
import { byKeyboard, desktop, desktopDark, Journey, phone, phoneDark } from './journey.ts'

const run = promisify(execFile)

describe('journeys of events and deliveries', () => {
  const { browser, stack } = useBrowserAndStack(
    settingsWith({ crm: webhookTo('crm'), ads: webhookTo('ads', { consent: ['ad_user_data'] }) }),
  )
  const client = () => clientOf(stack().facts)
  const consent = { ad_user_data: 'granted' }

  /** Waits until the query returns as many rows. */
  const has = (rows: number, sql: string) =>
    until(sql, async () => (await client().query(sql)).length >= rows)

  /** Sends events that crm refuses, and mends crm. */
  const sendRefused = async (type: string, events: readonly object[]): Promise<void> => {
    await client().thirdPartyAnswers({ status: 422, path: '/crm' })
    await client().post(`/v1/topics/${type}`, events)
    await has(
      events.length,
      `SELECT event_id FROM deliveries WHERE outcome = 'refused' AND event_name = '${type}'`,
    )
  }

  it('newcomer: the event that the page tells to send arrives while it is live, and opens', async () => {
    const journey = await Journey.start(browser(), stack().facts, desktop)
    await journey.go('Events')
    await journey.says('No event was received in this period.')
    const [command] = await textOf(journey.page, '.empty pre')
    await journey.click('Live')
    await journey.says('Live: looks for new events every 2 s')
    const [program, name, ...words] = command!.split(' ')
    assert.deepEqual([program, name], ['npx', 'sluice'])
    await run(process.execPath, ['cli/index.ts', ...words], {
      env: { ...process.env, SLUICE_DATA_DIR: stack().dir },
    })
    await journey.page.waitForSelector('.events-list .fresh')
    assert.equal(new URL(journey.page.url()).searchParams.get('live'), '1')
    await journey.click('page_view *')
    await journey.says('This page_view was stored.')
    await journey.end()
  })

  it('operator: a refused delivery’s reason and payload, and the replay that delivers it', async () => {
    await sendRefused('view_content', [{ user_id: 'u-1', consent, content_name: 'The Analytical Engine' }])
    const journey = await Journey.start(browser(), stack().facts, { ...desktopDark, ...byKeyboard })
    await journey.click('1 refused')
    await journey.click('view_content *')
    await journey.says('crm refused')
    await journey.says('The third party finds the event invalid.')
    await journey.says('422')
    await journey.click('What would be sent now')
    await journey.says('Permitted by rule all')
    await journey.says('The Analytical Engine')
    await client().thirdPartyAnswers(undefined)
    await journey.click('Replay to crm …')
    await journey.says('1 event would be sent to crm')
    await journey.click('Send 1 event')
    await journey.says('Delivered to 2 of 2 destinations')
    await journey.end()
  })

  it('marketer: why an order did not reach the ads', async () => {
    const order = { user_id: 'u-2', transaction_id: 'T-2', value: 12, currency: 'EUR' }
    await client().post('/v1/topics/purchase', { ...order, consent: { ad_user_data: 'denied' } })
    await has(1, `SELECT event_id FROM deliveries WHERE event_name = 'purchase' AND destination = 'crm'`)
    const journey = await Journey.start(browser(), stack().facts, phoneDark)
    await journey.click('* restricted: consent denied')
    await journey.click('purchase *')
    await journey.says('ads restricted')
    await journey.says('Not permitted: consent denied.')
    await journey.click('ads')
    await journey.says('The user has not granted the consent')
    await journey.end()
  })

  it('operator: a failing destination, its reason, an example, and the replay of all like it', async () => {
    await sendRefused(
      'search',
      ['a', 'b', 'c'].map((search_term) => ({ user_id: 'u-3', consent, search_term })),
    )
    const journey = await Journey.start(browser(), stack().facts, { ...desktop, ...byKeyboard })
    await journey.go('Destinations')
    await journey.click('crm')
    await journey.says('The third party finds the event invalid.')
    await journey.click('search')
    await journey.says('crm refused')
    await client().thirdPartyAnswers(undefined)
    await journey.click('Replay all like it …')
    await journey.says('3 events would be sent to crm')
    await journey.click('Send 3 events')
    await journey.says('Delivered to 2 of 2 destinations')
    await journey.end()
  })

  it('operator: who has replayed what', async () => {
    const replay = { destination: 'crm', dry_run: true, ...always }
    assert.equal((await client().post('/v1/console/runs/replay', replay)).status, 200)
    const journey = await Journey.start(browser(), stack().facts, { ...phone, ...byKeyboard })
    await journey.go('What was changed')
    await journey.says('operator@sluice-local.iam.gserviceaccount.com')
    await journey.says('replay')
    await journey.end()
  })
})
