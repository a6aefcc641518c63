/** The files of examples/dashboards: their queries run against the views, and have the form that Grafana imports. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lookerStudioLink } from '../../infra/resources/warehouse.ts'
import { views } from '../../schemas/views.ts'
import { repositoryRoot } from '../support/sources.ts'
import { at, day, permit, restrict, Warehouse, type Row } from '../schemas/views/warehouse.ts'
import { dashboardQueries, grafanaDashboards } from './dashboard_queries.ts'

/** An order of yesterday: `order('10:00', …)`. */
function order(time: string, fields: object, columns: Row = {}): Row {
  return {
    event_id: `order at ${time}`,
    received_at: at(`${time}:00`),
    stored_at: at(`${time}:01`),
    anonymous_id: 'device-1',
    consent: JSON.stringify({ ad_storage: 'granted' }),
    event_data: JSON.stringify(fields),
    ...columns,
  }
}

const book = { item_id: 'B', item_name: 'Book', quantity: 2 }

describe('examples/dashboards', () => {
  let warehouse: Warehouse
  before(async () => {
    warehouse = await Warehouse.start()
    await warehouse.events(
      order(
        '10:00',
        { transaction_id: 'T-1', value: 10.5, currency: 'EUR', items: [book] },
        { user_id: 'ada', decisions: [permit('meta'), permit('crm')] },
      ),
      // The same order again, from the server.
      order(
        '10:05',
        { transaction_id: 'T-1', value: 10.5, currency: 'EUR', items: [book] },
        { user_id: 'ada', decisions: [restrict('meta'), restrict('crm')] },
      ),
      order('11:00', { transaction_id: 'T-2', value: 7, currency: 'USD', items: [book] }, { user_id: 'bob' }),
      {
        ...order('09:50', {}),
        event_id: 'visit',
        event_name: 'page_view',
        utm_source: 'newsletter',
        utm_medium: 'email',
        utm_campaign: 'spring',
      },
    )
    const settled = (event: string, outcome: Row): Row => ({
      event_id: event,
      received_at: at('10:00:00'),
      stored_at: at('10:00:01'),
      settled_at: at('10:00:03'),
      ...outcome,
    })
    await warehouse.deliveries(
      settled('order at 10:00', { destination: 'meta' }),
      settled('order at 10:00', { destination: 'crm', outcome: 'dead', reason: 'unavailable' }),
    )
    await warehouse.countHours(at('00:00:00'))
  })
  after(() => warehouse?.stop())

  const rowsOf = (name: string): Promise<Row[]> => {
    const query = dashboardQueries.find((found) => found.name === name)
    assert.ok(query, name)
    return warehouse.query(query.sql)
  }

  it('every query runs', async () => {
    assert.ok(dashboardQueries.length >= 25)
    for (const { name, sql } of dashboardQueries)
      await warehouse.query(sql).catch((error: Error) => assert.fail(`${name}: ${error.message}`))
  })

  it('counts an order once, although it was sent twice', async () => {
    assert.deepEqual(await rowsOf('grafana/shop: Orders'), [{ orders: 2 }])
    assert.deepEqual(await rowsOf('grafana/shop: Buyers'), [{ buyers: 2 }])
    assert.deepEqual(await rowsOf('grafana/shop: Revenue by currency'), [
      { time: at('00:00:00'), currency: 'EUR', revenue: 10.5 },
      { time: at('00:00:00'), currency: 'USD', revenue: 7 },
    ])
    assert.deepEqual(await rowsOf('metabase/best_selling_products'), [
      { item_id: 'B', item_name: 'Book', sold: 4 },
    ])
    const perDay = await rowsOf('metabase/orders_and_revenue')
    assert.deepEqual(
      perDay.map((row) => ({ ...row, revenue: Number(row['revenue']) })),
      [
        { day, currency: 'EUR', orders: 1, revenue: 10.5 },
        { day, currency: 'USD', orders: 1, revenue: 7 },
      ],
    )
  })

  it('shows visits with their campaign, and the steps to an order', async () => {
    // A device with events at 9:50, 10:00 and 10:05, and after more than 30 minutes at 11:00.
    assert.deepEqual(await rowsOf('grafana/shop: Sessions'), [{ sessions: 2 }])
    assert.deepEqual(await rowsOf('grafana/shop: Sessions with an order'), [{ share: 1 }])
    assert.deepEqual(await rowsOf('grafana/shop: Campaigns'), [
      {
        utm_source: 'newsletter',
        utm_medium: 'email',
        utm_campaign: 'spring',
        sessions: 1,
        with_order: 1,
      },
    ])
    assert.deepEqual(
      (await rowsOf('metabase/steps_to_order')).map(({ step, devices }) => [step, devices]),
      [
        ['visit', 1],
        ['product', 0],
        ['cart', 0],
        ['checkout', 0],
        ['order', 1],
      ],
    )
  })

  it('shows deliveries by destination, and what went wrong', async () => {
    const none = { skipped: 0, refused: 0, under_way: 0 }
    const expected = [
      { destination: 'crm', stored: 2, restricted: 1, delivered: 0, dead: 1, ...none },
      { destination: 'meta', stored: 2, restricted: 1, delivered: 1, dead: 0, ...none },
    ]
    assert.deepEqual(await rowsOf('grafana/delivery: Destinations'), expected)
    assert.deepEqual(await rowsOf('metabase/delivery_by_destination'), expected)
    assert.deepEqual(await rowsOf('grafana/delivery: Events stored'), [{ stored: 4 }])
    assert.deepEqual(await rowsOf('grafana/delivery: Dead letters'), [{ dead: 1 }])
    assert.deepEqual(await rowsOf('grafana/delivery: Share delivered'), [
      { time: at('10:00:00'), destination: 'crm', delivered: 0 },
      { time: at('10:00:00'), destination: 'meta', delivered: 1 },
    ])
    assert.deepEqual(
      (await rowsOf('grafana/delivery: Time until delivery, p95')).map(({ pair, p95 }) => [pair, p95]),
      [['meta, purchase', 3000]],
    )
    const [error, ...others] = await rowsOf('metabase/open_errors')
    assert.deepEqual(others, [])
    assert.equal(error?.['destination'], 'crm')
    assert.equal(error['open_events'], 1)
  })

  for (const [name, { uid, __inputs, templating, panels }] of grafanaDashboards)
    it(`Grafana asks for data source and dataset when it imports ${name}.json`, () => {
      assert.equal(uid, `sluice-${name}`)
      assert.deepEqual(
        __inputs.map((input) => [input.name, input.type, input.pluginId ?? input.value]),
        [
          ['DS_BIGQUERY', 'datasource', 'grafana-bigquery-datasource'],
          ['VAR_DATASET', 'constant', 'sluice'],
        ],
      )
      assert.deepEqual(
        templating.list.map((variable) => [variable.name, variable.query]),
        [['dataset', '${VAR_DATASET}']],
      )
      const source = { type: 'grafana-bigquery-datasource', uid: '${DS_BIGQUERY}' }
      assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
      for (const { title, description, type, datasource, targets, gridPos } of panels) {
        assert.ok(description, title)
        assert.ok(gridPos.x + gridPos.w <= 24, `${title}: the grid has 24 columns`)
        assert.deepEqual(datasource, source, title)
        assert.equal(targets.length, 1, title)
        const [target] = targets
        assert.deepEqual(target!.datasource, source, title)
        assert.equal(target!.rawQuery, true, title)
        // 0 is a time series, 1 a table: https://github.com/grafana/google-bigquery-datasource/blob/main/src/types.ts
        assert.equal(target!.format, type === 'timeseries' ? 0 : 1, title)
        // A time series needs a column of type TIMESTAMP, in ascending order.
        if (type === 'timeseries')
          assert.match(target!.rawSql, / AS time,[^]*\nORDER BY time(, \w+)?$/, title)
      }
    })

  it('the links of Looker Studio open the views', async () => {
    const page = await readFile(join(repositoryRoot, 'examples/dashboards/looker_studio.md'), 'utf8')
    const links = [...page.matchAll(/^\| `(\w+)` +\| \[.*\]\((.*)\)/gm)]
    const names = new Set(views('p', 'd').map(({ name }) => name))
    assert.ok(links.length > 10)
    for (const [, name, link] of links) {
      assert.ok(names.has(name!), `${name} is not a view`)
      assert.equal(link, lookerStudioLink('PROJECT', 'DATASET', name))
    }
  })
})
