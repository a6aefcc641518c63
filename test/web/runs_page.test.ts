/** Web tests: the page Runs in a browser: lists runs, and starts and cancels replays, syncs and back-tests. */
import assert from 'node:assert/strict'
import { startConsole, type Door } from '../console/door.ts'
import { pasteToken, signOut } from '../console/page.ts'
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

describe('the page Runs in a browser', () => {
  const { browser, stack } = useBrowserAndStack(runsConfig)
  const open = (look: Look = {}) => openRuns(browser(), stack().facts.baseUrl, look)
  const requestCount = async () => (await clientOf(stack().facts).received()).length

  before(() => sendRefused(stack(), 6))

  it('shows that there are no runs', async () => {
    const { page, complaints } = await open()
    await says(page, 'There are no runs.')
    assert.deepEqual(await textOf(page, 'main h1'), ['Runs'])
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('starts the dry run of a replay, then the replay, and shows its outcomes', async () => {
    const { page, complaints } = await open()
    const before = await requestCount()
    await (await labelled(page, 'Destination')).select('crm')
    await fill(page, 'Condition', "event_name = 'view_content'")
    await press(page, 'Start dry run')
    await says(page, '6 events would be sent to crm, 0 restricted')
    await openRunIs(page, 'finished')
    assert.deepEqual(await listedRuns(page), ['Replay to crm dry run finished'])
    const details = await openRunTells(page)
    assert.match(
      details['Request']!,
      /^run \d+ requested by developer@sluice\.local destination crm from \S+Z to \S+Z where event_name = 'view_content'$/,
    )
    assert.equal(details['Counts'], 'selected 6 sent 6 restricted 0 skipped 0')
    assert.equal(details['before'], 'refused 6')
    assert.match(details['samples']!, /view_content/)
    assert.equal(await requestCount(), before)
    assert.deepEqual(await violationsOf(page), [])

    await press(page, 'Start replay')
    await page.waitForFunction(() => document.querySelectorAll('.run').length === 2)
    await openRunIs(page, 'finished')
    assert.deepEqual(await listedRuns(page), ['Replay to crm finished', 'Replay to crm dry run finished'])
    assert.equal((await openRunTells(page))['outcomes'], 'delivered 6')

    // The dry run does not offer the replay again.
    await toggleRun(page, '.run:nth-child(2)')
    await says(page, 'Started as run')
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('reports an invalid condition and starts no run', async () => {
    const { page } = await open()
    const before = await listedRuns(page)
    await fill(page, 'Condition', "event_name = 'view_content")
    await press(page, 'Start dry run')
    await page.waitForSelector('[role=alert]')
    const [alert = ''] = await textOf(page, '[role=alert]')
    assert.match(alert, /where: A quotation mark in the condition is not closed/)
    assert.deepEqual(await listedRuns(page), before)
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('shows the rows that a sync would send, with their payloads', async () => {
    const { page } = await open()
    await page.click('input[value=sync]')
    await (await labelled(page, 'Name of the sync')).select('customer_profiles')
    await press(page, 'Start dry run')
    await says(page, 'Would send 6 added rows, 0 changed and 0 removed to crm.')
    await page.waitForSelector('.run-samples')
    assert.equal((await page.$$('.run-samples > li')).length, 6)
    await page.click('.run-samples > li .preview button')
    const payload = await page.waitForSelector('.run-samples > li > pre')
    assert.match(await payload!.evaluate((pre) => pre.textContent), /"event_name": "customer_profiles"/)
    for (const summary of await page.$$('.run-samples summary')) await summary.click()
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('back-tests an action, with examples', async () => {
    const { page } = await open()
    await page.click('input[value=action]')
    await (await labelled(page, 'Name of the action')).select('big_purchase')
    await (await labelled(page, 'Events')).select('7')
    await press(page, 'Start back-test')
    await says(page, 'The action would have fired 1 time.')
    await openRunIs(page, 'finished')
    const details = await openRunTells(page)
    assert.match(details['Request']!, /action big_purchase days 7/)
    assert.match(details['examples']!, /T-1/)
    await page.close()
  })

  it('cancels a running replay', async () => {
    // Enough events that the replay runs until it is cancelled.
    await sendTaken(stack(), 100, 7)
    const { page } = await open()
    await fill(page, 'Rate', '1')
    await (await labelled(page, 'Include delivered events')).click()
    await press(page, 'Start dry run')
    await says(page, '107 events would be sent to crm')
    await press(page, 'Start replay')
    await press(page, 'Cancel run')
    await openRunIs(page, 'cancelled')
    assert.deepEqual(await textOf(page, '.run:has(.run-detail) > .muted ~ .muted'), ['Cancelled on request.'])
    await page.close()
  })

  it('filters by kind, and opens a run by its URL', async () => {
    const { page } = await open()
    await toggleRun(page, '.run:last-child')
    await openRunIs(page, 'finished')
    await (await labelled(page, 'Kind of run')).select('action')
    await page.waitForFunction(() => document.querySelectorAll('.run').length === 1)
    await toggleRun(page)
    await openRunIs(page, 'finished')
    const linked = await openPage(browser(), page.url())
    await openRunIs(linked.page, 'finished')
    assert.match((await openRunTells(linked.page))['Request']!, /big_purchase/)
    await linked.page.goto(new URL('/console/runs?run=1', page.url()).href)
    await says(linked.page, 'Run 1 does not exist.')
    await linked.page.close()
    await page.close()
  })

  it('can be reached completely by the keyboard', async () => {
    const { page } = await open()
    const stops = await tabStops(page)
    assert.ok(!stops.some((stop) => stop.endsWith('(not shown)')), stops.join(', '))
    const expected = [
      'a Events',
      'select Destination',
      'input Condition',
      'button Start dry run',
      'button Refresh',
    ]
    for (const stop of expected) assert.ok(stops.includes(stop), `${stop} is not among ${stops.join(', ')}`)
    await page.focus('.run-title')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.run-title[aria-expanded=true]')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => !document.querySelector('.run-detail'))
    await page.close()
  })

  for (const [what, look] of [
    ['a zoom of 200 % in dark colors', { width: 640, zoom: 2, scheme: 'dark' }],
    ['the minimum width of WCAG', { width: 320 }],
  ] as const)
    it(`does not scroll horizontally at ${what} with any open run`, async () => {
      const { page } = await open(look)
      for (const [index] of (await listedRuns(page)).entries()) {
        await toggleRun(page, `.run:nth-child(${index + 1})`)
        await page.waitForSelector(`.run:nth-child(${index + 1}) .run-detail`)
        await openRunIs(page)
        const [width, available] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ])
        assert.ok(width! <= available!, `${width} of ${available} pixels`)
      }
      assert.deepEqual(await violationsOf(page), [])
      await page.close()
    })

  describe('with a pasted token', () => {
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

    it('shows the runs to an account that can only read, and why it cannot start one', async () => {
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
      await signOut(page)
      await page.waitForSelector('input[name=token]')
      assert.equal(await page.$('.run'), null)
      await page.close()
    })

    it('lets accounts start runs while Pub/Sub cannot report permissions', async () => {
      const unreachable = await startConsole(stack(), { PUBSUB_EMULATOR_HOST: '127.0.0.1:1' })
      const headers = { authorization: `Bearer ${tokenOf(stack().facts, 'operator')}` }
      const answer = await fetch(`${unreachable.url}/v1/console/run-options`, { headers })
      await unreachable.stop()
      const account = 'operator@sluice-local.iam.gserviceaccount.com'
      assert.deepEqual(await answer.json(), {
        account,
        destinations: [],
        syncs: [],
        actions: [],
        syncDestinations: {},
        canRequest: true,
      })
    })
  })
})
