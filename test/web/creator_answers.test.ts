/** The creator in a browser: what it shows while the server has not answered, and when answers come in another order than was asked. */
import assert from 'node:assert/strict'
import { openCreator, paste } from './creator/page.ts'
import { hold, release, useBrowserAndStack } from '../support/browser.ts'
import { fill, press, says } from '../support/page.ts'
import { until } from '../support/until.ts'

const parcel = '{"parcel":"p-7","weight":1.5}'

describe('the creator, whatever is answered when', () => {
  const { browser, stack } = useBrowserAndStack()
  const open = () => openCreator(browser(), stack().facts.baseUrl)

  it('calls nothing new and saves nothing before it knows what is saved', async () => {
    const { page } = await open()
    await paste(page, parcel)
    await fill(page, 'Name of the event', 'parcel_weighed')
    await press(page, 'Save')
    await says(page, 'All of this is saved.')
    const held = await hold(page, '/v1/console/definitions')
    await page.reload()
    await page.waitForSelector('.creator textarea')
    await paste(page, parcel)
    await fill(page, 'Name of the event', 'parcel_weighed')
    await says(page, 'Reading what is saved already')
    const isOff = await page.$eval(
      '.step:last-child .primary',
      (save) => (save as HTMLButtonElement).disabled,
    )
    assert.equal(isOff, true)
    assert.equal(await page.$('.versions'), null)
    await until('the page has asked', () => held.length === 1)
    await held[0]!.continue()
    await says(page, 'All of this is saved.')
    await page.close()
  })

  it('tells where the event goes, too, to one who pastes before this machine has given a token', async () => {
    const { page } = await open()
    const held = await hold(page, '/local/token')
    await page.reload()
    await page.waitForSelector('.creator textarea')
    await paste(page, parcel)
    await says(page, '1 record')
    // The page asks half a second after the last change: by then it must not have given up.
    await page.waitForNetworkIdle({ idleTime: 700, concurrency: 1 })
    await until('the page has asked for one', () => held.length === 1)
    await held[0]!.continue()
    await says(page, 'Rule permit_all permits it')
    await page.close()
  })

  it('tells where the event goes that stands there, whichever question is answered last', async () => {
    const { page } = await open()
    const held = await hold(page, '/v1/console/explain')
    await paste(page, parcel)
    await until('the first is asked about', () => held.length === 1)
    await fill(page, 'Name of the event', 'parcel_sent')
    await until('the last is asked about', () => held.at(-1)!.postData()!.includes('"parcel_sent"'))
    // A slow typist's words are asked about in between.
    const [last, ...late] = held.toReversed()
    await last!.continue()
    await page.waitForSelector('.fates [aria-busy=false]')
    await release(page, late)
    assert.equal(await page.$eval('.fates ul', (list) => list.getAttribute('aria-busy')), 'false')
    await page.close()
  })
})
