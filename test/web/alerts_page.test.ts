/** Web tests: the page Alerts, the bell and "Needs you": what BigQuery can see of the alerts of docs/operations.md, each with its act. */
import assert from 'node:assert/strict'
import { settingsWith } from '../replay/stack.ts'
import { openPage, textOf, useBrowserAndStack, violationsOf, type Look } from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { reads, says } from '../support/page.ts'
import { webhookTo } from '../support/webhook.ts'

describe('the page Alerts', () => {
  const { browser, stack } = useBrowserAndStack(settingsWith({ crm: webhookTo('crm') }))
  const open = async (path: string, look: Look = {}) => {
    const watched = await openPage(browser(), new URL(path, stack().facts.consoleUrl).href, look)
    await watched.page.waitForSelector('.bell')
    return watched
  }
  const minutesAgo = (minutes: number) => `TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL ${minutes} MINUTE)`

  it('says that nothing needs anybody', async () => {
    const { page, complaints, requests } = await open('/console/alerts')
    await says(page, 'Nothing needs you.')
    await reads(() => page.$eval('.bell', (bell) => bell.getAttribute('aria-label')), '0 alerts')
    assert.equal(await page.$('.bell .count'), null)
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    // The account and the alerts: the bell and the page share one question.
    assert.equal(requests.filter((url) => url.endsWith('/v1/console/ask')).length, 2)
    await page.close()
  })

  describe('with trouble', () => {
    before(async () => {
      const { arrange } = clientOf(stack().facts)
      const attempt = (id: string, destination: string, outcome: string, reason: string, age: number) =>
        `('${id}', 'login', '${destination}', 'webhook', '${outcome}', '${reason}', 1, 20, ${minutesAgo(age)}, ${minutesAgo(age)}, ${minutesAgo(age - 1)})`
      await arrange(`INSERT INTO deliveries
        (event_id, event_name, destination, target, outcome, reason, attempt, latency_ms, received_at, stored_at, settled_at) VALUES
        ${[
          attempt('e-dead', 'crm', 'dead', 'attempts_exhausted', 30),
          attempt('e-held', 'ga4', 'deferred', 'auth', 20),
          attempt('e-late', 'meta', 'deferred', 'unavailable', 90),
          attempt('e-new', 'meta', 'deferred', 'unavailable', 10),
          attempt('e-mended', 'crm', 'dead', 'attempts_exhausted', 50),
          attempt('e-mended', 'crm', 'delivered', '', 40),
        ].join(',\n')}`)
      const run = (id: string, kind: string, name: string, state: string, age: number, result: string) =>
        `('${id}', '${kind}', ${name}, '${state}', 'It was stopped.', FALSE, JSON '{}', JSON '{}', ${result}, ${minutesAgo(age)}, ${minutesAgo(age)}, ${minutesAgo(age)}, ${minutesAgo(age)}, FALSE)`
      await arrange(`INSERT INTO runs
        (run_id, kind, name, state, reason, dry_run, request, counts, result, requested_at, started_at, updated_at, finished_at, cancel_requested) VALUES
        ${[
          run('11', 'sync', `'profiles'`, 'blocked', 120, 'NULL'),
          run('12', 'sync', `'mended'`, 'failed', 120, 'NULL'),
          run('13', 'sync', `'mended'`, 'finished', 60, 'NULL'),
          run('14', 'reconcile', 'NULL', 'failed', 60, `JSON '{"broken": [1]}'`),
          run('15', 'health', 'NULL', 'finished', 90, 'NULL'),
        ].join(',\n')}`)
      await arrange(`INSERT INTO health_alerts (alert, subject, opened_at, last_seen, summary, command) VALUES
        ('quarantine-surge', 'unknown_event', ${minutesAgo(15)}, ${minutesAgo(5)}, '40 messages in two hours.', 'npx sluice reprocess'),
        ('sync-late', 'profiles/crm', ${minutesAgo(15)}, ${minutesAgo(5)}, 'Sync profiles has not succeeded.', 'npx sluice sync')`)
    })

    it('lists the worst first, each with its meaning, its act and its runbook', async () => {
      const { page, complaints } = await open('/console/alerts')
      await says(page, 'Dead letters of crm')
      assert.deepEqual(
        (await textOf(page, '.alerts .problems h3')).map((text) => text.replace(/\s+/g, ' ').trim()),
        [
          'A promise is broken reconciliation',
          'Dead letters of crm dead-letters',
          'ga4 does not accept its credentials credentials',
          'Events wait for meta forward-backlog',
          'More messages than usual are in quarantine quarantine-surge',
          'The sync profiles is late for crm sync-late',
          'The run of profiles was stopped runs',
          'The health has not been checked for more than an hour health-missing',
        ],
      )
      await says(page, '1 message could not be delivered in all attempts.')
      await says(page, '1 event has waited for more than an hour.')
      await says(page, 'docs/operations.md#dead-letters')
      await says(page, 'npx sluice reprocess')
      assert.deepEqual(
        await page.$$eval('.alerts .problems p a', (links) => links.map((each) => each.getAttribute('href'))),
        [
          '/console/runs?run=14',
          '/console/dead?range=24h',
          '/console/events?range=24h&to=ga4&outcome=deferred&reason=auth',
          '/console/events?range=24h&to=meta&outcome=deferred',
          '/console/quarantine?range=24h&reason=unknown_event',
          '/console/automations/profiles',
          '/console/runs?run=11',
          '/console/runs',
        ],
      )
      assert.deepEqual(await textOf(page, '.bell .count'), ['8'])
      assert.deepEqual(await violationsOf(page), [])
      assert.deepEqual(complaints, [])
      await page.close()
    })

    it('shows the three worst above the figures of the Overview, and leads to all', async () => {
      const { page } = await open('/console/')
      await says(page, 'Needs you')
      assert.equal((await textOf(page, '[aria-labelledby=needs-you] h3')).length, 3)
      await page.click('[aria-labelledby=needs-you] a[href="/console/alerts"]')
      await says(page, 'The run of profiles was stopped')
      await page.close()
    })

    for (const look of [{ scheme: 'dark', width: 390, zoom: 2 }, { width: 320 }] as const)
      it(`has no accessibility violations and does not scroll sideways ${JSON.stringify(look)}`, async () => {
        const { page } = await open('/console/alerts', look)
        await says(page, 'Dead letters of crm')
        assert.deepEqual(await violationsOf(page), [])
        const [width, available] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ])
        assert.ok(width! <= available!, `${width} of ${available} pixels`)
        await page.close()
      })
  })
})
