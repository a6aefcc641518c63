/** Journeys: from the start page to what the check of events found: of an engineer with a message in quarantine, of an analyst with violations,
 * and of an engineer who needs an event type as a file. */
import assert from 'node:assert/strict'
import { textOf, useBrowserAndStack } from '../../support/browser.ts'
import { clientOf } from '../../support/client.ts'
import { arrangeDefinition } from '../../support/saved_definition.ts'
import { until } from '../../support/until.ts'
import { byKeyboard, desktop, desktopDark, Journey, phone } from './journey.ts'

const levelReached = {
  name: 'level_reached',
  version: '1.0',
  description: 'A player reached a level.',
  fields: {
    player_level: { type: 'integer', description: 'Level that the player reached.', example: 12 },
  },
  required: ['player_level'],
}

describe('journeys of what was checked', () => {
  const { browser, stack } = useBrowserAndStack()
  const client = () => clientOf(stack().facts)

  it('engineer: a message in quarantine as it came, and the event that it becomes', async () => {
    const message = { event_name: 'level_reached', user_id: 'u-7', player_level: 12, note: 'as it came' }
    await client().post('/v1/topics/events', message)
    await until(
      'it is in quarantine',
      async () => (await client().query('SELECT 1 FROM quarantine')).length > 0,
    )
    const journey = await Journey.start(browser(), stack().facts, phone)
    await journey.click('1 messages in quarantine')
    await journey.click('level_reached*')
    await journey.says('"note": "as it came"')
    await arrangeDefinition(client(), 'event', levelReached)
    await journey.click('Process it again …')
    await journey.click('Process 1 message')
    await journey.says('Done: ')
    await journey.click('Events of the last hour')
    await until(
      'it is stored',
      async () =>
        (await client().query(`SELECT 1 FROM events WHERE event_name = 'level_reached'`)).length > 0,
    )
    await until('the page shows it', async () => {
      const [first = ''] = await textOf(journey.page, '.events-list > li')
      return first.includes('level_reached')
    })
    await journey.end()
  })

  it('analyst: the violations of an event type, an event with one, and the SQL of its row', async () => {
    await client().post('/v1/topics/purchase', {
      user_id: 'u-8',
      transaction_id: 'T-8',
      value: 'twelve',
      currency: 'EUR',
    })
    await until(
      'it is stored',
      async () => (await client().query(`SELECT 1 FROM events WHERE event_name = 'purchase'`)).length > 0,
    )
    const { origin } = new URL(stack().facts.consoleUrl)
    await browser()
      .defaultBrowserContext()
      .overridePermissions(origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'])
    const journey = await Journey.start(browser(), stack().facts, desktopDark)
    await journey.go('Catalogue')
    await journey.click('purchase')
    await journey.click('1 with *')
    await journey.click('purchase *')
    await journey.says('with 1 violation')
    await journey.click('Copy Query of its row')
    await journey.says('Copied')
    const sql = await journey.page.evaluate(() => navigator.clipboard.readText())
    const [row] = await client().query(sql)
    assert.equal(row?.['user_id'], 'u-8')
    await journey.end()
  })

  it('engineer: an event type as JSON Schema and TypeScript', async () => {
    await arrangeDefinition(client(), 'event', { ...levelReached, name: 'level_left' })
    const journey = await Journey.start(browser(), stack().facts, { ...desktop, ...byKeyboard })
    await journey.page.evaluate(() => {
      const made: Blob[] = []
      const original = URL.createObjectURL.bind(URL)
      URL.createObjectURL = (blob) => {
        made.push(blob as Blob)
        return original(blob)
      }
      Object.assign(window, { made })
    })
    await journey.go('Catalogue')
    await journey.click('level_left')
    await journey.click('Download JSON Schema')
    await journey.click('Download TypeScript')
    const [schema, source] = await journey.page.evaluate(() =>
      Promise.all((Reflect.get(window, 'made') as Blob[]).map((blob) => blob.text())),
    )
    assert.deepEqual((JSON.parse(schema!) as { required: string[] }).required, ['player_level'])
    assert.match(source!, /export interface LevelLeft extends ContextFields /)
    await journey.end()
  })
})
