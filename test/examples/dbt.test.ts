/** The dbt package of examples/dbt: `dbt build` with dbt's own BigQuery adapter against the embedded BigQuery, and what it computes. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPolicy } from '../../packages/gcp-identity/src/index.ts'
import { clientFor, project } from '../../packages/bigquery-emulator/test/support/server.ts'
import { repositoryRoot } from '../support/sources.ts'
import { Warehouse, type Row } from '../schemas/views/warehouse.ts'
import { dbtOrSkip, type DbtInstallation } from './dbt_install.ts'

const run = promisify(execFile)
const resource = `projects/${project}`

/** The account of the runs. Beside the dataset that it writes, it has what `sluice:analysts` grants. */
const owner = 'owner@example.com'
const account = 'dbt@proj.iam.gserviceaccount.com'
const member = `serviceAccount:${account}`
const policy = createPolicy([
  { role: 'roles/bigquery.admin', member: `user:${owner}`, resource },
  { role: 'roles/bigquery.jobUser', member, resource },
  { role: 'READER', member, resource: `${resource}/datasets/sluice` },
  { role: 'WRITER', member, resource: `${resource}/datasets/sluice_dbt` },
])

const minute = 60_000
const dayMs = 24 * 60 * minute
/** Noon, 40 days ago. */
const start = Math.floor(Date.now() / dayMs - 40) * dayMs + dayMs / 2

/** A time after `start`: `later(1, 30)` is 12:30 of the next day. */
function later(days: number, minutes = 0): string {
  return new Date(start + days * dayMs + minutes * minute).toISOString()
}

function event(id: string, time: string, columns: Row): Row {
  return { event_id: id, event_name: 'page_view', received_at: time, stored_at: time, ...columns }
}

function order(id: string, time: string, columns: Row, fields: object): Row {
  return event(id, time, { event_name: 'purchase', event_data: JSON.stringify(fields), ...columns })
}

const shop = 'https://www.shop.example/'
const phone = { anonymous_id: 'phone' }
const laptop = { anonymous_id: 'laptop' }
const ada = { user_id: 'ada' }
const bob = { user_id: 'bob' }

/** Ada comes from a newsletter with her phone, later directly with her laptop; Bob from a search engine, and once from an advertisement. */
const rows: readonly Row[] = [
  event('e01', later(0), {
    ...phone,
    page_url: shop,
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_campaign: 'spring',
  }),
  // 29 minutes 59 seconds later: the same session.
  event('e02', new Date(start + 30 * minute - 1000).toISOString(), {
    ...phone,
    ...ada,
    page_url: `${shop}cart`,
  }),
  // 30 minutes after the last one: a new session, direct, since a page of the shop itself is not a source.
  event('e03', new Date(start + 60 * minute - 1000).toISOString(), {
    ...phone,
    page_url: shop,
    page_referrer: 'https://shop.example/cart',
  }),
  event('e04', later(1), { ...laptop, ...ada, page_url: shop }),
  // Sent by the browser, and once more by the server under another event id and without a device.
  order('e05', later(1, 5), { ...laptop, ...ada }, { transaction_id: 'T-1', value: 20.25, currency: 'EUR' }),
  order('e06', later(1, 6), ada, { transaction_id: 'T-1', value: 20.25, currency: 'EUR' }),
  // The payment page is not a source.
  event('e07', later(2), {
    anonymous_id: 'tablet',
    ...bob,
    page_url: shop,
    page_referrer: 'https://paypal.com/',
  }),
  event('e08', later(3), {
    anonymous_id: 'tablet',
    page_url: shop,
    page_referrer: 'https://www.search.example/?q=book',
  }),
  event('e09', later(4), {
    anonymous_id: 'tablet',
    ...bob,
    page_url: `${shop}?gclid=x`,
    gclid: 'x',
    utm_campaign: 'books',
  }),
  order(
    'e10',
    later(4, 10),
    { anonymous_id: 'tablet', ...bob },
    { transaction_id: 'T-2', value: 5, currency: 'USD' },
  ),
  // 31 days after the newsletter, from the server: too late for it.
  order('e11', later(31, 1), ada, { transaction_id: 'T-3', value: 1.5, currency: 'EUR' }),
  order('e12', later(31, 2), ada, { transaction_id: 'T-4', value: 3, currency: 'USD' }),
]

