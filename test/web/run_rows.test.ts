/** Web tests: a run of the page Runs in a browser: who asked for it, what it has sent, and why it failed. */
import assert from 'node:assert/strict'
import {
  listedRuns,
  openRunIs,
  openRuns,
  openRunTells,
  runsConfig,
  sendRefused,
  toggleRun,
} from '../console/runs.ts'
import { textOf, useBrowserAndStack, violationsOf } from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { until } from '../support/until.ts'

describe('a run in the console', () => {
  const { browser, stack } = useBrowserAndStack(runsConfig)
  let runs: Readonly<Record<'replay' | 'sync', string>>

  const request = async (kind: string, body: object): Promise<string> => {
    const response = await clientOf(stack().facts).post(`/v1/console/runs/${kind}`, body)
    const { run } = (await response.json()) as { run: string }
    await until('the run has ended', async () => {
      const sql = `SELECT 1 FROM runs WHERE run_id = '${run}' AND finished_at IS NOT NULL`
      return (await clientOf(stack().facts).query(sql)).length > 0
    })
    return run
  }

  before(async () => {
    await sendRefused(stack(), 3)
    const from = new Date(Date.now() - 3_600_000).toISOString()
    runs = {
      replay: await request('replay', { destination: 'crm', from, to: new Date().toISOString() }),
      sync: await request('sync', { sync: 'lapsed_customers' }),
    }
  })

  it('tells who asked, and leads from a count to the rows, and from a row to the event', async () => {
    const { page, complaints } = await openRuns(browser(), stack().facts.baseUrl)
    assert.deepEqual(await listedRuns(page), ['Sync failed', 'Replay to crm finished'])
    await toggleRun(page, '.run:nth-child(2)')
    await openRunIs(page, 'finished')
    assert.match(page.url(), new RegExp(`\\?run=${runs.replay}$`))
    await page.waitForFunction(() => document.querySelector('.run-detail')?.textContent.includes('through'))
    assert.equal(
      (await openRunTells(page))['Who asked'],
      'account operator@sluice-local.iam.gserviceaccount.com through the API address not recorded without a load balancer program node',
    )
    const sent = await page.waitForSelector(`.run-detail a[aria-label="3 sent, run ${runs.replay}"]`)
    await sent!.click()
    await page.waitForFunction(() => document.querySelectorAll('.run-detail tbody tr').length >= 3)
    assert.match(page.url(), /&rows=all$/)
    const links = await page.$$eval('.run-detail tbody a', (anchors) => anchors.map(({ href }) => href))
    assert.equal(links.length, 3)
    for (const href of links) assert.match(href, /\/console\/events\/[^/?]+\?at=[^&]+Z&type=view_content$/)
    assert.deepEqual(await violationsOf(page), [])
    await page.reload()
    await page.waitForFunction(() => document.querySelectorAll('.run-detail tbody tr').length >= 3)
    await page.click('.run-detail tbody a')
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'view_content')
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('tells why it failed', async () => {
    const { page } = await openRuns(browser(), stack().facts.baseUrl)
    await toggleRun(page)
    await openRunIs(page, 'failed')
    const [fault] = await textOf(page, '.run:has(.run-detail) > .fault')
    assert.match(fault!, /"lapsed_customers" is not configured.*: customer_profiles/)
    await page.close()
  })

  it('tells that the schedule asked', async () => {
    await clientOf(stack().facts)
      .arrange(`INSERT INTO runs (run_id, kind, name, destination, state, dry_run, request, counts, requested_at,
  started_at, updated_at, finished_at, cancel_requested, requested_by)
VALUES ('scheduled-1', 'sync', 'customer_profiles', 'crm', 'finished', FALSE, JSON '{"sync":"customer_profiles"}',
  JSON '{"model":0}', CURRENT_TIMESTAMP(), CURRENT_TIMESTAMP(), CURRENT_TIMESTAMP(), CURRENT_TIMESTAMP(), FALSE,
  'cloudscheduler.googleapis.com')`)
    const { page } = await openRuns(browser(), stack().facts.baseUrl)
    await toggleRun(page)
    await openRunIs(page, 'finished')
    assert.equal((await openRunTells(page))['Who asked'], 'The schedule, through Cloud Scheduler.')
    const name = await page.$('.run-detail a[href="/console/automations/customer_profiles"]')
    assert.ok(name)
    await page.close()
  })
})
