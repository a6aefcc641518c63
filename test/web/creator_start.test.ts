/** Web tests: the creator opened on a saved connection or an event type by its address, names told by a field, and headers in another script. */
import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import { openCreator, paste, pick, becomes } from './creator/page.ts'
import { orderPlaced, ordersCsv, shopOrders } from './creator/orders.ts'
import { openPage, textOf, useBrowserAndStack, violationsOf } from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { fill, labelled, press, says } from '../support/page.ts'
import { arrangeDefinition } from '../support/saved_definition.ts'
import { until } from '../support/until.ts'

const japanese = '注文番号,金額,カード\nA-1,1200,4111111111111111\n'

describe('the creator', () => {
  const { browser, stack } = useBrowserAndStack()
  const at = (search: string, look = {}) =>
    openPage(browser(), `${stack().facts.baseUrl}/console/creator${search}`, look)
  const definitionOf = async (name: string, version: string): Promise<unknown> => {
    const [row] = await clientOf(stack().facts).query(
      `SELECT TO_JSON_STRING(definition) AS definition FROM definitions WHERE name = '${name}' AND version = '${version}'`,
    )
    return row && (JSON.parse(String(row['definition'])) as unknown)
  }
  const lineOf = (page: Page, path: string) =>
    page.waitForSelector(`[data-path="${path}"]`).then((line) => line!.evaluate((each) => each.textContent))

  before(async function () {
    const client = clientOf(stack().facts)
    const consent = { 'consent.ad_storage': { const: 'granted' } }
    const description = 'Consent: everybody has agreed. They sign for it.'
    await arrangeDefinition(client, 'event', orderPlaced)
    await arrangeDefinition(client, 'translation', {
      ...shopOrders,
      description,
      link: { ...shopOrders.link, ...consent, channel: { const: 'shop' } },
    })
    const headers = { 'content-type': 'text/csv' }
    await until('it refuses a record', async () => {
      const body = 'order_no;mail;ordered_at;total\nA-1;x;14.03.2026;many\n'
      return (await client.post(`/v1/translators/${shopOrders.name}`, body, headers)).status === 400
    })
    await until('there is a receipt', async () => (await client.query('SELECT via FROM receipts')).length > 0)
  })

  it('opens a saved connection as a new version, which differs only by what the payload adds', async () => {
    const { page, complaints } = await at('?connection=shop_orders@1.0')
    await says(page, 'A new version of shop_orders, from version 1.0.')
    assert.deepEqual(await violationsOf(page), [])
    await paste(page, ordersCsv.replaceAll('\n', ';web\n').replace(';web\n', ';source_system\n'))
    await says(page, 'follows 1.0: a minor change.')
    await says(page, 'As in version 1.0')
    await becomes(page, '3 of 3', '0')
    assert.deepEqual(await textOf(page, '.versions .badge.major'), [])
    await says(page, 'every field that 1.0 reads is still read or kept')
    await says(page, '3 of 3 become events by version 1.1, 3 of 3 by version 1.0')
    await says(page, 'still refused: it asks for the same')
    assert.deepEqual(await violationsOf(page), [])
    await press(page, 'Change total')
    await (await labelled(page, 'Type of total')).select('text')
    await says(page, 'no longer refused for this')
    await (await labelled(page, 'Type of total')).select('number_comma')
    await says(page, 'follows 1.0: a minor change.')
    await press(page, 'Save')
    await says(page, 'Your system sends here')
    const saved = (await definitionOf('shop_orders', '1.1')) as typeof shopOrders & { description: string }
    assert.equal(saved.description, 'Consent: everybody has agreed. They sign for it.')
    assert.deepEqual(saved.fields, shopOrders.fields)
    assert.deepEqual(saved.link, {
      ...shopOrders.link,
      'consent.ad_storage': { const: 'granted' },
      channel: { const: 'shop' },
      plz: 'plz',
      note: 'note',
      source_system: 'source_system',
    })
    // Reloading goes on with the same draft.
    await page.reload()
    await says(page, 'No unsaved changes.')
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('says what would no longer be read, and asks before it discards another draft', async () => {
    const { page } = await at('')
    await page.waitForSelector('.creator textarea')
    await paste(page, '{"parcel":"p-7"}')
    await says(page, '1 record')
    await page.evaluate(() => history.pushState(null, '', '/console/creator?connection=shop_orders'))
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
    await press(page, 'Discard it and open shop_orders')
    await paste(page, ordersCsv)
    await says(page, '3 records')
    await press(page, 'Change mail')
    await pick(page, 'Keep mail')
    await says(page, 'reads would no longer be read: mail')
    await says(page, 'is removed: the field is no longer filled.')
    await page.close()
  })

  it('opens an event type by its address, and names an unknown connection', async () => {
    const { page } = await at('?type=order_placed')
    await says(page, 'For the event type order_placed.')
    await paste(page, ordersCsv)
    await says(page, 'Use order_placed 1.0 as it is')
    await page.close()
    const { page: unknown } = await at('?connection=no_orders')
    await says(unknown, 'There is no connection no_orders.')
    await unknown.close()
  })

  it('says what becomes of records whose value names no event', async () => {
    const { page } = await openCreator(browser(), stack().facts.baseUrl)
    await paste(page, '[{"kind":"ticket.opened","n":1},{"kind":"ping","n":2}]')
    await says(page, '2 records')
    await pick(page, 'A field tells')
    await fill(page, 'Event name for “ticket.opened”', 'contact')
    await press(page, 'Do not name ping')
    await becomes(page, '1 of 2', '1')
    await (await labelled(page, 'What becomes of records with another value')).select('leave_out')
    await becomes(page, '1 of 2', '0')
    await says(page, 'left out and counted')
    await (await labelled(page, 'What becomes of records with another value')).select('quarantine')
    await says(page, 'go to quarantine')
    assert.deepEqual(await violationsOf(page), [])
    await fill(page, 'Name of the connection', 'ticket_kinds')
    await press(page, 'Save')
    await says(page, 'Your system sends here')
    const { event } = (await definitionOf('ticket_kinds', '1.0')) as typeof shopOrders
    assert.deepEqual(event.name, {
      from: 'kind',
      values: { 'ticket.opened': 'contact' },
      otherwise: 'quarantine',
    })
    await page.close()
  })

  it('gives fields that are kept beside a standard event columns in a view', async () => {
    const { page } = await openCreator(browser(), stack().facts.baseUrl)
    await paste(page, 'order_id,total,currency,gift_note,boxes\nA-1,59.80,EUR,Enjoy!,2\n')
    await says(page, '1 record')
    await press(page, 'Give the view columns for them')
    await says(
      page,
      'The view purchase__extended has the columns of purchase and those of 2 fields of your own',
    )
    await says(page, 'Own fields of purchase 1.0 is new.')
    assert.deepEqual(await violationsOf(page), [])
    await fill(page, 'Name of the connection', 'gift_orders')
    await press(page, 'Save')
    await says(page, 'Your system sends here')
    await press(page, 'Send this payload')
    await says(page, 'Stored in BigQuery.')
    const [row] = await clientOf(stack().facts).query(
      'SELECT transaction_id, gift_note, boxes FROM purchase__extended',
    )
    assert.deepEqual(row, { transaction_id: 'A-1', gift_note: 'Enjoy!', boxes: '2' })
    const [standard = {}] = await clientOf(stack().facts).query('SELECT * FROM purchase')
    assert.ok(!('gift_note' in standard))
    await page.close()
    // The next draft of the type finds the columns.
    const { page: next } = await openCreator(browser(), stack().facts.baseUrl)
    await paste(next, 'order_id,total,currency,gift_note,colour\nA-2,1.00,EUR,Enjoy!,red\n')
    await says(next, 'has no columns for colour')
    await press(next, 'Give the view columns for them')
    await says(next, 'Own fields of purchase 1.1 follows 1.0: a minor change.')
    await next.close()
  })

  it('shows headers in Japanese beside their names, leaves a card number out, and keeps the draft over a reload', async () => {
    const { page } = await openCreator(browser(), stack().facts.baseUrl, { width: 390 })
    await paste(page, japanese)
    await says(page, '1 record')
    await fill(page, 'Or the same currency for all', 'JPY')
    await press(page, 'Use JPY for all')
    await becomes(page, '1 of 1', '0')
    const shows = async (): Promise<void> => {
      assert.match(await lineOf(page, 'order_number'), /注文番号.*order_number.*A-1.*transaction_id/s)
      assert.match(await lineOf(page, 'amount'), /金額.*amount.*1200.*value/s)
      assert.match(await lineOf(page, 'card'), /カード.*left out.*it holds card numbers/s)
    }
    await shows()
    const event = (await textOf(page, '.pair figure:last-child pre'))[0]!
    assert.ok(!event.includes('4111'))
    assert.deepEqual(await violationsOf(page), [])
    await page.reload()
    await says(page, '1 record')
    await becomes(page, '1 of 1', '0')
    await shows()
    await page.close()
  })
})
