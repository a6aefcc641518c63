/** The cached tables, with the embedded BigQuery and a clock that the test advances. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { insertAll, type RowResult } from '../../functions/google/bigquery.ts'
import { ownAuthorization } from '../../functions/google/token.ts'
import { cacheDefinitions, cacheSuppressions, type FollowPorts } from '../../functions/storage/follow.ts'
import { tables } from '../../schemas/warehouse.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'

const second = 1000

describe('a cached table', () => {
  let warehouse: TestWarehouse
  let clock = 0
  let warnings: string[] = []
  let ports: FollowPorts

  beforeEach(async () => {
    clock = 0
    warehouse = await startWarehouse()
    warnings = []
    ports = {
      env: warehouse.env,
      project: warehouse.project,
      dataset: warehouse.dataset,
      authorization: () => warehouse.authorization,
      now: () => clock,
      wait: async (milliseconds) => {
        clock += milliseconds
      },
      warn: (message, { version }) =>
        warnings.push(typeof version === 'string' ? `${message} ${version}` : message),
    }
  })
  afterEach(() => warehouse.stop())

  const define = (name: string, version = '1.0', definition?: string): Promise<void> => {
    const saved = definition ?? JSON.stringify({ name, version, description: 'What.', fields: {} })
    return warehouse.query(
      `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
       VALUES ('event', '${name}', '${version}', CURRENT_TIMESTAMP(), 'ada@example.com', JSON '${saved}')`,
    )
  }
  const suppress = (field: string, value: string, seconds: number, lifted = false): Promise<void> =>
    warehouse.query(
      `INSERT INTO suppressions (field, value_hash, created_at, created_by, lifted)
       VALUES ('${field}', '${hash('sha256', value)}', TIMESTAMP_SECONDS(${seconds}), 'ada@example.com', ${lifted})`,
    )

  it('is read on first use, then refreshed in the background when used after five seconds', async () => {
    await warehouse.createTable(tables.definitions)
    await define('article_read')
    const feed = cacheDefinitions(ports)
    assert.equal(feed.content(), undefined)
    await feed.refresh()
    assert.ok(feed.content()!.registry.get('article_read'))

    await define('article_shared')
    clock += 4.9 * second
    assert.equal(feed.refresh(), undefined)
    await feed.refreshFor(['article_shared'])
    assert.ok(feed.content()!.registry.get('article_shared'))

    await define('article_liked')
    clock += 5 * second
    assert.equal(feed.refresh(), undefined, 'the refresh runs in the background')
    // Waits for the refresh that is already in progress.
    await feed.refreshFor(['article_liked'])
    assert.ok(feed.content()!.registry.get('article_liked'))
  })

  it('is refreshed before it is used again after a long time without use', async () => {
    await warehouse.createTable(tables.suppressions)
    const feed = cacheSuppressions(ports)
    await feed.refresh()
    assert.equal(feed.content()!({ user_id: 'u' }), false)
    await suppress('user_id', 'u', 1)
    clock += 60 * second
    await feed.refresh()
    assert.equal(feed.content()!({ user_id: 'u' }), true)
  })

  it('is refreshed for an unknown name within a second, and once per name', async () => {
    await warehouse.createTable(tables.definitions)
    const feed = cacheDefinitions(ports)
    await feed.refreshFor(['article_read'])
    await define('article_read')
    await define('article_shared')
    clock += 0.5 * second
    await feed.refreshFor(['article_read'])
    assert.equal(
      feed.content()!.registry.get('article_read'),
      undefined,
      'this name was looked up just before',
    )
    assert.equal(clock % second, 0.5 * second, 'the call does not wait')
    await feed.refreshFor(['article_read', 'article_shared'])
    assert.equal(clock % second, 0, 'the new name waits for the next refresh')
    assert.ok(feed.content()!.registry.get('article_shared'))
  })

  it('lets at most a hundred calls wait for unknown names', async () => {
    await warehouse.createTable(tables.definitions)
    let waits = 0
    let release: () => void = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const feed = cacheDefinitions({ ...ports, wait: () => (waits++, gate) })
    await feed.refreshFor(['first'])
    clock += 0.5 * second
    const flood = Array.from({ length: 300 }, (_, index) => feed.refreshFor([`name_${index}`]))
    await Promise.all(flood.slice(100))
    assert.equal(waits, 1)
    release()
    await Promise.all(flood)
  })

  it('keeps its content while BigQuery fails, and warns once per outage', async () => {
    await warehouse.createTable(tables.definitions)
    await define('article_read')
    const feed = cacheDefinitions(ports)
    await feed.refresh()
    await warehouse.faults({ tables: { status: 503, times: null } })
    for (let turn = 0; turn < 3; turn++) {
      clock += 20 * second
      await feed.refresh()
    }
    assert.ok(feed.content()!.registry.get('article_read'))
    assert.deepEqual(warnings, ['cannot read table definitions; using the cached copy'])
    await warehouse.faults(undefined)
    clock += 20 * second
    await feed.refresh()
    await warehouse.faults({ tables: { status: 503, times: null } })
    clock += 20 * second
    await feed.refresh()
    assert.equal(warnings.length, 2)
  })

  it('is undefined until it has been read once, and empty if the table does not exist', async () => {
    const feed = cacheSuppressions(ports)
    await warehouse.faults({ tables: { status: 503, times: null } })
    await feed.refresh()
    assert.equal(feed.content(), undefined)
    assert.equal(feed.refresh(), undefined, 'the next try is after a second')
    await warehouse.faults(undefined)
    clock += second
    await feed.refresh()
    assert.equal(feed.content()!({ user_id: 'u' }), false)
    await warehouse.createTable(tables.suppressions)
    await suppress('user_id', 'u', 1)
    clock += 20 * second
    await feed.refresh()
    assert.equal(feed.content()!({ user_id: 'u' }), true)
  })

  it('keeps its content if the table is deleted', async () => {
    await warehouse.createTable(tables.suppressions)
    await suppress('user_id', 'u', 1)
    const feed = cacheSuppressions(ports)
    await feed.refresh()
    await warehouse.call('DELETE', `/datasets/${warehouse.dataset}/tables/suppressions`)
    clock += 20 * second
    await feed.refresh()
    assert.equal(feed.content()!({ user_id: 'u' }), true)
    assert.equal(warnings.length, 1)
  })

  it('is read completely, over several pages', async () => {
    await warehouse.createTable(tables.suppressions)
    await warehouse.query(
      `INSERT INTO suppressions (field, value_hash, created_at, created_by, lifted)
       SELECT 'user_id', TO_HEX(SHA256(CONCAT('u', CAST(n AS STRING)))), CURRENT_TIMESTAMP(), 'ada@example.com', FALSE
       FROM UNNEST(GENERATE_ARRAY(1, 25000)) AS n`,
    )
    const feed = cacheSuppressions(ports)
    await feed.refresh()
    const isSuppressed = feed.content()!
    for (const [value, expected] of [
      ['u1', true],
      ['u25000', true],
      ['u25001', false],
    ] as const)
      assert.equal(isSuppressed({ user_id: value }), expected, value)
  })

  it('ignores an invalid saved definition, and warns once', async () => {
    await warehouse.createTable(tables.definitions)
    await define('article_read', '1.0', '{"name":"article_read"}')
    const feed = cacheDefinitions(ports)
    await feed.refresh()
    await define('article_shared')
    clock += 20 * second
    await feed.refresh()
    assert.deepEqual(warnings, ['a saved definition is invalid and ignored article_read@1.0'])
  })

  it('uses the newest row of a person, in any order of the rows', async () => {
    await warehouse.createTable(tables.suppressions)
    await suppress('email', 'ada@example.com', 3, true)
    await suppress('email', 'ada@example.com', 2)
    await suppress('phone', '+442071234567', 2, true)
    await suppress('phone', '+442071234567', 3)
    const feed = cacheSuppressions(ports)
    await feed.refresh()
    const isSuppressed = feed.content()!
    assert.equal(isSuppressed({ email: 'ada@example.com' }), false)
    assert.equal(isSuppressed({ phone: ' +442071234567 ' }), true)
    assert.equal(isSuppressed({ phone: hash('sha256', '+442071234567').toUpperCase() }), true, 'sent as hash')
    assert.equal(isSuppressed({ event_data: { phone: '+442071234567' } }), true, 'moved for a violation')
    assert.equal(isSuppressed({ user_id: '+442071234567' }), false, 'another field')
  })
})

describe('a token that Google no longer accepts', () => {
  it('is replaced for the next request', async () => {
    const warehouse = await startWarehouse()
    const { env, project, dataset } = warehouse
    const append = (header: string): Promise<readonly RowResult[]> =>
      insertAll(env, { project, dataset, table: 'events' }, header, [{ insertId: '1', json: '{}' }])
    const restore = lendEnvironment(warehouse.env)
    try {
      const authorization = ownAuthorization()
      const first = await authorization()
      assert.equal(await authorization(), first)
      assert.equal((await append(first))[0]!.kind, 'retry')
      assert.equal(authorization(), first, 'the failure has another cause than the token')
      await warehouse.faults({ insertAll: { status: 401, reason: 'authError', times: 1 } })
      assert.equal((await append(first))[0]!.kind, 'retry')
      assert.notEqual(typeof authorization(), 'string', 'a new token is requested')
      assert.match(await authorization(), /^Bearer \S+$/)
    } finally {
      restore()
      await warehouse.stop()
    }
  })
})
