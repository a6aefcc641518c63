/** Web tests: the page Destinations in a browser, as an analyst: problems first, every number a link, settings to copy. */
import assert from 'node:assert/strict'
import { destinationsConfig, hidden, loadDestinations, repair } from '../console/destinations.ts'
import { tabStops, textOf, useBrowserAndStack, violationsOf, type Look } from '../support/browser.ts'
import { openAs } from '../support/open_as.ts'
import { fill, labelled, says } from '../support/page.ts'

describe('the page Destinations', () => {
  const { browser, stack } = useBrowserAndStack(destinationsConfig)

  before(() => loadDestinations(stack().facts))

  /** Opens a page of the console, signed in as the analyst, who may only query. */
  const open = async (path: string, look: Look = {}) => {
    const watched = await openAs(browser(), stack().facts, 'analyst', path, look)
    const { page } = watched
    await page.waitForSelector('.destinations-page table, .destinations-page input')
    return watched
  }
  const openCrm = async (look?: Look) => {
    const watched = await open('destinations/crm', look)
    await says(watched.page, 'crm did not get 2 of the latest 4 events.')
    return watched
  }

  it('lists them with the worst first, and links each number to its events', async () => {
    const { page, complaints } = await open('destinations')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr .mark.bad').length === 1)
    const rows = await page.$$eval('tbody tr', (lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent)),
    )
    assert.deepEqual(
      rows.map((cells) => cells.slice(0, 7)),
      [
        ['crmwebhook · generic', '✕ Failing', '2', '1', '1', '1', '0'],
        ['archivewebhook · generic', '– Silent', '0', '0', '0', '0', '0'],
        ['meta_eumeta · advertising', '✓ Healthy', '2', '0', '0', '0', '0'],
      ],
    )
    const refused = new URL(await page.$eval('a[aria-label="1 refused, crm"]', (anchor) => anchor.href))
    assert.equal(refused.pathname, '/console/events')
    assert.deepEqual([...refused.searchParams.keys()], ['to', 'outcome', 'since', 'until'])
    assert.equal(refused.searchParams.get('to'), 'crm')
    assert.match(rows[0]![7]!, /^attempts exhausted/)
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('opens one by keyboard', async () => {
    const { page } = await open('destinations')
    await page.focus('a[href="/console/destinations/crm"]')
    await page.keyboard.press('Enter')
    await says(page, 'Pause and resume')
    assert.deepEqual(await textOf(page, 'h1'), ['crm'])
    await page.close()
  })

  it('shows how far events got, and why not further', async () => {
    const { page, complaints } = await openCrm()
    await page.waitForFunction(() => !document.querySelector('.flow')?.textContent.includes('…'))
    await page.waitForSelector('.flow')
    const steps = await page.$$eval('.flow .figure', (figures) =>
      figures.map((figure) => [...figure.children].map((part) => part.textContent)),
    )
    assert.deepEqual(steps, [
      ['Stored', '10'],
      ['Permitted', '6', '3 no permit', '1 by rule'],
      ['Sent', '4', '1 skipped: missing required', '1 without an attempt yet'],
      ['Delivered', '2', '1 refused: rejected', '1 dead: attempts exhausted'],
    ])
    const href = await page.$$eval('.flow a', (links) => (links[0] as HTMLAnchorElement).search)
    assert.match(href, /^\?to=crm&outcome=restricted&reason=no_permit&since=[^&]+&until=[^&]+$/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('shows what failed in the words of the third party, with the command that repairs it', async () => {
    const { page } = await openCrm()
    await says(page, 'HTTP 400 · value: must be a number')
    await says(page, 'The third party finds the event invalid.')
    const commands = await textOf(page, '.code-block pre')
    assert.equal(commands[0], repair)
    assert.ok(commands.some((text) => text.startsWith('npx sluice requeue --destination crm --from ')))
    assert.ok(commands.includes('npx sluice pause crm'))
    await says(page, 'Your account may not read the subscriptions')
    await page.close()
  })

  it('counts each rule, and names secrets without their values', async () => {
    const { page } = await openCrm()
    await page.waitForSelector('a[aria-label="6 by shop"]')
    await page.waitForSelector('a[aria-label="1 by staff"]')
    await page.waitForSelector('a[aria-label="3 by restrict"]')
    await says(page, 'a secret, in Secret Manager')
    const text = await page.content()
    for (const secret of hidden) assert.ok(!text.includes(secret), secret)
    await page.close()
  })

  it('shows links, consent, and what an example would become', async () => {
    const { page } = await open('destinations/meta_eu')
    await says(page, 'purchase is sent as Purchase.')
    await says(page, 'Needs ad_storage and ad_user_data.')
    await says(page, '8 lacked it, 80% of those that a rule permits.')
    await says(page, 'To send it for real, run the command.')
    const [command] = (await textOf(page, '.code-block pre')).filter((text) => text.includes('sluice send'))
    assert.match(command!, /^npx sluice send purchase '\{.*"event_id":"test-[0-9a-f-]{36}",.*\}'$/)
    const select = await labelled(page, 'Event type')
    await select.select('page_view')
    await says(page, 'page_view is sent as')
    assert.match(page.url(), /\?type=page_view$/)
    await page.close()
  })

  it('writes the settings of a further destination, and asks for no secret', async () => {
    const { page } = await open('destinations?add=meta')
    await says(page, 'Not complete yet: dataset_id.')
    assert.deepEqual(await textOf(page, 'h1'), ['Add a destination'])
    await fill(page, 'Id', 'crm')
    await says(page, 'A destination has this id already.')
    await fill(page, 'Id', 'meta_us')
    await fill(page, 'dataset_id', '9876543210')
    await fill(page, 'Event types that may leave, separated by commas', "purchase, o'lead")
    const [yaml, commands] = await textOf(page, '.code-block pre')
    assert.equal(
      yaml,
      `  sluice:destinations:
    meta_us:
      target: meta
      settings:
        dataset_id: "9876543210"
      rules:
        - id: permit_chosen
          effect: permit
          when: "event.event_name in ['purchase', 'o\\\\'lead']"`,
    )
    assert.equal(
      commands,
      `pulumi config set --secret --path 'sluice:destinations.meta_us.secrets.access_token'
npx sluice check
npx sluice plan
pulumi up`,
    )
    assert.deepEqual(await page.$$('input[type=password]'), [])
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  for (const look of [{}, { scheme: 'dark', width: 390, zoom: 2 }] as const) {
    it(`has no accessibility violations and does not scroll sideways ${JSON.stringify(look)}`, async () => {
      for (const path of [
        'destinations',
        'destinations/crm',
        'destinations/meta_eu',
        'destinations?add=slack',
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
  }

  it('is reached by keyboard in the order of the page', async () => {
    const { page } = await open('destinations')
    await page.waitForNetworkIdle({ idleTime: 200 })
    const stops = await tabStops(page)
    assert.ok(!stops.some((stop) => stop.endsWith('(not shown)')), stops.join('\n'))
    assert.ok(stops.includes('a Add a destination'), stops.join('\n'))
    assert.ok(stops.indexOf('a crm') < stops.indexOf('a meta_eu'), stops.join('\n'))
    await page.close()
  })
})
