/** Web tests: the health on the overview in a browser: problems first, each with its reason, an example and its command. */
import assert from 'node:assert/strict'
import { clientOf } from '../support/client.ts'
import { openPage, textOf, useBrowserAndStack, violationsOf, type Look } from '../support/browser.ts'
import { whenLoaded } from '../console/page.ts'

describe('the health on the overview', () => {
  const { browser, stack } = useBrowserAndStack()

  const open = async (look: Look = {}) => {
    const watched = await openPage(browser(), stack().facts.consoleUrl, look)
    await whenLoaded(watched.page)
    return watched
  }

  it('says how to check before the first check', async () => {
    const { page } = await open()
    const [hint] = await textOf(page, '.health header p')
    assert.match(hint!, /^Not checked yet: .* run npx sluice health\.$/)
    assert.deepEqual(await textOf(page, '.health .fine'), [])
    await page.close()
  })

  describe('with a problem', () => {
    const command =
      'npx sluice replay --destination webhook_crm --from 2026-03-14T09:00:00Z --outcome refused'

    before(async () => {
      const { arrange } = clientOf(stack().facts)
      const counted = (destination: string, outcome: string, reason: string, pairs: number) =>
        `SELECT '${destination}' AS destination, '${outcome}' AS outcome, NULLIF('${reason}', '') AS reason, ${pairs} AS pairs`
      await arrange(`INSERT INTO hourly_counts (hour, subject, destination, target, event_name, outcome, reason, pairs, attempts, computed_at)
SELECT TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), HOUR), 'deliveries', destination, 'webhook', 'purchase', outcome, reason, pairs, pairs, CURRENT_TIMESTAMP()
FROM (${counted('webhook_crm', 'refused', 'rejected', 150)} UNION ALL ${counted('webhook_crm', 'delivered', '', 50)}
UNION ALL ${counted('ga4_web', 'delivered', '', 1204)})`)
      await arrange(`INSERT INTO hourly_counts (hour, subject, pairs, computed_at)
VALUES (TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), HOUR), 'hour', 0, CURRENT_TIMESTAMP())`)
      const alert = (name: string, subject: string, recovered: string, summary: string) =>
        `('${name}', '${subject}', TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR), CURRENT_TIMESTAMP(), ${recovered}, 'rejected',
  '${summary}', 'order-4711', '${command}')`
      await arrange(`INSERT INTO health_alerts (alert, subject, opened_at, last_seen, recovered_at, reason, summary, example_event_id, command)
VALUES ${alert('destination-failing', 'webhook_crm', 'NULL', 'webhook_crm did not get 150 of the latest 200 events, usually 0%.')},
${alert('quarantine-surge', 'not_json', 'CURRENT_TIMESTAMP()', '40 messages of the last two hours are quarantined.')}`)
    })

    it('shows it above the figures, with reason, example and command, and the destinations without a problem after it', async () => {
      const { page, complaints } = await open()
      assert.deepEqual((await textOf(page, 'main h2')).slice(0, 2), ['Needs you', 'Health'])
      const [problem] = await textOf(page, '.health .problems > li')
      for (const text of [
        'webhook_crm',
        'failing',
        '150 of the latest 200',
        'rejected',
        'order-4711',
        command,
      ])
        assert.ok(problem!.includes(text), `${text} is not in ${problem}`)
      assert.ok(problem!.includes('25% of 200 delivered, 75% refused'), problem)
      assert.deepEqual(await textOf(page, '.healthy li'), ['ga4_web 100% of 1,204 delivered'])
      assert.deepEqual(await textOf(page, '.health summary'), ['1 problem recovered in this period'])
      assert.deepEqual(complaints, [])
      await page.close()
    })

    for (const look of [{}, { scheme: 'dark', width: 390, zoom: 2 }, { width: 320 }] as const) {
      it(`has no accessibility violations and does not scroll sideways ${JSON.stringify(look)}`, async () => {
        const { page } = await open(look)
        await page.click('.health summary')
        assert.deepEqual(await violationsOf(page), [])
        const [width, available] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ])
        assert.ok(width! <= available!, `${width} of ${available} pixels`)
        await page.close()
      })
    }
  })
})
