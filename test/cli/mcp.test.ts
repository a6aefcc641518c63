/** `npx sluice mcp`, by the official client over stdio: questions are answered by tools alone, texts of events are marked as data, and nothing but a
 * SELECT over readable tables runs. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Assistant } from '../support/assistant.ts'
import { clientOf } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { hostileQueries, injection, shopEvents } from './hostile_input.ts'

describe('npx sluice mcp', () => {
  let stack: TestStack
  let assistant: Assistant

  const read = <Value>(name: string, given?: Record<string, unknown>): Promise<Value> =>
    assistant.read<Value>(name, given)
  const rowsOf = (sql: string) => assistant.rowsOf(sql)
  const refusal = (name: string, given: Record<string, unknown>) => assistant.refusal(name, given)

  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': {
        meta: {
          target: 'meta',
          settings: { dataset_id: '1234567890123456' },
          secrets: { access_token: 'meta-access-token-of-this-test' },
          rules: [{ id: 'purchases', effect: 'permit', when: "event.event_name == 'purchase'" }],
        },
      },
    })
    assistant = await Assistant.connect(stack.dir)
    const response = await clientOf(stack.facts).post('/v1/topics/events', shopEvents)
    assert.equal(response.status, 200, await response.text())
    await until('the events are stored', async () => {
      const [row] = await rowsOf('SELECT COUNT(*) AS stored FROM events_deduplicated')
      return row!['stored'] === shopEvents.length
    })
  })
  after(async () => {
    await assistant.close()
    await stack.remove()
  })

  it('names tools that only read', async () => {
    const { tools } = await assistant.client.listTools()
    assert.equal(
      tools.map(({ name }) => name).join(' '),
      'search_events explain_event catalogue health cost query prepare_definition prepare_settings',
    )
    for (const { name, annotations, inputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, true, name)
      assert.equal(inputSchema.type, 'object', name)
    }
  })

  it('answers why order 1042 did not reach Meta', async () => {
    const found = await read<{ events: readonly { event_id: string }[] }>('search_events', { id: '1042' })
    assert.equal(found.events.length, 1)
    const explained = await read<{
      destinations: readonly { destination: string; outcome: string; reason: string; meaning: string }[]
    }>('explain_event', { event_id: found.events[0]!.event_id })
    const [meta] = explained.destinations.filter(({ destination }) => destination === 'meta')
    assert.deepEqual([meta?.outcome, meta?.reason], ['restricted', 'consent_denied'])
    assert.match(meta!.meaning, /consent/i)
  })

  it('hides personal values', async () => {
    await read('search_events', {})
    await read('explain_event', { event_id: 'order-1042' })
    const rows = await rowsOf(
      'SELECT * EXCEPT (received_at, stored_at) FROM events WHERE event_id = "order-1042"',
    )
    assert.match(String(rows[0]!['user_id']), /^masked-[0-9a-f]{16}$/)
    assert.equal(rows[0]!['page_url'], 'https://shop.example/thanks')
    assert.equal(rows[0]!['event_data'], undefined)
    for (const text of assistant.answers) assert.doesNotMatch(text, /ada@example\.com|u-181[56]|London/)
  })

  it('counts people without naming them', async () => {
    const sql = `SELECT COUNT(DISTINCT user_id) AS people, COUNTIF(user_id = 'u-1815') AS ada, ANY_VALUE(city) AS city FROM events`
    assert.deepEqual(await rowsOf(sql), [{ people: 2, ada: 0, city: '(masked)' }])
    // Another query has other texts: a list of them is of no use later.
    const ids = 'SELECT user_id FROM purchase'
    assert.notDeepEqual(await rowsOf(ids), await rowsOf(ids))
  })

  it('joins views, in common tables, subqueries and an order of its own', async () => {
    const sql = `WITH sold AS (SELECT event_id, value FROM purchase)
SELECT sold.value, state.outcome, (SELECT COUNT(*) FROM view_content) AS views
FROM sold JOIN delivery_state AS state USING (event_id)
ORDER BY sold.value DESC -- the end`
    assert.deepEqual(await rowsOf(sql), [{ value: '64.7', outcome: 'restricted', views: 2 }])
  })

  it('keeps a text of an event inside the data, without what a person cannot see', async () => {
    const [row] = await rowsOf("SELECT content_name FROM view_content WHERE event_id = 'hostile-1'")
    assert.equal(row!['content_name'], injection)
    const text = assistant.answers.at(-1)!
    const before = text.slice(0, text.indexOf('\n<untrusted-data-'))
    assert.doesNotMatch(before, /Ignore/)
    assert.doesNotMatch(text.replaceAll('\n', ''), /\p{C}/u)
    assert.equal(text.match(/<\/?untrusted-data/g)?.length, 2)
  })

  it('bounds what it answers', async () => {
    const { rows, truncated } = await read<{ rows: readonly object[]; truncated: boolean }>('query', {
      sql: "SELECT REPEAT('x', 9000) AS long FROM UNNEST(GENERATE_ARRAY(1, 50))",
      max_rows: 2,
    })
    assert.equal(truncated, true)
    assert.deepEqual(rows[0], { long: `${'x'.repeat(2000)}… (9000 characters)` })
    assert.equal(rows.length, 2)
    const large = { sql: "SELECT REPEAT('x', 900) FROM UNNEST(GENERATE_ARRAY(1, 900))", max_rows: 900 }
    assert.match(await refusal('query', large), /^The answer has \d+ characters; the maximum is 100000/)
    const costly = { sql: 'SELECT event_name FROM events', max_bytes: 1 }
    assert.match(await refusal('query', costly), /^The query would read \d+ bytes; max_bytes is 1\./)
    const rounded = { ...costly, max_bytes: 1_000_000 }
    assert.match(await refusal('query', rounded), /^BigQuery would bill more than max_bytes/)
  })

  for (const [name, sql] of Object.entries(hostileQueries))
    it(`refuses ${name}`, async () => {
      assert.match(await refusal('query', { sql }), /^This query does not run: /)
    })

  it('has changed nothing by then', async () => {
    assert.deepEqual(await rowsOf('SELECT COUNT(*) AS stored FROM events_deduplicated'), [
      { stored: shopEvents.length },
    ])
  })

  it('describes event types, tables and what is masked', async () => {
    const all = await read<{ event_types: readonly { name: string }[]; tables: readonly { name: string }[] }>(
      'catalogue',
    )
    assert.ok(all.event_types.some(({ name }) => name === 'purchase'))
    assert.deepEqual(
      ['identity_links', 'audit', 'dead_letters'].filter((name) =>
        all.tables.some((each) => each.name === name),
      ),
      [],
    )
    const { table } = await read<{ table: { columns: readonly { name: string; mask?: string }[] } }>(
      'catalogue',
      {
        table: 'events',
      },
    )
    const maskOf = (name: string) => table.columns.find((each) => each.name === name)?.mask
    assert.deepEqual(['email', 'city', 'page_url', 'event_name'].map(maskOf), [
      'id',
      'text',
      'url',
      undefined,
    ])
    const { event_type: type } = await read<{ event_type: { version: string } }>('catalogue', {
      event_type: 'purchase',
    })
    assert.match(type.version, /^\d+\.\d+/)
    assert.equal(
      await refusal('catalogue', { event_type: 'purchas' }),
      'No event type has the name "purchas". Did you mean purchase?',
    )
  })

  it('lists what needs somebody, and estimates a month', async () => {
    const { rows } = await read<{ rows: readonly { alert: string }[] }>('health')
    assert.ok(Array.isArray(rows))
    const { text, isError } = await assistant.call('cost', { events: 1_000_000, destinations: 2 })
    assert.equal(isError, false, text)
    const { usd_per_month: usd, lines } = JSON.parse(text) as {
      usd_per_month: number
      lines: readonly object[]
    }
    assert.ok(usd > 0 && lines.length > 5)
  })

  it('prepares an event type, and writes nothing', async () => {
    const definition = {
      name: 'parcel_shipped',
      version: '1.0',
      description: 'A parcel left the warehouse.',
      fields: { carrier: { type: 'string', description: 'Name of the carrier.', example: 'DHL' } },
      required: ['carrier'],
    }
    const { text } = await assistant.call('prepare_definition', { definition })
    const { files } = JSON.parse(text) as { files: readonly { path: string; content: string }[] }
    assert.equal(files[0]!.path, 'schemas/events/parcel_shipped.ts')
    assert.match(files[0]!.content, /export const parcel_shipped = defineEvent\(\{/)
    assert.match(
      await refusal('prepare_definition', { definition: { ...definition, required: ['weight'] } }),
      /required names weight, which is not a field/,
    )
  })

  it('prepares settings, and never takes a secret', async () => {
    const { changes, commands } = await read<{
      changes: readonly object[]
      commands: readonly string[]
    }>('prepare_settings', { destination: 'meta', settings: { test_event_code: "TEST'1" } })
    assert.deepEqual(changes, [
      { setting: 'sluice:destinations.meta.settings.test_event_code', before: null, after: "TEST'1" },
    ])
    assert.equal(
      commands[0],
      String.raw`pulumi config set --path 'sluice:destinations.meta.settings.test_event_code' 'TEST'\''1'`,
    )
    const secret = { destination: 'meta', settings: { access_token: 'EAAB' } }
    assert.match(
      await refusal('prepare_settings', secret),
      /^access_token is a secret: .*pulumi config set --secret --path 'sluice:destinations\.meta\.secrets\.access_token'\.$/,
    )
    const unknown = { destination: 'meta', settings: { test_event_cod: 'TEST1' } }
    assert.match(await refusal('prepare_settings', unknown), /Did you mean test_event_code\?/)
  })

  it('tells a caller without the right what is missing', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'sluice-mcp-'))
    try {
      const { roles } = stack.facts
      const facts = { ...stack.facts, roles: { ...roles, analyst: roles.producer } }
      await writeFile(join(dir, 'stack.json'), JSON.stringify(facts))
      const producer = await Assistant.connect(dir)
      for (const [name, given] of [
        ['query', { sql: 'SELECT event_name FROM events' }],
        ['search_events', {}],
      ] as const)
        assert.match(await producer.refusal(name, given), /lacks the permission bigquery\./)
      await producer.close()
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  })

  it('never shows a token', () => {
    const tokens = [stack.facts.token, tokenOf(stack.facts, 'analyst'), 'meta-access-token-of-this-test']
    assert.ok(assistant.answers.length > 20)
    for (const text of assistant.answers)
      assert.deepEqual(
        tokens.filter((token) => text.includes(token)),
        [],
      )
  })
})
