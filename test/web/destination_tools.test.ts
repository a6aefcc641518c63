/** Web tests: what is tried on a destination's page, as an analyst: a stored event's request, filled fields, a rule. As the owner: a pause. */
import assert from 'node:assert/strict'
import { destinationsConfig, hidden } from '../console/destinations.ts'
import { loadShoppers } from '../console/shoppers.ts'
import {
  openPage,
  tabStops,
  textOf,
  useBrowserAndStack,
  violationsOf,
  type Look,
} from '../support/browser.ts'
import { openAs } from '../support/open_as.ts'
import { fill, labelled, press, says } from '../support/page.ts'

describe('the tools of a destination', () => {
  const { browser, stack } = useBrowserAndStack(destinationsConfig)

  before(() => loadShoppers(stack().facts))

  const open = async (id: string, look: Look = {}) => {
    const watched = await openAs(
      browser(),
      stack().facts,
      'analyst',
      `destinations/${id}?type=purchase`,
      look,
    )
    await says(watched.page, 'Preview with a stored event')
    await says(watched.page, 'When it was stored')
    return watched
  }
  const rowsOf = async (page: Awaited<ReturnType<typeof open>>['page'], caption: string) => {
    await page.waitForSelector(`[aria-label="${caption}"] tbody tr`)
    return page.$$eval(`[aria-label="${caption}"] tbody tr`, (lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent)),
    )
  }

  it('show the request of a stored event with placeholders for secrets, and what was decided then', async () => {
    const { page, complaints } = await open('meta_eu')
    const rows = await rowsOf(page, 'The latest events of type purchase')
    assert.deepEqual(
      rows.map(([, , person, stored]) => [person, stored]),
      [
        ['mary@acme.example', '⊘ consent denied'],
        ['nobody known', 'permitted by all'],
        ['grace@example.org', 'permitted by all'],
        ['ada@example.com', 'permitted by all'],
      ],
    )
    await page.$$eval('[aria-label="The latest events of type purchase"] button', (all) =>
      all.at(-1)!.click(),
    )
    await says(page, 'authorization: Bearer ‹access_token›')
    await says(page, 'Where ‹…› stands, a secret is sent, which the console cannot read.')
    await says(page, 'The decision is the same as when the event was stored.')
    const [request] = await textOf(page, '[aria-label="Request of meta_eu"]')
    assert.match(request!, /^POST https:\/\/graph\.facebook\.com\/v\d+\.0\/1234567890\/events\n/)
    // The SHA-256 of ada@example.com.
    assert.ok(request!.includes('b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72'), request)
    const text = await page.content()
    for (const secret of hidden) assert.ok(!text.includes(secret), secret)
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('count how often the permitted events fill each field', async () => {
    const { page } = await open('meta_eu')
    await press(page, 'Count how often they are filled')
    await says(page, 'over the latest 3 permitted events.')
    await says(page, '1 would be skipped: no identifier.')
    await says(page, 'Nothing is billed here.')
    const rows = await rowsOf(page, 'Fields of the target')
    assert.match(rows[0]![0]!, /required/)
    const filledOf = (field: string) => rows.find(([name]) => name!.trim().startsWith(field))!.at(-1)
    assert.equal(filledOf('event_name'), '100%')
    assert.equal(filledOf('user_data.em'), '66.7%')
    assert.equal(filledOf('user_data.madid'), '0%')
    await page.close()
  })

  it('try a rule, explain where it fails, and write the settings', async () => {
    const { page, complaints } = await open('crm')
    await (await labelled(page, 'Effect')).select('restrict')
    await fill(page, 'Id of the rule', 'example_org')
    await fill(page, 'Condition', "event.email.endsWith('@example.org'")
    await press(page, 'Try it')
    await says(page, 'Invalid value for rule.when: line 1, column')
    await fill(page, 'Condition', "event.email.endsWith('@example.org')")
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await says(
      page,
      'The condition is true for 1 of 6 events and fails on 2. 0 events more would be sent, 2 fewer.',
    )
    await says(page, 'write has(event.email) && ')
    assert.deepEqual(await rowsOf(page, 'Decisions with and without the rule'), [
      ['Permitted', '3', '1'],
      ['of these, consent granted or not needed', '3', '1'],
      ['of these, granted by a default', '0', '0'],
      ['Restricted', '3', '5'],
      ['of these, for lack of consent', '0', '0'],
    ])
    const [yaml] = await textOf(page, '[aria-label="the rules"]')
    assert.match(
      yaml!,
      /- id: staff\n {10}effect: restrict\n {10}when: "has\(event\.email\)[^\n]*\n {8}- id: example_org\n/,
    )
    assert.deepEqual(await violationsOf(page), [])
    // The refused condition is an answer, which Chromium reports all the same.
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('400')),
      [],
    )
    await page.close()
  })

  it('try a change of rules and of a link: counts, events to look at, names of fields', async () => {
    const { page, complaints } = await open('meta_eu')
    await fill(page, 'Change, in JSON', '{"consent": [')
    await says(page, 'This is not JSON: ')
    await fill(page, 'Change, in JSON', '{"consent": ["everything"]}')
    await press(page, 'Count what would change')
    await says(page, 'Invalid value for change.consent')
    await (await labelled(page, 'Start with')).select('consent')
    const area = await labelled(page, 'Change, in JSON')
    assert.deepEqual(JSON.parse(await area.evaluate((each) => (each as HTMLTextAreaElement).value)), {
      consent: ['ad_storage', 'ad_user_data'],
    })
    await fill(page, 'Change, in JSON', '{"consent": []}')
    await press(page, 'Count what would change')
    await says(page, '6 events, all examined. 3 events would end otherwise; no payload would change.')
    assert.deepEqual(await rowsOf(page, 'Events with and without the change'), [
      ['Sent', '2', '4'],
      ['Restricted', '3', '0'],
      ['Skipped', '1', '2'],
    ])
    const moves = await rowsOf(page, 'Events that would end otherwise')
    assert.deepEqual(
      moves.map((cells) => cells.slice(0, 3)),
      [
        ['restricted: consent denied', 'sent', '2'],
        ['restricted: consent denied', 'skipped: no identifier', '1'],
      ],
    )
    const [link] = await page.$$eval('[aria-label="Events that would end otherwise"] a', (all) =>
      all.map(({ pathname }) => pathname),
    )
    assert.match(link!, /^\/console\/events\/shopper-[345]$/)
    assert.deepEqual(await violationsOf(page), [])
    const linkage = { purchase: { 'custom_data.content_name': { const: 'order' } } }
    await fill(page, 'Change, in JSON', JSON.stringify({ linkage }))
    await press(page, 'Count what would change')
    await says(page, 'None of them would end otherwise; 1 field of the payloads would change.')
    const fields = await rowsOf(page, 'Fields of the payloads that would change')
    assert.deepEqual(fields, [['custom_data.content_name', '2']])
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('400')),
      [],
    )
    await page.close()
  })

  it('fit a phone, dark, and are reached by keyboard', async () => {
    const { page } = await open('meta_eu', { width: 390, scheme: 'dark' })
    await page.$eval('[aria-label="The latest events of type purchase"] button', (button) => button.click())
    await press(page, 'Count how often they are filled')
    await says(page, 'permitted events.')
    await says(page, 'What would be sent now')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(overflow <= 0, `${overflow} px`)
    assert.deepEqual(await violationsOf(page), [])
    const stops = await tabStops(page)
    assert.ok(!stops.some((stop) => stop.endsWith('(not shown)')), stops.join('\n'))
    for (const name of ['textarea Condition', 'textarea Change, in JSON', 'select Stored event type'])
      assert.ok(stops.includes(name), `${name}\n${stops.join('\n')}`)
    await page.close()
  })

  it('pause and resume a destination after a second question, for who may', async () => {
    const { page, complaints } = await openPage(
      browser(),
      `${stack().facts.baseUrl}/console/destinations/archive`,
    )
    await says(page, 'It is not paused.')
    await press(page, 'Pause …')
    await says(page, 'Nothing is sent to it until somebody resumes it.')
    assert.deepEqual(await violationsOf(page), [])
    await press(page, 'Pause archive now')
    await says(page, 'It is paused: its events wait in the subscription')
    await press(page, 'Resume …')
    await press(page, 'Resume archive now')
    await says(page, 'It is not paused.')
    assert.deepEqual(complaints, [])
    await page.close()
  })
})
