/** The console's page where people paste a token, as it is deployed without a client id: who may see what, and what the others are told. */
import assert from 'node:assert/strict'
import { startConsole, tokenOfNobody, type Door } from '../console/door.ts'
import { pasteToken, shownFigures, whenLoaded } from '../console/page.ts'
import {
  delay,
  hold,
  openPage,
  release,
  textOf,
  useBrowserAndStack,
  violationsOf,
} from '../support/browser.ts'
import { tokenOf } from '../support/roles.ts'
import { until } from '../support/until.ts'

describe('the console, where people paste a token', () => {
  const { browser, stack } = useBrowserAndStack()
  let door: Door

  before(async () => {
    door = await startConsole(stack(), { SIGN_IN: 'token' })
  })
  after(() => door?.stop())

  it('asks for one and shows the numbers', async () => {
    const { page, complaints } = await openPage(browser(), `${door.url}/console/`)
    await page.waitForSelector('input[name=token]')
    assert.deepEqual(await violationsOf(page), [])
    await pasteToken(page, tokenOf(stack().facts, 'analyst'))
    await whenLoaded(page)
    assert.deepEqual(await textOf(page, '.account span'), [stack().facts.roles.analyst!.account])
    await page.click('.account button')
    assert.deepEqual(await textOf(page, 'main h1, main h2'), ['Sign in'])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('shows nothing to the next account of what the one before has seen', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/`)
    await pasteToken(page, tokenOf(stack().facts, 'analyst'))
    await whenLoaded(page)
    await page.click('.account button')
    await page.setOfflineMode(true)
    await pasteToken(page, await tokenOfNobody(stack().facts))
    await page.waitForSelector('[role=alert]')
    assert.deepEqual(await shownFigures(page), {})
    await page.close()
  })

  it('shows nothing to the next account of what is answered after the one before has left', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/creator`)
    const held = await hold(page, '/v1/console/definitions')
    await pasteToken(page, tokenOf(stack().facts, 'analyst'))
    await until('the page has asked', () => held.length === 1)
    await page.click('.account button')
    await release(page, [...held])
    await pasteToken(page, await tokenOfNobody(stack().facts))
    await until('the page has asked once more', () => held.length === 2)
    assert.deepEqual(await textOf(page, '.account span'), [''])
    await page.close()
  })

  it('says that a token is not accepted, and asks for another', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/`)
    await pasteToken(page, 'ya29.over')
    await page.waitForSelector('.notice')
    assert.match((await textOf(page, '.notice'))[0]!, /does not accept this token/)
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('says what an account may not do, and what to ask for', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/`, { scheme: 'dark' })
    await pasteToken(page, await tokenOfNobody(stack().facts))
    await page.waitForSelector('[role=alert]')
    const [words] = await textOf(page, '[role=alert]')
    assert.match(words!, /Your account may not read these numbers/)
    assert.match(words!, /lacks the permission bigquery\.jobs\.create/)
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('says once what an account may not do with runs, whatever is answered first', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/runs`)
    await delay(page, '/v1/console/runs', '/v1/console/run-options')
    await pasteToken(page, await tokenOfNobody(stack().facts))
    await page.waitForSelector('[role=alert]')
    const alerts = await textOf(page, '[role=alert]')
    assert.equal(alerts.length, 1)
    assert.match(alerts[0]!, /Your account may not read the runs.*bigquery\.jobs\.create/)
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('says so when nobody answers, and asks again', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/`)
    await page.setOfflineMode(true)
    await pasteToken(page, tokenOf(stack().facts, 'analyst'))
    await page.waitForSelector('[role=alert]')
    assert.match((await textOf(page, '[role=alert]'))[0]!, /gave no answer/)
    await page.setOfflineMode(false)
    await page.click('[role=alert] button')
    await whenLoaded(page)
    assert.equal(await page.$('[role=alert]'), null)
    await page.close()
  })
})
