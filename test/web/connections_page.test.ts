/** Web tests: the page Connections: from the list to what was refused, and a version put in force, retired and back. */
import assert from 'node:assert/strict'
import { shopOrders } from './creator/orders.ts'
import { textOf, useBrowserAndStack, violationsOf, openPage } from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { fill, press, says } from '../support/page.ts'
import { arrangeDefinition, arrangeForce } from '../support/saved_definition.ts'
import { until } from '../support/until.ts'

describe('the page Connections', () => {
  const { browser, stack } = useBrowserAndStack()

  before(async function () {
    const client = clientOf(stack().facts)
    const [required = ''] = Object.keys(shopOrders.link)
    await arrangeDefinition(client, 'translation', { ...shopOrders, version: '1.0', required: [] })
    await arrangeForce(client, shopOrders.name, 1, '')
    await arrangeDefinition(client, 'translation', { ...shopOrders, version: '2.0', required: [required] })
    const headers = { 'content-type': 'text/csv' }
    await until('it refuses a record', async () => {
      const { status } = await client.post(`/v1/translators/${shopOrders.name}`, 'x;y\n1;2;3\n', headers)
      return status === 400
    })
    await until('there is a receipt', async () => (await client.query('SELECT via FROM receipts')).length > 0)
  })

  it('leads from the list to what was refused and to what is in force', async () => {
    const { baseUrl } = stack().facts
    const { page, complaints } = await openPage(browser(), `${baseUrl}/console/connections`)
    await says(page, 'refuses all')
    assert.deepEqual(await violationsOf(page), [])
    await (await page.waitForSelector(`a[href$="connections/${shopOrders.name}"]`))!.click()
    await says(page, 'not a record')
    await says(page, 'without a version serves 1.0')
    assert.deepEqual(await textOf(page, 'h1'), [shopOrders.name])
    await press(page, 'Put 2.x in force')
    await says(page, 'would be refused or read otherwise')
    await fill(page, `Type ${shopOrders.name} to confirm`, shopOrders.name)
    assert.deepEqual(await violationsOf(page), [])
    await page.$eval('form button[type=submit]', (button) => button.click())
    await says(page, 'without a version serves 2.0')
    await press(page, 'Undo')
    await says(page, 'without a version serves 1.0')
    await press(page, 'Retire …')
    await fill(page, 'Reason', 'The shop has moved.')
    await fill(page, `Type ${shopOrders.name} to confirm`, shopOrders.name)
    await page.$eval('form button[type=submit]', (button) => button.click())
    await says(page, 'Retired: The shop has moved. All its addresses answer 410.')
    await press(page, 'Undo')
    await says(page, 'without a version serves 1.0')
    // A refused request is an answer, which Chromium reports all the same.
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('400')),
      [],
    )
    await page.close()
  })

  it('fits a phone', async () => {
    const url = `${stack().facts.baseUrl}/console/connections/${shopOrders.name}`
    const { page } = await openPage(browser(), url, { width: 390, scheme: 'dark' })
    await says(page, 'not a record')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(overflow <= 0, `${overflow} px`)
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })
})
