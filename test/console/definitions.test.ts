/** Console: the API of the creator over HTTP: saves versions with the caller's rights, explains events, finds their arrivals. */
import assert from 'node:assert/strict'
import { clientOf } from './client.ts'
import { tokenOfNobody } from './door.ts'
import { orderPlaced, ordersCsv, shopOrders } from '../web/creator/orders.ts'
import { tokenFor, tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

interface ApiResult {
  status: number
  body: Readonly<Record<string, unknown>> & {
    error?: {
      message: string
      details?: readonly { fieldViolations?: { field: string }[]; metadata?: Record<string, string> }[]
    }
  }
}

describe('creator', () => {
  let stack: TestStack

  before(async () => {
    stack = await TestStack.start()
  })
  after(() => stack.remove())

  const ask = async (path: string, body?: unknown, bearer?: string): Promise<ApiResult> => {
    const { facts } = stack
    const token = bearer ?? (body === undefined ? tokenOf(facts, 'analyst') : tokenFor(facts, path))
    const response = await fetch(new URL(path, stack.facts.baseUrl), {
      ...(body !== undefined && {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    })
    return { status: response.status, body: (await response.json()) as ApiResult['body'] }
  }
  /** Saves as the developer, who may also create views. least_privilege.test.ts saves as an editor. */
  const save = (body: unknown, token = stack.facts.token) => ask('/v1/console/definitions', body, token)
  const fieldsOf = ({ body }: ApiResult) =>
    (body.error?.details ?? []).flatMap(({ fieldViolations = [] }) =>
      fieldViolations.map(({ field }) => field),
    )

  it('saves a version once, and returns the first person to the second', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => save({ event: orderPlaced, translation: shopOrders, comment: 'first' })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
      JSON.stringify(answers.map(({ body }) => body)),
    )
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    assert.deepEqual(won!.body['view'], { name: 'order_placed' })
    assert.match(lost!.body.error!.message, /was saved by developer@sluice\.local at \d{4}-/)
    assert.equal((await save({ event: orderPlaced })).status, 409)
    const [rows] = await clientOf(stack.facts).query({
      query:
        'SELECT kind, name, version, created_by, comment, TO_JSON_STRING(definition) AS definition FROM definitions ORDER BY kind',
      defaultDataset: { datasetId: stack.facts.dataset },
    })
    const saved = rows as { kind: string; created_by: string; comment: string; definition: string }[]
    assert.deepEqual(
      saved.map(({ kind, created_by, comment }) => [kind, created_by, comment]),
      [
        ['event', 'developer@sluice.local', 'first'],
        ['translation', 'developer@sluice.local', 'first'],
      ],
    )
    assert.deepEqual(
      saved.map(({ definition }) => JSON.parse(definition) as unknown),
      [orderPlaced, shopOrders],
    )
  })

  it('saves an event and a translation atomically', async () => {
    const other = { ...shopOrders, name: 'other_orders' }
    assert.equal((await save({ event: orderPlaced, translation: other })).status, 409)
    const { body } = await ask('/v1/console/definitions')
    assert.ok(!JSON.stringify(body).includes('other_orders'))
  })

  it('returns the missing permission', async () => {
    const result = await save({ event: { ...orderPlaced, version: '1.1' } }, await tokenOfNobody(stack.facts))
    assert.equal(result.status, 403)
    assert.match(result.body.error!.message, /lacks the permission bigquery\.jobs\.create/)
  })

  for (const [what, body, field] of [
    ['invalid JSON', '{', 'body'],
    ['neither', {}, 'event'],
    ['an unknown field', { event: orderPlaced, force: true }, 'force'],
    ['an invalid name', { event: { ...orderPlaced, name: 'Order Placed' } }, 'event.name'],
    ['a standard event type', { event: { ...orderPlaced, name: 'purchase' } }, 'event.name'],
    [
      'a required field that does not exist',
      { event: { ...orderPlaced, required: ['sum'] } },
      'event.required',
    ],
    ['an invalid version', { event: { ...orderPlaced, version: '2' } }, 'event.version'],
    [
      'an invalid link',
      { translation: { ...shopOrders, link: { total: { form: 'x' } } } },
      'translation.link.total',
    ],
    [
      'an unknown lookup table',
      {
        translation: {
          ...shopOrders,
          link: { ...shopOrders.link, total: { lookup: 'nothing', key: 'currency' } },
        },
      },
      'translation.link.total',
    ],
    ['a too long comment', { event: orderPlaced, comment: 'x'.repeat(2000) }, 'comment'],
  ] as const) {
    it(`rejects ${what}, with field ${field}`, async () => {
      const result = await save(body)
      assert.equal(result.status, 400)
      assert.ok(fieldsOf(result).includes(field), JSON.stringify(result.body))
    })
  }

  it('accepts a change with the required version, and updates the view', async () => {
    const { order_no: orderNo, total } = orderPlaced.fields
    const wider = {
      order_no: orderNo!,
      total: total!,
      channel: { type: 'string' as const, description: "It's where.", example: 'web' },
    }
    const added = { ...orderPlaced, version: '1.1', fields: wider }
    const older = await save({ event: { ...added, version: '0.9' } })
    assert.match(
      older.body.error!.message,
      /^Invalid value for event\.version: Expected a version after 1\.0/,
    )
    assert.equal((await save({ event: added })).status, 200)
    const gone = { ...added, version: '1.2', fields: { order_no: orderNo! } }
    const refused = await save({ event: gone })
    assert.deepEqual([refused.status, fieldsOf(refused)], [400, ['event.version']])
    assert.match(refused.body.error!.message, /Expected 2\.0, since (total|channel) is removed/)
    const [{ schema }] = (await clientOf(stack.facts)
      .dataset(stack.facts.dataset)
      .table('order_placed')
      .getMetadata()) as [{ schema: { fields: { name: string; type: string }[] } }, unknown]
    const columns = Object.fromEntries(schema.fields.map(({ name, type }) => [name, type]))
    assert.equal(columns['total'], 'NUMERIC')
    assert.equal(columns['channel'], 'STRING')
  })

  it('forwards a payload with the caller’s token, and returns its events once they are in their view', async () => {
    const sent = await ask('/v1/console/translators/shop_orders', ordersCsv)
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const ids = (sent.body['results'] as { messageId: string }[]).map(({ messageId }) => messageId)
    assert.equal(ids.length, 3)
    const search = new URLSearchParams({ event_name: 'order_placed', message_ids: ids.join(',') })
    const rows = await until('the rows are in the view', async () => {
      const { status, body } = await ask(`/v1/console/arrivals?${search}`)
      assert.equal(status, 200, JSON.stringify(body))
      return (
        (body['rows'] as Record<string, unknown>[]).length === 3 &&
        (body['rows'] as Record<string, unknown>[])
      )
    })
    assert.deepEqual(rows.map(({ email }) => String(email)).toSorted(), [
      'ada@example.com',
      'grace@example.org',
      'mary@example.net',
    ])
    assert.equal((await ask('/v1/console/translators/shop_orders', ordersCsv, 'ya29.wrong')).status, 401)
    assert.equal((await ask('/v1/console/translators/..%2f..%2ftopics', '{}')).status, 404)
    assert.equal((await ask(`/v1/console/arrivals?event_name=x'%20OR%20TRUE&message_ids=1`)).status, 400)
  })

  it('explains what would happen to an event, and stores nothing', async () => {
    const draft = { ...orderPlaced, name: 'parcel_sent' }
    const event = {
      event_name: 'parcel_sent',
      event_id: 'only-explained',
      email: 'ada@example.com',
      event_data: { total: 'much' },
    }
    const { status, body } = await ask('/v1/console/explain', { events: [event], event: draft })
    assert.equal(status, 200, JSON.stringify(body))
    const [result] = body['results'] as [
      {
        valid: boolean
        violations: { field: string }[]
        destinations: {
          destination: string
          permitted: boolean
          fields: object
          request?: { headers: Readonly<Record<string, string>> }
        }[]
      },
    ]
    assert.deepEqual(
      result.violations.map(({ field }) => field),
      ['event_data.order_no', 'event_data.total'],
    )
    const [preview] = result.destinations
    assert.equal(preview?.destination, 'webhook')
    assert.equal(preview.permitted, true)
    assert.equal(preview.request?.headers['webhook-signature'], '‹made of secret›')
    assert.ok(JSON.stringify(preview.fields).includes('ada@example.com'))
    const requests = await (await fetch(`${stack.facts.thirdPartyUrl}/requests`)).text()
    assert.ok(!requests.includes('only-explained'))
    const nobody = await ask('/v1/console/explain', { events: [event] }, await tokenOfNobody(stack.facts))
    assert.equal(nobody.status, 403)
  })

  it('explains that events of suppressed people are restricted, until the suppression is lifted', async () => {
    const suppress = (email: string, lifted: boolean) =>
      clientOf(stack.facts).query({
        query: `INSERT INTO suppressions (field, value_hash, created_at, created_by, lifted)
          VALUES ('email', TO_HEX(SHA256('${email}')), CURRENT_TIMESTAMP(), 'ada@example.com', ${lifted})`,
        defaultDataset: { datasetId: stack.facts.dataset },
      })
    const decisionsFor = async (...emails: readonly string[]) => {
      const events = emails.map((email) => ({ event_name: 'page_view', event_id: 'e', email }))
      const { body } = await ask('/v1/console/explain', { events })
      const results = body['results'] as {
        destinations: { permitted: boolean; reason: string; meaning: string }[]
      }[]
      return results.map(({ destinations: [preview] }) => [preview!.permitted, preview!.reason])
    }
    await suppress('gone@example.com', false)
    assert.deepEqual(await decisionsFor('gone@example.com', ' GONE@example.com ', 'here@example.com'), [
      [false, 'suppressed'],
      [false, 'suppressed'],
      [true, 'permitted'],
    ])
    await suppress('gone@example.com', true)
    assert.deepEqual(await decisionsFor('gone@example.com'), [[true, 'permitted']])
  })
})
