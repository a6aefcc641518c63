/** Journeys: from the start page to a connection: of a marketer who makes one of a CSV, and of one who retires it. */
import assert from 'node:assert/strict'
import { shopOrders } from '../creator/orders.ts'
import { useBrowserAndStack } from '../../support/browser.ts'
import { clientOf } from '../../support/client.ts'
import { arrangeDefinition, arrangeForce } from '../../support/saved_definition.ts'
import { until } from '../../support/until.ts'
import { desktop, desktopDark, Journey } from './journey.ts'

const orders = `order_id,email,order_date,total,currency
A-1042,ada@example.com,2026-03-14T09:26:00Z,1249.90,EUR
A-1043,grace@example.org,2026-03-14T11:02:00Z,89.00,EUR
`

describe('journeys of connections', () => {
  const { browser, stack } = useBrowserAndStack()
  const client = () => clientOf(stack().facts)

  it('marketer: from a CSV of orders to the page of its first event', async () => {
    const journey = await Journey.start(browser(), stack().facts, desktop)
    await journey.go('Creator')
    await journey.paste(orders)
    await journey.says('2 records')
    await journey.click('Save')
    await journey.says('Your system sends here')
    await journey.click('Send this payload')
    await journey.says('Stored in BigQuery.')
    await journey.click('Open event *')
    await journey.says('This purchase was stored.')
    await journey.end()
  })

  it('marketer: a connection is retired, and what is sent to it is refused', async () => {
    await arrangeDefinition(client(), 'translation', { ...shopOrders, version: '1.0' })
    await arrangeForce(client(), shopOrders.name, 1, '')
    const journey = await Journey.start(browser(), stack().facts, desktopDark)
    await journey.go('Connections')
    await journey.click(shopOrders.name)
    await journey.click('Retire …')
    await journey.type('Reason', 'The shop has moved.')
    await journey.type(`Type ${shopOrders.name} to confirm`, shopOrders.name)
    await journey.click(`Retire ${shopOrders.name}`)
    await journey.says('Retired: The shop has moved. All its addresses answer 410.')
    const headers = { 'content-type': 'text/csv' }
    const answer = await until('the address has ended', async () => {
      const response = await client().post(`/v1/translators/${shopOrders.name}`, 'order_no\n1\n', headers)
      return response.status === 410 && response
    })
    assert.match(await answer.text(), /The shop has moved\./)
    await journey.end()
  })
})
