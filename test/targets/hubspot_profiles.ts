/** Cases of target `hubspot`: events that update their contact, and events that must not. */
import type { Example, SentRequest } from './case.ts'

const docs =
  'https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/upsert-contacts'
const settings = {
  access_token: 'pat-1',
  event_names: { sign_up: 'pe1234567_sign_up', login: 'pe1234567_login', page_view: 'pe1234567_page_view' },
}
const now = '2026-03-14T10:00:00Z'

function sent(path: string, inputs: readonly object[]): SentRequest {
  return {
    method: 'POST',
    url: `https://api.hubapi.com/${path}`,
    headers: { authorization: 'Bearer pat-1', 'content-type': 'application/json' },
    body: { inputs },
  }
}

function upserted(
  ...contacts: readonly (readonly [trace: string, properties: { email: string }])[]
): SentRequest {
  return sent(
    'crm/v3/objects/contacts/batch/upsert',
    contacts.map(([objectWriteTraceId, properties]) => ({
      id: properties.email,
      idProperty: 'email',
      objectWriteTraceId,
      properties,
    })),
  )
}

function occurred(...events: readonly (readonly [name: string, uuid: string, email: string])[]): SentRequest {
  return sent(
    'events/v3/send/batch',
    events.map(([name, uuid, email]) => ({
      eventName: `pe1234567_${name}`,
      occurredAt: '2026-03-14T10:00:00.000Z',
      uuid,
      email,
      properties: {},
    })),
  )
}

const ada = { event_name: 'sign_up', email: 'ada@example.com' }

export const hubspotProfiles: readonly Example[] = [
  {
    title: 'a sign-up updates the contact in a request before that of the event',
    docs,
    settings,
    now,
    events: [
      {
        ...ada,
        email: ' Ada@Example.com',
        phone: '+44 20 7123 4567',
        first_name: 'Ada',
        last_name: 'Lovelace',
        city: 'London',
        region: 'England',
        postal_code: 'SW1A 1AA',
        country: 'GB',
      },
    ],
    sends: [
      upserted([
        'e-1',
        {
          email: 'ada@example.com',
          firstname: 'Ada',
          lastname: 'Lovelace',
          phone: '+442071234567',
          city: 'London',
          state: 'England',
          zip: 'SW1A 1AA',
          country: 'GB',
        } as { email: string },
      ]),
      occurred(['sign_up', 'e-1', 'ada@example.com']),
    ],
  },
  {
    title: 'a contact is in a request once, as its latest event has it; a page view writes none',
    docs,
    settings,
    now,
    events: [
      { ...ada, first_name: 'Augusta' },
      { event_name: 'page_view', email: 'grace@example.com', first_name: 'Grace' },
      { event_name: 'login', email: 'ada@example.com', first_name: 'Ada' },
    ],
    sends: [
      upserted(['e-3', { email: 'ada@example.com', firstname: 'Ada' } as { email: string }]),
      occurred(['sign_up', 'e-1', 'ada@example.com'], ['login', 'e-3', 'ada@example.com']),
      occurred(['page_view', 'e-2', 'grace@example.com']),
    ],
  },
  {
    title: 'a sign-up without an address writes no contact',
    docs,
    settings,
    now,
    events: [{ event_name: 'sign_up', hubspotutk: '9f8e7d6c5b4a39281706f5e4d3c2b1a0', first_name: 'Ada' }],
    leftOut: ['person'],
    sends: [
      sent('events/v3/send/batch', [
        {
          eventName: 'pe1234567_sign_up',
          occurredAt: '2026-03-14T10:00:00.000Z',
          uuid: 'e-1',
          utk: '9f8e7d6c5b4a39281706f5e4d3c2b1a0',
          properties: {},
        },
      ]),
    ],
  },
  {
    title: 'a replayed sign-up writes no contact',
    docs,
    settings,
    isReplay: true,
    now,
    events: [ada],
    leftOut: ['person'],
    sends: [occurred(['sign_up', 'e-1', 'ada@example.com'])],
  },
]
