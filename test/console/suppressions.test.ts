/** Console: `POST /v1/console/suppressions/<act>` looks a person up in the suppression list by hash, and changes it as its caller. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { settingsWith } from '../replay/stack.ts'
import { clientOf, type Client } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'

const operator = 'operator@sluice-local.iam.gserviceaccount.com'

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

interface Listed {
  suppressed: boolean
  rows: readonly Readonly<Record<string, unknown>>[]
}

describe('the suppression list through the console', () => {
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start(settingsWith({ crm: webhookTo('crm') }))
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  const post = async (act: string, body: object, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await client.post(`/v1/console/suppressions/${act}`, body, headers)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const isSuppressed = async (field: string, value: string): Promise<boolean> => {
    const { status, body } = await post('look', { field, value })
    assert.equal(status, 200, JSON.stringify(body))
    return (body as Listed).suppressed
  }

  it('adds a person once and lifts it, by hash and in the name of the caller', async () => {
    assert.equal(await isSuppressed('email', 'ada@acme.example'), false)
    const add = { field: 'email', value: ' Ada@ACME.example ', reason: 'objected on 14 March' }
    assert.deepEqual(await post('add', add), { status: 200, body: { changed: 1 } })
    assert.deepEqual(await post('add', add), { status: 200, body: { changed: 0 } })
    assert.equal(await isSuppressed('email', 'ada@acme.example'), true)
    assert.equal(await isSuppressed('user_id', 'ada@acme.example'), false)
    const [row, ...more] = await client.query(
      'SELECT field, value_hash, created_by, reason, lifted FROM suppressions',
    )
    assert.deepEqual(more, [])
    assert.deepEqual(row, {
      field: 'email',
      value_hash: sha256('ada@acme.example'),
      created_by: operator,
      reason: 'objected on 14 March',
      lifted: 'false',
    })
    assert.deepEqual(await post('lift', { field: 'email', value: 'ada@acme.example' }), {
      status: 200,
      body: { changed: 1 },
    })
    const { body } = await post('look', { field: 'email', value: 'ada@acme.example' })
    const { suppressed, rows } = body as Listed
    assert.deepEqual([suppressed, rows.map(({ lifted }) => lifted)], [false, [true, false]])
    assert.deepEqual((await post('lift', { field: 'email', value: 'ada@acme.example' })).body, { changed: 0 })
  })

  it('finds a phone number in every form in which the list may hold it, and lifts all of them', async () => {
    const rows = ['+442071234567', '442071234567']
      .map((form) => `('phone', '${sha256(form)}', CURRENT_TIMESTAMP(), 'ada@acme.example', NULL, FALSE)`)
      .join(', ')
    await client.arrange(
      `INSERT INTO suppressions (field, value_hash, created_at, created_by, reason, lifted) VALUES ${rows}`,
    )
    assert.equal(await isSuppressed('phone', '+44 20 7123 4567'), true)
    assert.deepEqual((await post('lift', { field: 'phone', value: '+44 20 7123 4567' })).body, { changed: 2 })
    assert.equal(await isSuppressed('phone', '+442071234567'), false)
  })

  it('takes the hash of a value that nobody knows', async () => {
    const hash = sha256('u-77')
    assert.deepEqual((await post('add', { field: 'user_id', value: hash })).body, { changed: 1 })
    assert.equal(await isSuppressed('user_id', 'u-77'), true)
  })

  it('stops the next event of the person', async () => {
    await post('add', { field: 'user_id', value: 'u-stopped' })
    // store loads the list again within seconds; events before that are sent.
    await until('an event is restricted', async () => {
      await client.post('/v1/topics/login', { user_id: 'u-stopped', method: 'email' })
      const rows = await client.query(
        `SELECT 1 FROM events, UNNEST(decisions) AS decision WHERE user_id = 'u-stopped' AND decision.reason = 'suppressed'`,
      )
      return rows.length > 0
    })
  })

  it('is recorded with the identity field and nothing of the person', async () => {
    await post('add', { field: 'user_id', value: 'u-recorded' })
    const rows = await client.query(
      `SELECT operation, outcome, requested_by, target, TO_JSON_STRING(detail) AS detail FROM audit
       WHERE operation IN ('suppress', 'lift') ORDER BY recorded_at DESC LIMIT 2`,
    )
    const entry = {
      operation: 'suppress',
      requested_by: operator,
      target: null,
      detail: '{"fields":["user_id"]}',
    }
    assert.deepEqual(
      rows.toSorted((a, b) => String(a['outcome']).localeCompare(String(b['outcome']))),
      [
        { ...entry, outcome: 'asked' },
        { ...entry, outcome: 'ok' },
      ],
    )
    assert.deepEqual(
      await client.query(`SELECT 1 FROM audit WHERE TO_JSON_STRING(detail) LIKE '%u-recorded%'`),
      [],
    )
  })

  it('is read by analysts and changed by operators only', async () => {
    const person = { field: 'user_id', value: 'u-1' }
    const analyst = tokenOf(stack.facts, 'analyst')
    assert.equal((await post('look', person, analyst)).status, 200)
    for (const act of ['add', 'lift']) {
      const { status, body } = await post(act, person, analyst)
      assert.equal(status, 403)
      assert.match(JSON.stringify(body), /bigquery\.tables\.updateData.*sluice:operators/)
    }
    assert.equal(await isSuppressed('user_id', 'u-1'), false)
  })

  const faults: readonly (readonly [string, string, object, RegExp])[] = [
    ['an unknown act', 'drop', { field: 'user_id', value: 'a' }, /Expected one of look, add, lift/],
    [
      'an unknown field',
      'add',
      { field: 'e_mail', value: 'a' },
      /field: Did you mean email\? Expected one of/,
    ],
    ['a field that people share', 'add', { field: 'city', value: 'Delft' }, /field: .*Expected one of/],
    ['an empty value', 'look', { field: 'email', value: ' ' }, /value: Expected a text/],
    ['a reason of a look', 'look', { field: 'email', value: 'a@b', reason: 'x' }, /reason: Only adding/],
    [
      'a reason that names the person',
      'add',
      { field: 'email', value: 'jane@acme.example', reason: 'jane@acme.example wrote' },
      /reason: Leave out what identifies the person/,
    ],
    ['an unknown member', 'add', { field: 'email', value: 'a@b', force: true }, /force: Unknown field/],
  ]
  for (const [what, act, request, message] of faults)
    it(`refuses ${what} without repeating a value`, async () => {
      const { status, body } = await post(act, request)
      assert.ok(status === 400 || status === 404, String(status))
      assert.match((body as { error: { message: string } }).error.message, message)
      assert.doesNotMatch(JSON.stringify(body), /jane@acme/)
    })
})
