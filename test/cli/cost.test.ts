/** `npx sluice cost` on a running stack: the month that was counted there, and what a billing export says of it. */
import assert from 'node:assert/strict'
import { clientOf as officialClientOf } from '../console/client.ts'
import { clientOf } from '../support/client.ts'
import { sluice, type CommandResult } from '../support/operate.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { makeBillingExport } from './billing_export.ts'

describe('npx sluice cost on a local stack', () => {
  let stack: TestStack
  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': {
        crm: {
          target: 'webhook',
          settings: { url: '${thirdPartyUrl}/crm', allow_insecure: true },
          secrets: { secret: `whsec_${Buffer.alloc(24, 'crm').toString('base64')}` },
          rules: [{ id: 'all', effect: 'permit', when: `event.event_id != 'cost-4'` }],
        },
      },
    })
  })
  after(() => stack.remove())

  const run = (...args: readonly string[]): Promise<CommandResult> =>
    sluice(['cost', ...args], { dir: stack.dir })
  const json = async (code: number, ...args: readonly string[]): Promise<Record<string, unknown>> => {
    const result = await run(...args, '--json')
    assert.equal(result.code, code, result.stdout + result.stderr)
    return JSON.parse(result.stdout) as Record<string, unknown>
  }

  it('calculates with the month of the environment, from its hourly counts, once there are some', async () => {
    const { error } = (await json(3)) as { error?: { message: string } }
    assert.match(
      error!.message,
      /^sluice-local has counted no events since .*run "npx sluice health", or pass --events/,
    )
    const { post, query } = clientOf(stack.facts)
    const events = [1, 2, 3, 4].map((index) => ({
      event_id: `cost-${index}`,
      page_url: 'https://acme.example/',
    }))
    assert.equal((await post('/v1/topics/page_view', events)).status, 200)
    await until('they are stored', async () => {
      const [row] = await query('SELECT COUNT(*) AS n FROM events')
      return row?.['n'] === '4'
    })
    assert.equal((await sluice(['health'], { dir: stack.dir })).code, 0)
    const cost = await json(0, '--retention', '365')
    const usage = cost['usage'] as Readonly<Record<string, number>>
    // Three of the four may go to the only destination.
    assert.deepEqual([usage['events'], usage['destinations']], [4, 0.75])
    const { bytes, bytesRead, firstHour } = cost['real'] as Readonly<Record<string, number | string>>
    // Without NULL and decisions: two ids, a URL of 21 characters, three names, three times and a number
    assert.ok(Number(bytes) > 100 && Number(bytes) < 200, String(bytes))
    assert.equal(usage['bytes'], bytes)
    // Two rows for each of 720 hours, and those of the events
    assert.ok(Number(bytesRead) > 0 && Number(bytesRead) < 100_000, String(bytesRead))
    assert.match(String(firstHour), /:00:00\.000Z$/)
    const { stdout } = await run()
    assert.match(stdout, /^Counted in the environment from /)
    assert.match(stdout, /the figures are of a shorter time than a month/)
    assert.match(stdout, /^A month with 4 events of \d+ bytes to 0\.75 destinations:$/m)
  })

  it('shows the bill of the last 30 days that are over, of this project, by service', async () => {
    const { project } = stack.facts
    const client = officialClientOf(stack.facts)
    const own = { project, app: 'sluice' }
    const table = await makeBillingExport(client, [
      { ...own, service: 'Cloud Run', daysAgo: 2, cost: 12.5, credit: -2.5 },
      { ...own, service: 'Cloud Run', daysAgo: 29, cost: 5 },
      { project, service: 'Cloud Run', daysAgo: 3, cost: 0.75 },
      { ...own, service: 'BigQuery', daysAgo: 3, cost: 1.25 },
      // Of another environment, too long ago, and of today, which is not over.
      { ...own, project: 'acme-staging', service: 'Cloud Run', daysAgo: 2, cost: 100 },
      { ...own, service: 'Cloud Run', daysAgo: 32, cost: 100 },
      { ...own, service: 'Cloud Run', daysAgo: 0, cost: 100 },
    ])
    const args = ['--events', '50M', '--billing-table', table] as const
    const { billed } = await json(0, ...args)
    assert.deepEqual((billed as { services: unknown }).services, [
      { service: 'BigQuery', currency: 'EUR', labelled: 1.25, other: 0 },
      { service: 'Cloud Run', currency: 'EUR', labelled: 15, other: 0.75 },
    ])
    const { stdout } = await run(...args)
    assert.match(
      stdout,
      /^ +15\.00 EUR {2}Cloud Run with label app: sluice; 0\.75 EUR without, estimated \$\d+\.\d\d$/m,
    )
    assert.equal((await run('--billing-table', 'export')).code, 2)
    assert.equal((await run('--events', '1M', '--billing-table', `${project}.billing.gone`)).code, 3)
  })
})
