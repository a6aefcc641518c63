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

type Name = keyof typeof targets

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
async function ask(name: Name, settings: object, field: string, value: string, answer: HttpResponse = ok) {
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

const person = ['user_id', 'u-1815'] as const
const email = ['email', 'ada@example.com'] as const
const phone = ['phone', '+442071234567'] as const
const importing = { project_id: '7', service_account: 'a', service_account_secret: 's' }
const json = { 'content-type': 'application/json' }

const cases: readonly {
  name: Name
  docs: string
  settings: object
  identity: readonly [field: string, value: string]
  url: string
  headers: object
  body: object
}[] = [
  ...(
    [
      [person, { external_ids: ['u-1815'] }],
      [
        email,
        {
          email_addresses: [
            { email: 'ada@example.com', prioritization: ['identified', 'most_recently_updated'] },
          ],
        },
      ],
      [
        phone,
        {
          phone_numbers: [
            { phone: '+442071234567', prioritization: ['identified', 'most_recently_updated'] },
          ],
        },
      ],
    ] as const
  ).map(([identity, body]) => ({
    name: 'braze' as const,
    docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_delete',
    settings: { rest_endpoint: 'rest.fra-01.braze.eu', api_key: 'k-1' },
    identity,
    url: 'https://rest.fra-01.braze.eu/users/delete',
    headers: { authorization: 'Bearer k-1', ...json },
    body,
  })),
  {
    name: 'customerio',
    docs: 'https://docs.customer.io/integrations/api/track/#operation/entity',
    settings: { site_id: 'site', api_key: 'key', region: 'eu' },
    identity: person,
    url: 'https://track-eu.customer.io/api/v2/entity',
    // printf site:key | base64
    headers: { authorization: 'Basic c2l0ZTprZXk=', ...json },
    body: { type: 'person', action: 'suppress', identifiers: { id: 'u-1815' } },
  },
  {
    name: 'iterable',
    docs: 'https://support.iterable.com/hc/en-us/articles/360029174171',
    settings: { api_key: 'k-1' },
    identity: email,
    url: 'https://api.iterable.com/api/users/forget',
    headers: { 'api-key': 'k-1', ...json },
    body: { email: 'ada@example.com' },
  },
  {
    name: 'klaviyo',
    docs: 'https://developers.klaviyo.com/en/reference/request_profile_deletion',
    settings: { api_key: 'k-1' },
    identity: phone,
    url: 'https://a.klaviyo.com/api/data-privacy-deletion-jobs',
    headers: {
      accept: 'application/vnd.api+json',
      authorization: 'Klaviyo-API-Key k-1',
      'content-type': 'application/vnd.api+json',
      revision: '2026-07-15',
    },
    body: {
      data: {
        type: 'data-privacy-deletion-job',
        attributes: {
          profile: { data: { type: 'profile', attributes: { phone_number: '+442071234567' } } },
        },
      },
    },
  },
  {
    name: 'hubspot',
    docs: 'https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/gdpr/gdpr-delete-contact',
    settings: { access_token: 't-1', event_names: { purchase: 'pe1_purchase' } },
    identity: email,
    url: 'https://api.hubapi.com/crm/v3/objects/contacts/gdpr-delete',
    headers: { authorization: 'Bearer t-1', ...json },
    body: { objectId: 'ada@example.com', idProperty: 'email' },
  },
  {
    name: 'amplitude',
    docs: 'https://amplitude.com/docs/apis/analytics/user-privacy',
    settings: { api_key: 'k-1', secret_key: 's-1', region: 'eu' },
    identity: person,
    url: 'https://analytics.eu.amplitude.com/api/2/deletions/users',
    // printf k-1:s-1 | base64
    headers: { authorization: 'Basic ay0xOnMtMQ==', ...json },
    body: { user_ids: ['u-1815'], requester: 'sluice', ignore_invalid_id: 'true' },
  },
  ...(
    [
      [email, { subjectEmail: 'ada@example.com' }],
      [phone, { subjectPhone: '+442071234567' }],
      [person, { clientUserId: 'u-1815' }],
    ] as const
  ).map(([identity, body]) => ({
    name: 'attentive' as const,
    docs: 'https://docs.attentive.com/reference/privacy-request',
    settings: { api_key: 'k-1' },
    identity,
    url: 'https://api.attentivemobile.com/v1/privacy/delete-request',
    headers: { authorization: 'Bearer k-1', ...json },
    body,
  })),
  ...(
    [
      [person, ['u-1815']],
      [
        ['anonymous_id', 'a-1'],
        ['a-1', '$device:a-1'],
      ],
    ] as const
  ).map(([identity, distinct_ids]) => ({
    name: 'mixpanel' as const,
    docs: 'https://docs.mixpanel.com/reference/gdpr-api',
    settings: { ...importing, project_token: '591b3354', gdpr_token: 't-1', region: 'in' },
    identity,
    url: 'https://in.mixpanel.com/api/app/data-deletions/v3.0/?token=591b3354',
    headers: { authorization: 'Bearer t-1', ...json },
    body: { distinct_ids, compliance_type: 'GDPR' },
  })),
  {
    name: 'segment',
    docs: 'https://docs.segmentapis.com/tag/Deletion-and-Suppression',
    settings: { write_key: 'w-1', public_api_token: 't-1' },
    identity: person,
    url: 'https://api.segmentapis.com/regulations',
    headers: { authorization: 'Bearer t-1', ...json },
    body: { regulationType: 'SUPPRESS_WITH_DELETE', subjectType: 'USER_ID', subjectIds: ['u-1815'] },
  },
  ...(
    [
      [person, { type: 'USER_ID', userId: 'u-1815' }],
      [['ga_client_id', '1.2'], { type: 'CLIENT_ID', userId: '1.2' }],
    ] as const
  ).map(([identity, id]) => ({
    name: 'ga4' as const,
    docs: 'https://developers.google.com/analytics/devguides/config/userdeletion/v3/reference/userDeletion/userDeletionRequest/upsert',
    settings: { measurement_id: 'G-1', api_secret: 's-1', property_id: '123456789' },
    identity,
    url: 'https://www.googleapis.com/analytics/v3/userDeletion/userDeletionRequests:upsert',
    headers: { authorization: 'Bearer own-token', ...json },
    body: { kind: 'analytics#userDeletionRequest', id, propertyId: '123456789' },
  })),
]

describe('erasure at third parties', () => {
  for (const { name, docs, settings, identity, url, headers, body } of cases) {
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
