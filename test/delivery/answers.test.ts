/** Delivery: answers whose status and body disagree, or that repeat what was sent. What was not accepted is never called delivered, what
 * may yet be accepted never refused, and no secret and nobody's data come into an outcome. */
import assert from 'node:assert/strict'
import { createRequestSender } from '../../functions/delivery/send_request.ts'
import { createRateLimiter } from '../../functions/delivery/rate_limiter.ts'
import { acceptedExcept } from '../../functions/targets/answer.ts'
import * as targets from '../../functions/targets/index.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import type { LinkedEvent, Target } from '../../functions/targets/target.ts'
import { answer, thirdParty } from './fake_third_party.ts'
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

/** What becomes of the events when the target's third party gives this answer. */
async function endings(
  target: Target,
  response: ReturnType<typeof answer>,
  events: readonly LinkedEvent[] = two,
  settings: Record<string, unknown> = {},
) {
  const party = thirdParty(() => response)
  const exchange = createRequestSender(
    { ...target, request: () => aRequest },
    settings,
    party.ports,
    createRateLimiter(undefined, party.ports),
  )
  const outcomes = (await exchange(events)).map(({ outcome }) => outcome)
  return { outcomes, names: outcomes.map(({ outcome }) => outcome), calls: party.calls() }
}

/** Bodies that some third party gives in other cases. */
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

describe('an answer', () => {
  for (const target of Object.values(targets)) {
    it(`of ${target.name} with a fault of its own says nothing final, whatever stands in the body`, async () => {
      for (const status of [500, 502, 503])
        for (const body of misleading) {
          const { names } = await endings(target, answered(status, body))
          assert.deepEqual(names, ['deferred', 'deferred'], `${status} ${JSON.stringify(body)}`)
        }
    })
  }

  const cases: readonly (readonly [string, string, ReturnType<typeof answered>, readonly string[]])[] = [
    ['a key it does not know', 'braze', answered(401, { message: 'no', errors: ['no'] }), ['deferred']],
    [
      'events it will take later',
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
      'nothing taken and nobody to blame',
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
    it(`of ${name} is understood: ${title}`, async () => {
      const { names } = await endings(targetOf(name), response, [
        linked('1', { userId: 'u-1' }),
        linked('2', { userId: 'u-2' }),
      ])
      assert.deepEqual(names, expected.length === 1 ? [...expected, ...expected] : expected)
    })
  }

  it('that finds fault with an event that was not sent keeps its words, and means the only one that was', () => {
    const faults = new Map([[7, 'no such thing']])
    const told = { http_status: 200, detail: 'no such thing' }
    for (const { outcome } of acceptedExcept(answer(200), two, faults))
      assert.deepEqual(outcome, { outcome: 'delivered', ...told })
    assert.deepEqual(
      acceptedExcept(answer(200), [two[0]!], faults).map(({ outcome }) => outcome),
      [{ outcome: 'refused', reason: 'rejected', ...told }],
    )
  })

  it('that names every event guilty is not asked for again, one by one', async () => {
    const overQuota = answered(429, { exceeded_daily_quota_users: { 'u-1': 9 } })
    const events = ['1', '2', '3', '4'].map((id) => linked(id, { user_id: 'u-1' }))
    const { names, calls } = await endings(targetOf('amplitude'), overQuota, events)
    assert.deepEqual(new Set(names), new Set(['refused']))
    assert.equal(calls, 1)
  })

  it('that repeats secrets or what tells of a person is kept without them', async () => {
    const hashed = 'a1b2c3d4'.repeat(8)
    const token = 'EAAB secret/token'
    const fields = {
      event_name: 'Purchase',
      user_data: { em: [hashed], client_ip_address: '203.0.113.7', client_user_agent: 'Mozilla/5.0 (X11)' },
    }
    const words =
      `Purchase of ${hashed} (ada@example.com) from 203.0.113.7 by Mozilla/5.0 (X11): Bearer abc.def, ` +
      `${token}, ${encodeURIComponent(token)}`
    const response = answered(500, words)
    const { outcomes } = await endings(targetOf('meta'), response, [linked('1', fields)], {
      access_token: token,
    })
    assert.equal(outcomes[0]?.detail, 'Purchase of … (…) from … by …: Bearer …, …, …')
    const cut = answered(400, `${'x'.repeat(290)}${token}`)
    const { outcomes: shortened } = await endings(targetOf('segment'), cut, [two[0]!], { write_key: token })
    assert.equal(shortened[0]?.detail, `${'x'.repeat(290)}…`)
  })

  it('that repeats an event handed over as it is, is kept without what tells of a person', async () => {
    const event = linked('1', { user_id: 'u-1815', first_name: 'Augusta', event_data: { value: 3 } })
    const { outcomes } = await endings(targetOf('webhook'), answered(422, event.text), [event])
    assert.equal(outcomes[0]?.detail, '{"user_id":"…","first_name":"…","event_data":{"value":3}}')
  })
})
