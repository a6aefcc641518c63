/** Erasure at third parties: the request of each vendor, written by hand from its documentation, and the outcomes of responses. */
import assert from 'node:assert/strict'
import type { StoredEvent } from '../../functions/bus/stored_message.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { restrictSuppressed } from '../../functions/delivery/restrict_suppressed.ts'
import type { HttpRequest, HttpResponse } from '../../functions/net/http.ts'
import * as targets from '../../functions/targets/index.ts'
import { signature } from '../../functions/targets/webhook.ts'
import { delivered, refused, restricted } from '../../schemas/outcome.ts'
import { alone } from '../delivery/fake_third_party.ts'
import { settingsFor } from '../targets/run.ts'
import { email, erasureRequests, importing, person, type TargetName } from './vendor_requests.ts'

const secret = 'whsec_c2x1aWNlLWxvY2FsLWRldmVsb3BtZW50LXNlY3JldCE='
const now = new Date('2026-03-14T10:00:00Z')

function erasureEvent(field: string, value: string): StoredEvent {
  return {
    id: 'a-1',
    name: 'erasure',
    messageId: 'm-1',
    receivedAt: '',
    storedAt: '',
    attempt: 1,
    text: JSON.stringify({ [field]: value }),
    value: { [field]: value },
    isErasure: true,
  }
}

const ok: HttpResponse = { status: 200, headers: {}, body: '{}' }

/** Delivers an erasure request to a target that answers with `answer`. */
async function ask(
  name: TargetName,
  settings: object,
  field: string,
  value: string,
  answer: HttpResponse = ok,
) {
  const target = targets[name]
  const sent: HttpRequest[] = []
  const scopes: string[] = []
  const deliver = createDelivery(
    { id: 'crm' },
    target,
    settingsFor(target, settings as Readonly<Record<string, unknown>>),
    {
      now: () => now,
      send: async (request) => {
        sent.push(request)
        return answer
      },
      authorization: (scope) => {
        scopes.push(scope)
        return 'Bearer own-token'
      },
      dropToken: () => {},
      wait: async () => {},
      alert: () => assert.fail('an erasure must not alert'),
      ...alone(),
    },
  )
  const { outcome } = await deliver(erasureEvent(field, value))
  return { outcome, sent, scopes }
}

describe('erasure at third parties', () => {
  for (const { name, docs, settings, identity, url, headers, body } of erasureRequests) {
    it(`sends ${name} the documented request for ${identity[0]}`, async () => {
      assert.equal(targets[name].erase?.docs, docs)
      assert.ok(targets[name].erase?.supports(identity[0]))
      const { outcome, sent } = await ask(name, settings, ...identity)
      assert.deepEqual(outcome, delivered({ http_status: 200 }))
      const [request] = sent
      assert.deepEqual(
        { method: request!.method, url: request!.url, headers: request!.headers },
        { method: 'POST', url, headers },
      )
      assert.deepEqual(JSON.parse(request!.body.toString()), body)
    })
  }

  it('sends a webhook a signed event', async () => {
    const { sent } = await ask('webhook', { url: 'https://hooks.example.com/x', secret }, ...email)
    const [{ url, headers, body }] = sent as [HttpRequest]
    assert.equal(url, 'https://hooks.example.com/x')
    assert.equal(headers['webhook-id'], 'a-1')
    assert.equal(headers['webhook-signature'], signature(secret, 'a-1', 1773482400, body.toString()))
    assert.deepEqual(JSON.parse(body.toString()), {
      event_id: 'a-1',
      event_name: 'erasure',
      event_data: { email: 'ada@example.com' },
    })
  })

  it('is not sent without the settings that only it uses, and says which', async () => {
    const { outcome, sent } = await ask('mixpanel', importing, ...person)
    assert.deepEqual(sent, [])
    const detail = 'Set project_token and gdpr_token so that Mixpanel can be asked.'
    assert.deepEqual(outcome, refused('unauthorised_payload', { detail }))
  })

  it('gets a token of Google for its own API, which events do not need', async () => {
    const settings = { measurement_id: 'G-1', api_secret: 's-1', property_id: '123456789' }
    const { scopes } = await ask('ga4', settings, ...person)
    assert.deepEqual(scopes, ['https://www.googleapis.com/auth/analytics.user.deletion'])
    assert.equal(targets.ga4.googleScope, undefined)
    const { scopes: none } = await ask('iterable', { api_key: 'k' }, ...email)
    assert.deepEqual(none, [])
  })

  it('is delivered if the third party does not know the person', async () => {
    const answer = { status: 404, headers: {}, body: '' }
    const { outcome } = await ask('iterable', { api_key: 'k' }, ...email, answer)
    assert.deepEqual(outcome, delivered({ http_status: 404 }))
  })

  it('does not store the text of a response, and refuses without a retry on missing rights', async () => {
    const body = '{"message":"ada@example.com may not be deleted"}'
    for (const [status, reason] of [
      [401, 'unauthorised_payload'],
      [403, 'unauthorised_payload'],
      [400, 'rejected'],
    ] as const) {
      const { outcome } = await ask('iterable', { api_key: 'k' }, ...email, { status, headers: {}, body })
      assert.deepEqual(outcome, refused(reason, { http_status: status }))
    }
  })

  it('is sent although the person is on the suppression list', async () => {
    const deliver = restrictSuppressed(
      () => true,
      async () => ({ outcome: delivered(), latency: 1 }),
    )
    assert.deepEqual(await deliver(erasureEvent(...email)), { outcome: delivered(), latency: 1 })
    const { isErasure: _, ...event } = erasureEvent(...email)
    assert.deepEqual(await deliver(event), { outcome: restricted('suppressed'), latency: 0 })
  })

  it('is skipped for a target without an erasure API', async () => {
    const { outcome, sent } = await ask('meta', { dataset_id: '1', access_token: 't' }, ...email)
    assert.equal(outcome.outcome, 'skipped')
    assert.deepEqual(sent, [])
  })
})
