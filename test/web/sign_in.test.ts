/** Web tests: the console without a client id, where users paste a token: what each account sees. */
import assert from 'node:assert/strict'
import { startConsole, tokenOfNobody, type Door } from '../console/door.ts'
import { pasteToken, shownFigures, signOut, whenLoaded } from '../console/page.ts'
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

describe('the console with a pasted token', () => {
  const { browser, stack } = useBrowserAndStack()
  let door: Door

  before(async () => {
    door = await startConsole(stack(), { SIGN_IN: 'token' })
  })
  after(() => door?.stop())

  it('asks for a token and shows the numbers', async () => {
    const { page, complaints } = await openPage(browser(), `${door.url}/console/`)
    await page.waitForSelector('input[name=token]')
    assert.deepEqual(await violationsOf(page), [])
    await pasteToken(page, tokenOf(stack().facts, 'analyst'))
    await whenLoaded(page)
    assert.deepEqual(await textOf(page, '.account span'), [stack().facts.roles.analyst!.account])
    await signOut(page)
    assert.deepEqual(await textOf(page, 'main h1, main h2'), ['Sign in'])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('shows no data of the previous account after a sign-out', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/`)
    await pasteToken(page, tokenOf(stack().facts, 'analyst'))
    await whenLoaded(page)
    await signOut(page)
    await page.setOfflineMode(true)
    await pasteToken(page, await tokenOfNobody(stack().facts))
    await page.waitForSelector('[role=alert]')
    assert.deepEqual(await shownFigures(page), {})
    await page.close()
  })

  it('discards a response that arrives after the previous account signed out', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/creator`)
    const held = await hold(page, '/v1/console/definitions')
    await pasteToken(page, tokenOf(stack().facts, 'analyst'))
    await until('the page has sent a request', () => held.length === 1)
    await signOut(page)
    await release(page, [...held])
    await pasteToken(page, await tokenOfNobody(stack().facts))
    await until('the page has sent another request', () => held.length === 2)
    assert.deepEqual(await textOf(page, '.account span'), [''])
    await page.close()
  })

  it('reports a rejected token and asks for another', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/`)
    await pasteToken(page, 'ya29.over')
    await page.waitForSelector('.notice')
    assert.match((await textOf(page, '.notice'))[0]!, /does not accept this token/)
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('names the missing permission of an account', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/`, { scheme: 'dark' })
    await pasteToken(page, await tokenOfNobody(stack().facts))
    await page.waitForSelector('[role=alert]')
    const [message] = await textOf(page, '[role=alert]')
    assert.match(message!, /Your account may not read these numbers/)
    assert.match(message!, /lacks the permission bigquery\.jobs\.create/)
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('names a missing permission for runs only once, in any order of responses', async () => {
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

  it('reports that the server does not respond, and retries on request', async () => {
    const { page } = await openPage(browser(), `${door.url}/console/`)
    await page.setOfflineMode(true)
    await pasteToken(page, tokenOf(stack().facts, 'analyst'))
    await page.waitForSelector('[role=alert]')
    assert.match((await textOf(page, '[role=alert]'))[0]!, /did not respond/)
    await page.setOfflineMode(false)
    await page.click('[role=alert] button')
    await whenLoaded(page)
    assert.equal(await page.$('[role=alert]'), null)
    await page.close()
  })
})
