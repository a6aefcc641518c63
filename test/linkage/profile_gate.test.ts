/** Linkage layer: which events may update a profile, whatever the link of the destination says. */
import assert from 'node:assert/strict'
import { createPreview } from '../../functions/delivery/preview.ts'
import { readEvent } from '../../functions/event/read.ts'
import { codeRegistry } from '../../functions/event/registry.ts'
import { compilePreparation, type Linkable } from '../../functions/linkage/prepare.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import type { Link } from '../../schemas/link.ts'

const now = new Date('2026-03-14T10:00:00Z')

function event(name: string, members: object = {}, data: object = {}): Linkable {
  const value = {
    event_id: 'e-1',
    event_name: name,
    event_time: '2026-03-14T09:59:00.000000Z',
    user_id: 'u-1815',
    email: 'ada@example.com',
    ...members,
    event_data: data,
  }
  return { id: 'e-1', name, value, text: JSON.stringify(value) }
}

/** The profile of the event and what was left out. */
function braze(sent: Linkable, linkage: Readonly<Record<string, Link>> = {}) {
  const prepared = compilePreparation({ linkage }, targetOf('braze'), {})(sent, now)
  assert.ok('fields' in prepared, JSON.stringify(prepared))
  return { person: prepared.fields['person'], leftOut: prepared.leftOut }
}

const late = { event_time: '2026-03-14T08:00:00.000000Z' }
const profile = { email: 'ada@example.com' }

describe('the profile of an event', () => {
  it('is updated by a row of a sync, whenever the change was found: a row tells what is true now', () => {
    assert.deepEqual(braze(event('customer_profiles', late)), { person: profile, leftOut: undefined })
    assert.deepEqual(braze(event('sign_up', late)), {
      person: undefined,
      leftOut: ['person is left out: an event older than an hour updates no profile'],
    })
  })

  it('is not updated by a replay, by a link of the destination either', () => {
    const linkage = { lead: { 'person.home_city': 'city' } }
    const lead = event('lead', { city: 'Turin' })
    assert.deepEqual(braze(lead, linkage).person, { home_city: 'Turin' })
    assert.deepEqual(braze({ ...lead, isReplay: true }, linkage), {
      person: undefined,
      leftOut: ['person is left out: a replayed event updates no profile'],
    })
  })

  it('gets no further fields, which could be a subscription', () => {
    const signUp = event('sign_up', {}, { all: { person: { email_subscribe: 'opted_in' }, brand: 'x' } })
    const leftOut = ['extra.person is left out: the target lists the fields of a profile']
    for (const extra of [
      { 'extra.person.email_subscribe': { const: 'opted_in' } },
      { extra: 'event_data.all' },
    ])
      assert.deepEqual(braze(signUp, { '*': extra }), { person: profile, leftOut })
    assert.deepEqual(
      braze(event('lead'), { '*': { 'extra.person.push_subscribe': { const: 'opted_in' } } }),
      {
        person: undefined,
        leftOut,
      },
    )
  })

  it('is not updated if the identifier is left out because it is invalid', () => {
    const prepared = compilePreparation(
      {},
      targetOf('klaviyo'),
      {},
    )(
      event('sign_up', {
        user_id: 'u'.repeat(300),
        email: 'no address',
        anonymous_id: 'a-1',
        first_name: 'Ada',
      }),
      now,
    )
    assert.ok('fields' in prepared)
    const { profile: sent } = prepared.fields as { profile: { data: { attributes: object } } }
    assert.ok(!('first_name' in sent.data.attributes), JSON.stringify(sent))
  })

  it('is in the preview of a delivery, as a request of its own where the vendor has one', () => {
    const read = readEvent(
      {
        topic: 'events',
        messageId: 'm-1',
        publishTime: now.toISOString(),
        attributes: {},
        data: Buffer.from(
          JSON.stringify({
            event_name: 'sign_up',
            event_id: 'e-1',
            event_time: now.toISOString(),
            email: 'ada@example.com',
          }),
        ),
      },
      codeRegistry,
    )
    assert.ok(!('reason' in read))
    const destination = {
      id: 'crm',
      target: 'hubspot',
      settings: { event_names: { sign_up: 'pe1_sign_up' } },
      rules: [],
    }
    const decision = { destination: 'crm', permitted: true, rule: 'all', reason: 'permitted' } as const
    const preview = createPreview(destination, () => now)(read, decision)
    const { profile_request: own, request } = preview
    assert.match(own!.url, /contacts\/batch\/upsert$/)
    assert.deepEqual(JSON.parse(own!.body), {
      inputs: [
        {
          id: 'ada@example.com',
          idProperty: 'email',
          objectWriteTraceId: 'e-1',
          properties: { email: 'ada@example.com' },
        },
      ],
    })
    assert.equal(own!.headers['authorization'], 'Bearer ‹access_token›')
    assert.match(request!.url, /send\/batch$/)
    assert.ok(!request!.body.includes('person'))
  })
})
