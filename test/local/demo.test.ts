/** Demo: `npx sluice demo` fills a folder of its own, every page of the console shows something, and `--reset` removes nothing else. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enoughPairs } from '../../functions/health/measure.ts'
import { messagesBetween, openShop } from '../../local/demo/traffic.ts'
import { answerAt } from '../../local/demo/vendor_answers.ts'
import type { StackInfo } from '../../local/stack_info.ts'
import { pages } from '../../web/pages.ts'
import { openBrowser, withoutBrowser } from '../support/browser.ts'
import { clientOf, type Row } from '../support/client.ts'
import { demoPages, openDemoPage } from '../support/demo_pages.ts'
import { DemoProcess } from '../support/demo_process.ts'
import { repositoryRoot } from '../support/sources.ts'
import { until } from '../support/until.ts'

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs `sluice demo --reset` on the folder. */
function reset(dir: string): Promise<Ended> {
  const command = [join(repositoryRoot, 'cli/index.ts'), 'demo', '--reset', '--data-dir', dir]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, (_, stdout, stderr) =>
      resolve({ code: child.exitCode!, stdout, stderr }),
    )
  })
}

describe('the demo', () => {
  let parent: string
  let dir: string
  let demo: DemoProcess
  let facts: StackInfo
  const query = (sql: string): Promise<readonly Row[]> => clientOf(facts).query(sql)
  const count = async (sql: string): Promise<number> => Number((await query(sql))[0]!['n'])

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sluice-demo-test-'))
    dir = join(parent, 'demo')
    demo = await DemoProcess.start(dir, 3)
    facts = await demo.facts()
  })
  after(async () => {
    await demo.end()
    await rm(parent, { recursive: true, force: true })
  })

  it('has three days of events with their mistakes, decisions and outcomes', async () => {
    const threeDays = 'received_at > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 4 DAY)'
    const hours = await count(
      `SELECT COUNT(DISTINCT TIMESTAMP_TRUNC(received_at, HOUR)) AS n FROM events WHERE ${threeDays}`,
    )
    assert.ok(hours >= 60, `events in ${hours} hours of three days`)
    const found = await query(`SELECT 'misspelled field' AS what FROM events, UNNEST(hints) WHERE ${threeDays}
UNION DISTINCT SELECT 'invalid value' FROM events, UNNEST(violations) WHERE ${threeDays}
UNION DISTINCT SELECT 'sent twice' FROM events WHERE ${threeDays} GROUP BY event_id HAVING COUNT(*) > 1
UNION DISTINCT SELECT 'late' FROM events WHERE ${threeDays} AND event_time < TIMESTAMP_SUB(received_at, INTERVAL 20 HOUR)
UNION DISTINCT SELECT reason FROM quarantine WHERE ${threeDays}
UNION DISTINCT SELECT decision.reason FROM events, UNNEST(decisions) AS decision WHERE ${threeDays}
UNION DISTINCT SELECT outcome FROM deliveries`)
    const expected = [
      'consent_denied',
      'dead',
      'deferred',
      'delivered',
      'invalid value',
      'late',
      'misspelled field',
      'permitted',
      'sent twice',
      'skipped',
      'unknown_event',
    ]
    const seen = new Set(found.map(({ what }) => what))
    assert.deepEqual(
      expected.filter((what) => !seen.has(what)),
      [],
    )
  })

  it('keeps every promise on the days before a vendor began to refuse its access token', async () => {
    const dayOfRefusal = 'DATE(TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 2 HOUR))'
    const [first] = await query('SELECT * FROM reconciliation LIMIT 1')
    const promises = Object.keys(first!).filter((name) => !['day', 'destination'].includes(name))
    const broken = await query(
      `SELECT * FROM reconciliation WHERE day < ${dayOfRefusal} AND ${promises.join(' + ')} > 0`,
    )
    assert.deepEqual(broken, [])
  })

  it('counts its hours as the health check does', async () => {
    await until(
      'the hours are counted',
      async () =>
        (await count(`SELECT COUNT(*) AS n FROM runs WHERE kind = 'health' AND state = 'finished'`)) > 0,
    )
    const yesterday = `BETWEEN TIMESTAMP(DATE_SUB(CURRENT_DATE(), INTERVAL 1 DAY)) AND TIMESTAMP_SUB(TIMESTAMP(CURRENT_DATE()), INTERVAL 1 MICROSECOND)`
    const counted = await count(
      `SELECT SUM(pairs) AS n FROM hourly_counts WHERE subject = 'decisions' AND outcome = 'permitted' AND hour ${yesterday}`,
    )
    const stored = await count(`SELECT SUM(pairs) AS n FROM (
  SELECT COUNT(DISTINCT event_id) AS pairs FROM events, UNNEST(decisions) AS decision
  WHERE decision.permitted AND received_at ${yesterday}
  GROUP BY TIMESTAMP_TRUNC(received_at, HOUR), decision.destination, event_name
)`)
    assert.ok(stored > 100)
    assert.equal(counted, stored)
  })

  it('gets live events through the front door', async () => {
    const before = await count('SELECT COUNT(*) AS n FROM events')
    await until('another event', async () => (await count('SELECT COUNT(*) AS n FROM events')) > before)
  })

  it('shows something on every page of the console', async function () {
    const shown = await Promise.all(demoPages.map(async ({ path }) => path(clientOf(facts))))
    const names = new Set(shown.map((path) => path.split(/[/?#]/, 1)[0]))
    assert.deepEqual(
      pages.map(({ name }) => name).filter((name) => !names.has(name)),
      [],
      'add the page to test/support/demo_pages.ts',
    )
    await until(
      'the audience is sent',
      async () =>
        (await count(
          `SELECT COUNT(*) AS n FROM runs WHERE name = 'lapsed_customers' AND state = 'finished'`,
        )) > 0,
    )
    const browser = await openBrowser()
    if (!browser) {
      console.log(`    ${withoutBrowser}`)
      this.skip()
    }
    try {
      for (const each of demoPages) await (await openDemoPage(browser, facts, each)).close()
    } finally {
      await browser.close()
    }
  })

  it('is not removed while it runs, and afterwards is', async () => {
    const running = await reset(dir)
    assert.equal(running.code, 5)
    assert.match(running.stderr, /Another stack uses/)
    assert.ok(existsSync(join(dir, 'demo.json')))
    assert.equal(await demo.end(), 0)
    const ended = await reset(dir)
    assert.deepEqual([ended.code, ended.stdout], [0, `Removed ${dir}.\n`])
    assert.ok(!existsSync(dir))
    assert.equal((await reset(dir)).stdout, `There is no demo in ${dir}.\n`)
  })
})

describe('the shop of the demo', () => {
  it('has at any time of day enough latest events for an alert about a vendor that refuses them', () => {
    const carts = /"event_name":"(add_to_cart|begin_checkout|purchase)".*"ad_storage":"granted"/
    const quiet = Array.from({ length: 24 }, (_, hour) => {
      const end = Date.UTC(2026, 10, 24, hour, 36)
      const latest = messagesBetween(openShop(1815), end - 86_400_000, end).filter(
        ({ at, text }) =>
          answerAt(end, '/business-api.tiktok.com', at).behavior === 'auth' && carts.test(text),
      )
      return { hour, events: latest.length }
    }).filter(({ events }) => events < enoughPairs)
    assert.deepEqual(quiet, [])
  })
})

describe('sluice demo --reset', () => {
  it('refuses a folder with data that no demo has written', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'sluice-no-demo-'))
    try {
      for (const [name, text] of [
        ['stack.json', '{}'],
        ['demo.json', '{"kind":"something else"}'],
      ] as const) {
        await writeFile(join(dir, name), text)
        const { code, stderr } = await reset(dir)
        assert.equal(code, 5)
        assert.match(stderr, /has data that is not of a demo\. Nothing was changed\./)
        assert.ok(existsSync(join(dir, name)))
      }
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})
