/** Delivery: responses whose status and body disagree, or that repeat the request. An event that was not accepted is never recorded as
 * delivered, one that may still be accepted never as refused, and no outcome contains a secret or personal data. */
import assert from 'node:assert/strict'
import { createRequestSender } from '../../functions/delivery/send_request.ts'
import { createRateLimiter } from '../../functions/delivery/rate_limiter.ts'
import { acceptedExcept } from '../../functions/targets/answer.ts'
import * as targets from '../../functions/targets/index.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import type { LinkedEvent, Target } from '../../functions/targets/target.ts'
import { respond, thirdParty } from './fake_third_party.ts'
import { answered } from '../targets/answers.ts'

function linked(id: string, fields: LinkedEvent['fields'] = {}): LinkedEvent {
  return {
    id,
    name: 'login',
    fields,
    text: JSON.stringify(fields),
  }
}

const aRequest = {
  method: 'POST',
  url: 'https://there.example.com/',
  headers: {},
  body: '',
  timeout: 1,
} as const
const two = [linked('1'), linked('2')]

/** Sends the events to a third party that gives this response. */
async function outcomesOf(
  target: Target,
  response: ReturnType<typeof respond>,
  events: readonly LinkedEvent[] = two,
  settings: Record<string, unknown> = {},
) {
  const fake = thirdParty(() => response)
  const sendRequest = createRequestSender(
    { ...target, request: () => aRequest },
    settings,
    fake.ports,
    createRateLimiter(undefined),
  )
  const outcomes = (await sendRequest(events)).map(({ outcome }) => outcome)
  return { outcomes, names: outcomes.map(({ outcome }) => outcome), calls: fake.calls() }
}

/** Bodies that some third party returns in other cases. */
const misleading = [
  { message: 'success', errors: [{ type: 't', input_array: 'events', index: 0 }] },
  { message: 'no', errors: [{ type: 't' }] },
  { code: 0, message: 'OK' },
  { code: 40002, message: 'no' },
  { code: 502, message: 'bad gateway' },
  { events: [{ status: 'processed' }, { status: 'failed' }] },
  { elements: [{ status: 400 }] },
  { validationMessages: [{ description: 'no' }] },
  { eventsReceived: 1, error: { details: [{ index: 0 }] } },
  { status: 'INVALID' },
]

describe('a response', () => {
  for (const target of Object.values(targets)) {
    it(`of ${target.name} with a 5xx status defers the events, whatever its body`, async () => {
      for (const status of [500, 502, 503])
        for (const body of misleading) {
          const { names } = await outcomesOf(target, answered(status, body))
          assert.deepEqual(names, ['deferred', 'deferred'], `${status} ${JSON.stringify(body)}`)
        }
    })
  }

  const cases: readonly (readonly [string, string, ReturnType<typeof answered>, readonly string[]])[] = [
    ['an unknown key', 'braze', answered(401, { message: 'no', errors: ['no'] }), ['deferred']],
    [
      'queued events',
      'braze',
      answered(201, { message: 'queued', errors: [{ input_array: 'events', index: 0, type: 'no' }] }),
      ['refused', 'delivered'],
    ],
    [
      'a list of the same name among the failed updates',
      'iterable',
      answered(200, { invalidUserIds: ['u-1'], failedUpdates: { invalidUserIds: [] } }),
      ['refused', 'delivered'],
    ],
    ['an error with a status of success', 'meta', answered(200, { error: { code: 100 } }), ['refused']],
    ['a proxy', 'tiktok', answered(429, { code: 429, message: 'slow down' }), ['deferred']],
    ['a throttle', 'pinterest', answered(429, { events: [{ status: 'processed' }] }), ['deferred']],
    ['wrong credentials', 'linkedin', answered(401, { elements: [{ status: 400 }] }), ['deferred']],
    [
      'no event accepted and none named invalid',
      'microsoft',
      answered(200, { eventsReceived: 0, error: { code: 'c', message: 'm' } }),
      ['deferred'],
    ],
    [
      'an index written as text',
      'mixpanel',
      answered(400, { failed_records: [{ index: '1', message: 'no' }] }),
      ['delivered', 'refused'],
    ],
  ]
  for (const [title, name, response, expected] of cases) {
    it(`of ${name} is classified: ${title}`, async () => {
      const { names } = await outcomesOf(targetOf(name), response, [
        linked('1', { userId: 'u-1' }),
        linked('2', { userId: 'u-2' }),
      ])
      assert.deepEqual(names, expected.length === 1 ? [...expected, ...expected] : expected)
    })
  }

  it('with an error at an unknown index records the error as detail; a request with one event is refused', () => {
    const errors = new Map([[7, 'no such thing']])
    const evidence = { http_status: 200, detail: 'no such thing' }
    for (const { outcome } of acceptedExcept(respond(200), two, errors))
      assert.deepEqual(outcome, { outcome: 'delivered', ...evidence })
    assert.deepEqual(
      acceptedExcept(respond(200), [two[0]!], errors).map(({ outcome }) => outcome),
      [{ outcome: 'refused', reason: 'rejected', ...evidence }],
    )
  })

  it('that names every event invalid is not followed by single requests', async () => {
    const overQuota = answered(429, { exceeded_daily_quota_users: { 'u-1': 9 } })
    const events = ['1', '2', '3', '4'].map((id) => linked(id, { user_id: 'u-1' }))
    const { names, calls } = await outcomesOf(targetOf('amplitude'), overQuota, events)
    assert.deepEqual(new Set(names), new Set(['refused']))
    assert.equal(calls, 1)
  })

  it('that repeats secrets or personal data is recorded without them', async () => {
    const hashed = 'a1b2c3d4'.repeat(8)
    const token = 'EAAB secret/token'
    const fields = {
      event_name: 'Purchase',
      user_data: { em: [hashed], client_ip_address: '203.0.113.7', client_user_agent: 'Mozilla/5.0 (X11)' },
    }
    const text =
      `Purchase of ${hashed} (ada@example.com) from 203.0.113.7 by Mozilla/5.0 (X11): Bearer abc.def, ` +
      `${token}, ${encodeURIComponent(token)}`
    const response = answered(500, text)
    const { outcomes } = await outcomesOf(targetOf('meta'), response, [linked('1', fields)], {
      access_token: token,
    })
    assert.equal(outcomes[0]?.detail, 'Purchase of … (…) from … by …/5.0 (…): Bearer …, …, …')
    const cut = answered(400, `${'x'.repeat(290)}${token}`)
    const { outcomes: shortened } = await outcomesOf(targetOf('segment'), cut, [two[0]!], {
      write_key: token,
    })
    assert.equal(shortened[0]?.detail, '…')
  })

  it('that repeats an unlinked event is recorded without personal data', async () => {
    const event = linked('1', { user_id: 'u-1815', first_name: 'Augusta', event_data: { value: 3 } })
    const { outcomes } = await outcomesOf(targetOf('webhook'), answered(422, event.text), [event])
    assert.equal(outcomes[0]?.detail, '{"user_id":"…","first_name":"…","event_data":{"value":3}}')
  })
})
