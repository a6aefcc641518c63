/** Console: `POST /v1/console/ask` runs a closed set of questions with the caller's rights, and says what BigQuery reads for them. */
import assert from 'node:assert/strict'
import { parametersOf, textsOf } from '../../functions/console/questions/question.ts'
import { questions } from '../../functions/console/questions/index.ts'
import { tables } from '../../schemas/warehouse.ts'
import { clientOf, type Client } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

interface ErrorBody {
  error: { status: string; message: string; details?: readonly { reason?: string }[] }
}

describe('a question of the console', () => {
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start()
    client = clientOf(stack.facts)
    await client.post('/v1/topics/login', { event_id: 'e-1', user_id: 'u-1', method: 'email' })
    await until('the event is stored', async () => (await client.query('SELECT 1 FROM events')).length > 0)
  })
  after(() => stack?.remove())

  const ask = async (body: object, token = tokenOf(stack.facts, 'analyst')) => {
    const response = await client.post('/v1/console/ask', body, { authorization: `Bearer ${token}` })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
  const period = () => ({ since: day(-1), until: day(1) })

  it('answers rows with arrays, objects and times to the microsecond, and the bytes that were read', async () => {
    const { status, body } = await ask({ ask: 'events', values: period() })
    assert.equal(status, 200)
    const { rows, bytes, truncated } = body as {
      rows: readonly Record<string, unknown>[]
      bytes: number
      truncated: boolean
    }
    assert.deepEqual([rows.length, rows[0]!['event_id'], truncated], [1, 'e-1', false])
    assert.ok(Array.isArray(rows[0]!['decisions']))
    assert.match(String(rows[0]!['received_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/)
    assert.ok(bytes > 0)
    const stored = { event_id: 'e-1', received_at: rows[0]!['received_at'] }
    const explained = await client.post('/v1/console/explain', { stored })
    assert.equal(explained.status, 200, await explained.text())
  })

  it('estimates without rows', async () => {
    const { body } = await ask({ ask: 'events', values: period(), estimate: true })
    const { rows, bytes } = body as { rows: readonly object[]; bytes: number }
    assert.deepEqual(rows, [])
    assert.ok(bytes > 0)
  })

  it('refuses to read more than its limit, and says what helps', async () => {
    const { status, body } = await ask({ ask: 'events', values: period(), maxBytes: 1 })
    const { error } = body as ErrorBody
    assert.equal(status, 400)
    assert.equal(error.details?.[0]?.reason, 'READ_LIMIT')
    assert.match(error.message, /would read more than .* Choose a shorter period/)
  })

  const faults: readonly (readonly [string, object, RegExp])[] = [
    [
      'an unknown question',
      { ask: 'everything' },
      /Invalid value for ask: Expected one of account, events, /,
    ],
    ['an unknown member', { ask: 'account', sql: 'SELECT 1' }, /Invalid value for sql: Unknown field/],
    [
      'an unknown value',
      { ask: 'account', values: { a: 'b' } },
      /Invalid value for values\.a: Unknown value/,
    ],
    [
      'a missing value',
      { ask: 'event_names', values: { since: '2026-01-01T00:00:00Z' } },
      /Invalid value for values\.until: Expected a time such as 2026-03-14T09:00:00Z; got nothing/,
    ],
    [
      'a value of another type',
      { ask: 'outcomes', values: { since: '2026-01-01T00:00:00Z', ids: 'e-1' } },
      /Invalid value for values\.ids: Expected a list of at most 1000 texts; got a string/,
    ],
    ['a limit above the maximum', { ask: 'account', maxBytes: 1e12 }, /Invalid value for maxBytes/],
  ]
  for (const [what, request, message] of faults)
    it(`refuses ${what}`, async () => {
      const { status, body } = await ask(request)
      assert.equal(status, 400)
      assert.match((body as ErrorBody).error.message, message)
    })

  it('takes a value as a value, never as GoogleSQL', async () => {
    const { status, body } = await ask({
      ask: 'events',
      values: { ...period(), type: `login' OR TRUE OR event_name = '` },
    })
    assert.equal(status, 200)
    assert.deepEqual((body as { rows: readonly object[] }).rows, [])
  })

  it('names the right that a caller lacks', async () => {
    const { status, body } = await ask({ ask: 'account' }, tokenOf(stack.facts, 'producer'))
    assert.equal(status, 403)
    assert.match((body as ErrorBody).error.message, /bigquery\.jobs\.create/)
  })

  /** Without a condition on its partition, a question reads a table of any age. */
  for (const question of questions)
    it(`${question.name} names the partition of each table that it reads`, () => {
      for (const sql of textsOf(question))
        for (const { name, partition } of Object.values(tables)) {
          if (partition === undefined || !new RegExp(`(?:FROM|JOIN) ${name}\\b`).test(sql)) continue
          assert.match(sql, new RegExp(`${partition} (?:>=|=) `), `${name}: ${sql}`)
        }
      assert.ok(parametersOf(question).every(({ name }) => /^[a-z][a-z0-9_]*$/.test(name)))
    })
})