describe('examples/dbt', () => {
  let dbt: DbtInstallation
  let warehouse: Warehouse
  let dir: string
  let output: string

  /** Runs dbt in a copy of the package. Throws with its output if it fails. */
  const runDbt = async (...args: string[]): Promise<string> => {
    const { stdout } = await run(
      dbt.python,
      ['-c', 'from dbt.cli.main import cli; cli()', '--no-use-colors', ...args, '--target', 'local'],
      {
        cwd: join(dir, 'dbt'),
        env: {
          ...process.env,
          PYTHONPATH: dbt.packages,
          // Python keeps the compiled packages for the next run.
          PYTHONDONTWRITEBYTECODE: '',
          HOME: dir,
          DO_NOT_TRACK: '1',
          BIGQUERY_EMULATOR_HOST: warehouse.url,
          GOOGLE_CLOUD_PROJECT: project,
          DBT_ENV_SECRET_TOKEN: account,
        },
      },
    ).catch((error: Error & { stdout: string; stderr: string }) => assert.fail(error.stdout + error.stderr))
    return stdout
  }

  before(async function () {
    this.timeout(500_000)
    dbt = await dbtOrSkip(this)
    dir = await mkdtemp(join(tmpdir(), 'sluice-dbt-'))
    await cp(join(repositoryRoot, 'examples/dbt'), join(dir, 'dbt'), { recursive: true })
    const identify = (token: string) => ({ email: token === 'owner' ? owner : token, scopes: [] })
    warehouse = await Warehouse.start({ access: { identify, ...policy } })
    await clientFor(warehouse.url, 'owner').createDataset('sluice_dbt')
    await warehouse.events(...rows)
    output = await runDbt('build')
  })
  after(async () => {
    await warehouse?.stop()
    if (dir) await rm(dir, { recursive: true, force: true })
  })

  it('builds every model and passes every test with the rights of an analyst', () => {
    assert.match(output, /Done\. PASS=25 WARN=0 ERROR=0 SKIP=0 /)
    assert.doesNotMatch(output, /deprecat/i)
  })

  it('ends a session after 30 minutes, and names its source', async () => {
    const sessions = await warehouse.query(
      `SELECT anonymous_id, user_id, started_at, events, source, medium, campaign
      FROM sluice_dbt.sessions ORDER BY started_at`,
    )
    const none = ['(direct)', '(none)', null]
    assert.deepEqual(
      sessions.map((row) => Object.values(row)),
      [
        ['phone', 'ada', later(0), 2, 'newsletter', 'email', 'spring'],
        ['phone', null, new Date(start + 60 * minute - 1000).toISOString(), 1, ...none],
        ['laptop', 'ada', later(1), 2, ...none],
        ['tablet', 'bob', later(2), 1, ...none],
        ['tablet', null, later(3), 1, 'search.example', 'referral', null],
        ['tablet', 'bob', later(4), 2, 'google', 'cpc', 'books'],
      ],
    )
  })

  it('attributes an order to the last visit within 30 days that was not direct', async () => {
    const orders = await warehouse.query(
      `SELECT order_id, visited_at, source, medium, campaign FROM sluice_dbt.attribution ORDER BY order_id`,
    )
    assert.deepEqual(
      orders.map((row) => Object.values(row)),
      [
        // On the laptop, by the user who came with the phone the day before.
        ['T-1', later(0), 'newsletter', 'email', 'spring'],
        ['T-2', later(4), 'google', 'cpc', 'books'],
        ['T-3', null, '(direct)', '(none)', null],
        ['T-4', null, '(direct)', '(none)', null],
      ],
    )
  })

  it('has a profile of each user, with revenue by currency', async () => {
    const profiles = await warehouse.query(
      `SELECT user_id, first_seen_at, last_seen_at, events, devices, orders, TO_JSON_STRING(revenue) AS revenue
      FROM sluice_dbt.customer_profiles ORDER BY user_id`,
    )
    assert.deepEqual(
      profiles.map(({ revenue, ...row }) => [...Object.values(row), JSON.parse(String(revenue)) as unknown]),
      [
        [
          'ada',
          new Date(start + 30 * minute - 1000).toISOString(),
          later(31, 2),
          6,
          2,
          3,
          [
            // BigQuery writes a NUMERIC with decimals as text.
            { currency: 'EUR', orders: 2, revenue: '21.75' },
            { currency: 'USD', orders: 1, revenue: 3 },
          ],
        ],
        ['bob', later(2), later(4, 10), 3, 1, 1, [{ currency: 'USD', orders: 1, revenue: 5 }]],
      ],
    )
  })

  it('reads three days in the next run, and counts an order that was sent again once', async () => {
    await warehouse.events(
      order('e13', later(39), ada, { transaction_id: 'T-1', value: 99, currency: 'EUR' }),
      order('e14', later(39, 1), bob, { transaction_id: 'T-5', value: 2, currency: 'USD' }),
      order('e15', later(33), bob, { transaction_id: 'too old', value: 2, currency: 'USD' }),
    )
    assert.match(await runDbt('run', '--select', 'orders'), /MERGE \(1\.0 rows/)
    const orders = await warehouse.query('SELECT order_id, value FROM sluice_dbt.orders ORDER BY order_id')
    assert.deepEqual(
      orders.map(({ order_id, value }) => [order_id, Number(value)]),
      [
        ['T-1', 20.25],
        ['T-2', 5],
        ['T-3', 1.5],
        ['T-4', 3],
        ['T-5', 2],
      ],
    )
  })
})
