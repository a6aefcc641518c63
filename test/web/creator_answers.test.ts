/** Web tests: the creator in a browser while responses are pending or arrive in another order. */
import assert from 'node:assert/strict'
import { nameOwnEvent, openCreator, paste } from './creator/page.ts'
import { hold, release, useBrowserAndStack } from '../support/browser.ts'
import { press, says } from '../support/page.ts'
import { until } from '../support/until.ts'

const parcel = '{"parcel":"p-7","weight":1.5}'

describe('the creator with delayed responses', () => {
  const { browser, stack } = useBrowserAndStack()
  const open = () => openCreator(browser(), stack().facts.baseUrl)

  it('shows no version and proposes no name until the saved versions are loaded', async () => {
    const { page } = await open()
    await paste(page, parcel)
    await nameOwnEvent(page, 'parcel_weighed')
    await press(page, 'Save')
    await says(page, 'No unsaved changes.')
    const held = await hold(page, '/v1/console/definitions')
    await page.reload()
    await page.waitForSelector('.creator textarea')
    await paste(page, parcel)
    await nameOwnEvent(page, 'parcel_weighed')
    await says(page, 'Loading saved versions')
    const isDisabled = await page.$eval(
      '.step:last-child .primary',
      (save) => (save as HTMLButtonElement).disabled,
    )
    assert.equal(isDisabled, true)
    assert.equal(await page.$('.versions'), null)
    await until('the page has sent a request', () => held.length === 1)
    await held[0]!.continue()
    await page.waitForSelector('.step:last-child .primary:enabled')
    await says(page, 'Taken: parcel_weighed_json 1.0 reads JSON and makes parcel_weighed')
    await page.close()
  })

  it('shows the destinations of a text that was pasted before the local token arrived', async () => {
    const { page } = await open()
    const held = await hold(page, '/local/token')
    await page.reload()
    await page.waitForSelector('.creator textarea')
    await paste(page, parcel)
    await nameOwnEvent(page, 'parcel_weighed')
    // The page sends its request half a second after the last change, which is before the token arrives.
    await page.waitForNetworkIdle({ idleTime: 700, concurrency: 1 })
    await until('the page has requested a token', () => held.length === 1)
    await held[0]!.continue()
    await says(page, 'Permitted by rule permit_all')
    await page.close()
  })

  it('shows the destinations of the current event, whichever response arrives last', async () => {
    const { page } = await open()
    const held = await hold(page, '/v1/console/explain')
    await paste(page, parcel)
    await nameOwnEvent(page, 'parcel_seen')
    await until('the first request is sent', () => held.length === 1)
    await nameOwnEvent(page, 'parcel_sent')
    await until('the last request is sent', () => held.at(-1)!.postData()!.includes('"parcel_sent"'))
    // Typing slowly sends requests in between.
    const [last, ...late] = held.toReversed()
    await last!.continue()
    await page.waitForSelector('.previews [aria-busy=false]')
    await release(page, late)
    assert.equal(await page.$eval('.previews ul', (list) => list.getAttribute('aria-busy')), 'false')
    await page.close()
  })
})
