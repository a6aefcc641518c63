/** Web tests: the page Automations in a browser: what ran and fired, each number with its rows; dry runs, back-tests, and a guard that is
 * opened once. */
import assert from 'node:assert/strict'
import { startConsole, type Door } from '../console/door.ts'
import { loadAutomations, automationsConfig, runSync } from '../console/automations.ts'
import { pasteToken } from '../console/page.ts'
import {
  openPage,
  tabStops,
  textOf,
  useBrowserAndStack,
  violationsOf,
  type Look,
} from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { labelled, press, says } from '../support/page.ts'
import { tokenOf } from '../support/roles.ts'

describe('the page Automations', () => {
  const { browser, stack } = useBrowserAndStack(automationsConfig)

  before(() => loadAutomations(stack()))

  /** Opens a page of the console as the developer, who may do everything. */
  const open = async (path: string, look: Look = {}) => {
    const watched = await openPage(browser(), `${stack().facts.baseUrl}/console/${path}`, look)
    await watched.page.waitForSelector('.automations .panel')
    return watched
  }
  const cells = (page: Awaited<ReturnType<typeof open>>['page'], caption: string) =>
    page.$$eval(`[aria-label="${caption}"] tbody tr`, (lines) =>
      lines.map((line) =>
        [...line.querySelectorAll('td')].map((cell) => cell.innerText.replace(/\s+/g, ' ')),
      ),
    )

  it('lists actions with what became of their matches, each number with its rows', async () => {
    const { page, complaints } = await open('automations')
    await page.waitForSelector('[aria-label="Configured actions"] a[aria-label^="2 fired"]')
    const [first, second] = await cells(page, 'Configured actions')
    assert.match(
      first![0]!,
      /^big_purchase → ?to crm Reports a purchase .* · once per transaction_id in 30d$/,
    )
    assert.deepEqual(first!.slice(1, 5), [
      '✓ Live',
      '2 fired, 2 delivered',
      '2 fired, 2 delivered',
      'when an event arrives',
    ])
    assert.match(second![0]!, /^cart_left/)
    assert.equal(second![1], '⊘ Shadow sends nothing')
    assert.match(second![4]!, /^in .* UTC, \*\/15 \* \* \* \* Etc\/UTC$/)
    await page.click('a[aria-label="2 delivered, big_purchase, 24 hours"]')
    await says(page, 'Matches')
    await page.waitForFunction(
      () => document.querySelectorAll('[aria-label="Matches of the trigger"] tbody tr').length === 2,
    )
    const [latest] = await cells(page, 'Matches of the trigger')
    assert.match(latest![1]!, /^purchase /)
    assert.deepEqual([latest![2], latest![3]], ['T-2', 'fired'])
    assert.match(latest![4]!, /^✓ delivered crm .* UTC/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('leads from a match to the event that caused it', async () => {
    const { page } = await open('automations/big_purchase')
    const cause = await page.waitForSelector('[aria-label="Matches of the trigger"] tbody a')
    await cause!.click()
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'purchase')
    assert.match(page.url(), /\/console\/events\/[^/?]+\?at=[^&]+Z&type=purchase$/)
    await page.close()
  })

  it('filters matches in the address', async () => {
    const { page } = await open('automations/big_purchase')
    await page.waitForSelector('[aria-label="Matches of the trigger"] tbody tr')
    await (await labelled(page, 'Outcome')).select('withheld')
    await says(page, 'Nothing matched like this.')
    assert.match(page.url(), /\?outcome=withheld$/)
    await page.close()
  })

  it('shows the query, the guards and what the destination gets', async () => {
    const { page } = await open('automations/lapsed_customers')
    await says(page, 'mirror: new, changed and removed rows')
    await says(page, 'at most 25 %')
    await says(page, 'The event is sent unchanged, as JSON.')
    const texts = await textOf(page, '.code-block pre')
    assert.ok(texts.some((text) => text.includes('FROM `sluice-local.sluice.purchase`')))
    assert.ok(
      texts.includes(
        `pulumi config set --path 'sluice:syncs.lapsed_customers.paused' true\nnpx sluice plan\npulumi up`,
      ),
      texts.join('\n'),
    )
    await page.close()
  })

  it('lets a run through a guard once: after its dry run, by one button', async () => {
    await runSync(stack(), 'lapsed_customers', 'blocked')
    const { page, complaints } = await open('automations')
    await page.waitForSelector('[aria-label="Configured syncs"] .mark.bad')
    const [first] = await cells(page, 'Configured syncs')
    assert.match(first![0]!, /^lapsed_customers/)
    assert.match(first![1]!, /^✕ Blocked/)
    assert.match(first![2]!, /^2 of 3 rows would be removed; the maximum is 25 % .* Nothing was sent\.$/)
    assert.deepEqual(await violationsOf(page), [])
    await page.click('a[href="/console/automations/lapsed_customers"]')
    await says(page, 'If these rows are to be removed')
    await press(page, 'Look, let through once …')
    await says(page, 'Would send 0 added rows, 0 changed and 2 removed to crm.')
    assert.deepEqual(await violationsOf(page), [])
    await press(page, 'Send 2 changes')
    await says(page, 'Done: ')
    await page.waitForFunction(() => !document.body.textContent.includes('A guard stopped the latest run'))
    // The rows of the count.
    await page.waitForSelector('[aria-label="Latest runs"] a[aria-label^="2 removed"]')
    await page.click('[aria-label="Latest runs"] a[aria-label^="2 removed"]')
    await page.waitForFunction(() => document.querySelectorAll('.run-detail tbody tr').length === 2)
    const rows = await page.$$eval('.run-detail tbody td:first-child', (keys) =>
      keys.map((key) => key.textContent),
    )
    assert.deepEqual(rows.toSorted(), ['user_id u-1', 'user_id u-2'])
    assert.match(await page.$eval('.run-detail', (detail) => detail.textContent), /Who asked.*the console/)
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('shows each destination of a sync, and starts a run for one of them', async () => {
    const { page, complaints } = await open('automations')
    await page.waitForSelector('[aria-label="Configured syncs"] .mark')
    const lines = await cells(page, 'Configured syncs')
    const profiles = lines.filter(([name]) => name!.startsWith('customer_profiles'))
    assert.deepEqual(
      profiles.map(([name, state]) => [/^customer_profiles → ?to (\w+) /.exec(name!)?.[1], state]),
      [
        ['crm', '‖ Paused'],
        ['ads', '‖ Paused'],
      ],
    )
    await page.click('a[href="/console/automations/customer_profiles"]')
    await says(page, 'Destinations')
    await press(page, 'Dry run for ads')
    await says(page, 'Dry run of customer_profiles for ads')
    await says(page, 'Would send 3 added rows, 0 changed and 0 removed to ads.')
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('back-tests an action by a list and a button', async () => {
    const { page } = await open('automations/big_purchase')
    await (await labelled(page, 'Days of events')).select('7')
    await press(page, 'Back-test')
    await says(page, 'The action would have fired 2 times.')
    await page.close()
  })

  it('gives the settings of what is not configured', async () => {
    const { page } = await open('automations')
    const deploy = 'npx sluice check\nnpx sluice plan\npulumi up'
    const settingOf = async (name: string) => {
      const summary = await page.waitForSelector(`xpath/.//summary[contains(., "of ${name}")]`)
      await summary!.focus()
      await page.keyboard.press('Enter')
      return textOf(page, `.not-configured li:has(a[href$="/${name}"]) details[open] pre`)
    }
    assert.deepEqual(await settingOf('repeat_buyer'), [
      `pulumi config set --path 'sluice:actions.repeat_buyer.destinations[0]' crm
pulumi config set --path 'sluice:actions.repeat_buyer.state' shadow\n${deploy}`,
      `event.event_name == 'repeat_buyer'`,
    ])
    assert.deepEqual(await settingOf('conversions'), [
      `pulumi config set --path 'sluice:syncs.conversions.destinations[0]' crm\n${deploy}`,
      `event.event_name == 'purchase' && has(event.source) && event.source == 'conversions'`,
    ])
    assert.deepEqual(await page.$$('main input'), [])
    await page.close()
  })

  it('says that there is no such sync or action', async () => {
    const { page } = await openPage(browser(), `${stack().facts.baseUrl}/console/automations/nothing_here`)
    await says(page, 'No sync or action has the name nothing_here')
    await page.close()
  })

  for (const look of [{}, { scheme: 'dark', width: 390, zoom: 2 }] as const)
    it(`has no accessibility violations and does not scroll sideways ${JSON.stringify(look)}`, async () => {
      for (const path of [
        'automations',
        'automations/big_purchase',
        'automations/lapsed_customers',
        'automations/customer_profiles',
        'automations/cart_left',
      ]) {
        const { page } = await open(path, look)
        await page.waitForNetworkIdle({ idleTime: 200 })
        assert.deepEqual(await violationsOf(page), [], path)
        const [width, available] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ])
        assert.ok(width! <= available!, `${path}: ${width} of ${available} pixels`)
        await page.close()
      }
    })

  it('is reached by keyboard in the order of the page', async () => {
    const { page } = await open('automations')
    await page.waitForNetworkIdle({ idleTime: 200 })
    const stops = await tabStops(page)
    assert.ok(!stops.some((stop) => stop.endsWith('(not shown)')), stops.join('\n'))
    for (const stop of ['a Automations', 'a Runs', 'a lapsed_customers', 'a big_purchase'])
      assert.ok(stops.includes(stop), `${stop} is not among\n${stops.join('\n')}`)
    await page.close()
  })

  describe('with another environment', () => {
    let door: Door
    before(async () => {
      const { pubsubHost } = stack().facts
      door = await startConsole(stack(), { SIGN_IN: 'token', PUBSUB_EMULATOR_HOST: pubsubHost })
    })
    after(() => door?.stop())

    it('says honestly that nothing is configured, and which right is missing', async () => {
      const { page } = await openPage(browser(), `${door.url}/console/automations`)
      await pasteToken(page, tokenOf(stack().facts, 'analyst'))
      await says(page, 'No sync and no action is configured in this environment.')
      await says(page, 'it lacks the permission pubsub.topics.publish on the topic runs.')
      await page.waitForSelector('.not-configured')
      assert.equal((await page.$$('.not-configured > li')).length, 6)
      assert.deepEqual(await page.$$('table'), [])
      assert.deepEqual(await violationsOf(page), [])
      await page.close()
    })
  })

  it('has sent the third party what the pages say', async () => {
    const received = await clientOf(stack().facts).received()
    assert.ok(received.length >= 7, `${received.length} requests`)
  })
})
