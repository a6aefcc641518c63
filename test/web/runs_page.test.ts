/** The console's page Runs in a browser: what it tells of runs, and how replays, syncs and back-tests are started and stopped there. */
import assert from 'node:assert/strict'
import { startConsole, type Door } from '../console/door.ts'
import { pasteToken } from '../console/page.ts'
import {
  analyst,
  listedRuns,
  openRunIs,
  openRuns,
  openRunTells,
  runsConfig,
  sendRefused,
  sendTaken,
  toggleRun,
} from '../console/runs.ts'
import {
  openPage,
  tabStops,
  textOf,
  useBrowserAndStack,
  violationsOf,
  type Look,
} from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { fill, labelled, press, says } from '../support/page.ts'
import { tokenOf } from '../support/roles.ts'

describe('the runs in a browser', () => {
  const { browser, stack } = useBrowserAndStack(runsConfig)
  const open = (look: Look = {}) => openRuns(browser(), stack().facts.baseUrl, look)
  /** How many requests the destination has got. */
  const received = async () => (await clientOf(stack().facts).received()).length

  before(() => sendRefused(stack(), 6))

  it('says that there are none', async () => {
    const { page, complaints } = await open()
    await says(page, 'There are no runs.')
    assert.deepEqual(await textOf(page, 'main h1'), ['Runs'])
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('counts what a replay would send, then sends just that, and tells how it ended', async () => {
    const { page, complaints } = await open()
    const before = await received()
    await (await labelled(page, 'Destination')).select('crm')
    await fill(page, 'Only where', "event_name = 'view_content'")
    await press(page, 'Count first')
    await says(page, '6 events would reach crm, 0 would be kept back')
    await openRunIs(page, 'finished')
    assert.deepEqual(await listedRuns(page), ['Replay to crm dry run finished'])
    const told = await openRunTells(page)
    assert.match(
      told['Asked for']!,
      /^run \d+ destination crm from \S+Z to \S+Z where event_name = 'view_content'$/,
    )
    assert.equal(told['Counted'], 'selected 6 sent 6 restricted 0 skipped 0')
    assert.equal(told['before'], 'refused 6')
    assert.match(told['samples']!, /view_content/)
    assert.equal(await received(), before)
    assert.deepEqual(await violationsOf(page), [])

    await press(page, 'Send them')
    await page.waitForFunction(() => document.querySelectorAll('.run').length === 2)
    await openRunIs(page, 'finished')
    assert.deepEqual(await listedRuns(page), ['Replay to crm finished', 'Replay to crm dry run finished'])
    assert.equal((await openRunTells(page))['outcomes'], 'delivered 6')
    assert.equal(await received(), before + 6)

    // What is done is not offered once more.
    await toggleRun(page, '.run:nth-child(2)')
    await says(page, 'has been asked to do this')
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('names what is wrong with a condition, and asks for nothing', async () => {
    const { page } = await open()
    const before = await listedRuns(page)
    await fill(page, 'Only where', "event_name = 'view_content")
    await press(page, 'Count first')
    await page.waitForSelector('[role=alert]')
    assert.match((await textOf(page, '[role=alert]'))[0]!, /where: A quotation mark in it has no other/)
    assert.deepEqual(await listedRuns(page), before)
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('shows what a sync would send, row by row, with its payload', async () => {
    const { page } = await open()
    await page.click('input[value=sync]')
    await fill(page, 'Name of the sync', 'customer_profiles')
    await press(page, 'Dry run')
    await says(page, '6 rows added, 0 changed and 0 removed would be sent to crm.')
    await page.waitForSelector('.run-samples')
    assert.equal((await page.$$('.run-samples > li')).length, 6)
    await page.click('.run-samples > li .fate button')
    const payload = await page.waitForSelector('.run-samples > li > pre')
    assert.match(await payload!.evaluate((pre) => pre.textContent), /"event_name": "customer_profiles"/)
    for (const summary of await page.$$('.run-samples summary')) await summary.click()
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('tells why a run could not be', async () => {
    const { page } = await open()
    await page.click('input[value=sync]')
    await fill(page, 'Name of the sync', 'lapsed_customers')
    await press(page, 'Run now')
    await openRunIs(page, 'failed')
    const [fault] = await textOf(page, '.run:has(.run-detail) > .fault')
    assert.match(fault!, /"lapsed_customers" is not configured.*: customer_profiles/)
    await page.close()
  })

  it('back-tests an action, with examples', async () => {
    const { page } = await open()
    await page.click('input[value=action]')
    await fill(page, 'Name of the action', 'big_purchase')
    await fill(page, 'Days', '7')
    await press(page, 'Back-test')
    await says(page, 'It would have fired 1 time.')
    await openRunIs(page, 'finished')
    const told = await openRunTells(page)
    assert.match(told['Asked for']!, /action big_purchase days 7/)
    assert.match(told['examples']!, /T-1/)
    await page.close()
  })

  it('stops a replay that goes on', async () => {
    // So many that it goes on until it is stopped, however slow the page is.
    await sendTaken(stack(), 100, 7)
    const { page } = await open()
    await fill(page, 'Per second', '1')
    await (await labelled(page, 'Also what is delivered already')).click()
    await press(page, 'Count first')
    await says(page, '107 events would reach crm')
    await press(page, 'Send them')
    await press(page, 'Cancel this run')
    await openRunIs(page, 'cancelled')
    assert.deepEqual(await textOf(page, '.run:has(.run-detail) > .muted ~ .muted'), [
      'Cancelled on request.',
    ])
    await page.close()
  })

  it('lists one kind alone, and leads to one run by its address', async () => {
    const { page } = await open()
    await toggleRun(page, '.run:last-child')
    await openRunIs(page, 'finished')
    await (await labelled(page, 'Kind of run')).select('action')
    await page.waitForFunction(() => document.querySelectorAll('.run').length === 1)
    await toggleRun(page)
    await openRunIs(page, 'finished')
    const linked = await openPage(browser(), page.url())
    await openRunIs(linked.page, 'finished')
    assert.match((await openRunTells(linked.page))['Asked for']!, /big_purchase/)
    await linked.page.goto(new URL('/console/runs?run=1', page.url()).href)
    await says(linked.page, 'There is no run 1.')
    await linked.page.close()
    await page.close()
  })

  it('is reached by the keyboard, all of it', async () => {
    const { page } = await open()
    const stops = await tabStops(page)
    assert.deepEqual(
      stops.filter((stop) => stop.endsWith('(not shown)')),
      [],
    )
    for (const stop of [
      'a Runs',
      'select Destination',
      'input Only where',
      'button Count first',
      'button Refresh',
    ])
      assert.ok(stops.includes(stop), `${stop} is not among ${stops.join(', ')}`)
    await page.focus('.run-title')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.run-title[aria-expanded=true]')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => !document.querySelector('.run-detail'))
    await page.close()
  })

  for (const [what, look] of [
    ['a zoom of 200 %, in dark colours', { width: 640, zoom: 2, scheme: 'dark' }],
    ['the narrowest that WCAG asks for', { width: 320 }],
  ] as const)
    it(`needs no scrolling sideways at ${what}, every run opened in turn`, async () => {
      const { page } = await open(look)
      for (const [index] of (await listedRuns(page)).entries()) {
        await toggleRun(page, `.run:nth-child(${index + 1})`)
        await page.waitForSelector(`.run:nth-child(${index + 1}) .run-detail`)
        await openRunIs(page)
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
        assert.ok(wide! <= room!, `${wide} of ${room} pixels`)
      }
      assert.deepEqual(await violationsOf(page), [])
      await page.close()
    })

  describe('where people paste a token', () => {
    let door: Door
    before(async () => {
      const { pubsubHost } = stack().facts
      door = await startConsole(stack(), { SIGN_IN: 'token', PUBSUB_EMULATOR_HOST: pubsubHost })
    })
    after(() => door?.stop())

    const signIn = async (token: string) => {
      const { page } = await openPage(browser(), `${door.url}/console/runs`)
      await pasteToken(page, token)
      return page
    }

    it('shows the runs to one who may only read, and says why none can be started', async () => {
      const page = await signIn(await clientOf(stack().facts).tokenOf(analyst))
      await page.waitForSelector('.run')
      await says(
        page,
        'may not request runs: it lacks the permission pubsub.topics.publish on the topic runs.',
      )
      assert.deepEqual(await textOf(page, '.notice'), [
        `${analyst} may not request runs: it lacks the permission pubsub.topics.publish on the topic runs. ` +
          'Ask an owner to be added to sluice:operators, which grants it.',
      ])
      assert.equal(await page.$('.start'), null)
      await toggleRun(page, '.run:last-child')
      await openRunIs(page, 'finished')
      assert.equal(await page.$('.run-detail button'), null)
      assert.deepEqual(await violationsOf(page), [])
      await page.click('.account button')
      await page.waitForSelector('input[name=token]')
      assert.equal(await page.$('.run'), null)
      await page.close()
    })

    it('offers to start one while Pub/Sub cannot say who may', async () => {
      const far = await startConsole(stack(), { PUBSUB_EMULATOR_HOST: '127.0.0.1:1' })
      const headers = { authorization: `Bearer ${tokenOf(stack().facts, 'operator')}` }
      const answer = await fetch(`${far.url}/v1/console/run-options`, { headers })
      await far.stop()
      const account = 'operator@sluice-local.iam.gserviceaccount.com'
      assert.deepEqual(await answer.json(), { account, destinations: [], canRequest: true })
    })
  })
})
