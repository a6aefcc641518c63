/** Cases of target `hubspot`. Its requests follow HubSpot's OpenAPI document of events/v3/send (HubSpot-public-api-spec-collection, copy of
 * 2026-08). */
import { skipped } from '../../schemas/outcome.ts'
import type { SentRequest, TargetCases } from './case.ts'
import { hubspotAnswers } from './hubspot_answers.ts'
import { hubspotProfiles } from './hubspot_profiles.ts'

const docs = 'https://developers.hubspot.com/docs/api-reference/events-send-event-completions-v3/guide'
const defineDocs =
  'https://developers.hubspot.com/docs/api-reference/events-manage-event-definitions-v3/guide'
const settings = {
  access_token: 'pat-1',
  event_names: {
    purchase: 'pe1234567_purchase',
    sign_up: 'pe1234567_sign_up',
  },
}

const now = '2026-03-14T10:00:00Z'

function sent(inputs: readonly object[]): SentRequest {
  return {
    method: 'POST',
    url: 'https://api.hubapi.com/events/v3/send/batch',
    headers: { authorization: 'Bearer pat-1', 'content-type': 'application/json' },
    body: { inputs },
  }
}

/** The contact of `ada`, which each sign-up with the address updates first. */
function contact(objectWriteTraceId: string): SentRequest {
  const properties = { email: 'ada@example.com' }
  return {
    ...sent([{ id: properties.email, idProperty: 'email', objectWriteTraceId, properties }]),
    url: 'https://api.hubapi.com/crm/v3/objects/contacts/batch/upsert',
  }
}

function signUp(properties: object) {
  return {
    eventName: 'pe1234567_sign_up',
    occurredAt: '2026-03-14T10:00:00.000Z',
    uuid: 'e-1',
    email: 'ada@example.com',
    properties,
  }
}

export const hubspot: TargetCases = {
  minimal: settings,
  full: { ...settings, default_properties: false },
  invalid: {
    access_token: { ...settings, access_token: '' },
    'event_names without the account': { ...settings, event_names: { purchase: 'purchase' } },
    'default_properties as text': { ...settings, default_properties: 'no' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      title: 'a purchase with all fields, with properties as strings, and items by a link of the destination',
      docs,
      settings,
      linkage: { purchase: { 'properties.items': { from: 'items', as: 'json' } } },
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: '0428621c-5e17-5407-84ce-a64d1439ade8',
          event_time: '2026-03-14T09:34:38Z',
          email: ' Ada@Example.com',
          hubspotutk: '9f8e7d6c5b4a39281706f5e4d3c2b1a0',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          items: [{ item_id: 'SKU-1842', quantity: 2 }],
          gift: true,
          page_url: 'https://shop.example/checkout/thanks',
          page_title: 'Thanks',
          page_referrer: 'https://shop.example/checkout',
          utm_source: 'newsletter',
          utm_campaign: 'spring_launch',
        },
      ],
      sends: [
        sent([
          {
            eventName: 'pe1234567_purchase',
            occurredAt: '2026-03-14T09:34:38.000Z',
            uuid: '0428621c-5e17-5407-84ce-a64d1439ade8',
            email: 'ada@example.com',
            properties: {
              transaction_id: 'T-10042',
              value: '64.7',
              currency: 'EUR',
              items: '[{"item_id":"SKU-1842","quantity":2}]',
              gift: 'true',
              hs_page_url: 'https://shop.example/checkout/thanks',
              hs_page_title: 'Thanks',
              hs_referrer: 'https://shop.example/checkout',
              hs_utm_source: 'newsletter',
              hs_utm_campaign: 'spring_launch',
            },
          },
        ]),
      ],
    },
    {
      title: 'an event of a visitor identified by a cookie, and one with an address, which has a contact',
      docs,
      settings,
      now,
      events: [
        { event_name: 'sign_up', hubspotutk: '9f8e7d6c5b4a39281706f5e4d3c2b1a0' },
        { event_name: 'sign_up', email: 'ada@example.com', method: 'email' },
      ],
      sends: [
        sent([
          {
            eventName: 'pe1234567_sign_up',
            occurredAt: '2026-03-14T10:00:00.000Z',
            uuid: 'e-1',
            utk: '9f8e7d6c5b4a39281706f5e4d3c2b1a0',
            properties: {},
          },
        ]),
        contact('e-2'),
        sent([
          {
            eventName: 'pe1234567_sign_up',
            occurredAt: '2026-03-14T10:00:00.000Z',
            uuid: 'e-2',
            email: 'ada@example.com',
            properties: { method: 'email' },
          },
        ]),
      ],
    },
    {
      title: 'an event definition without default properties gets no page',
      docs: defineDocs,
      settings: { ...settings, default_properties: false },
      now,
      events: [
        {
          event_name: 'sign_up',
          email: 'ada@example.com',
          page_url: 'https://shop.example/',
          method: 'email',
        },
      ],
      sends: [contact('e-1'), sent([signUp({ method: 'email' })])],
    },
    {
      title: 'cuts long values, and leaves out what HubSpot refuses',
      docs,
      settings,
      linkage: { sign_up: { 'properties.items': { from: 'items', as: 'json' } } },
      now,
      events: [
        {
          event_name: 'sign_up',
          email: 'ada@example.com',
          page_url: `https://shop.example/${'a'.repeat(2000)}`,
          page_title: 'a'.repeat(300),
          note: 'b'.repeat(300),
          image_url: 'c'.repeat(1025),
          items: Array.from({ length: 20 }, () => ({ item_id: 'SKU-1842' })),
          address: { city: 'London' },
          tags: ['a', 'b'],
          'camelCase-name': 1,
          [`n${'n'.repeat(50)}`]: 1,
          rating: 4.5,
        },
      ],
      sends: [
        contact('e-1'),
        sent([
          signUp({
            hs_page_url: `https://shop.example/${'a'.repeat(1003)}`,
            hs_page_title: 'a'.repeat(256),
            note: 'b'.repeat(256),
            image_url: 'c'.repeat(1024),
            rating: '4.5',
          }),
        ]),
      ],
    },
    {
      title: 'sends at most 50 properties, the page first',
      docs,
      settings,
      now,
      events: [
        {
          event_name: 'sign_up',
          email: 'ada@example.com',
          page_title: 'Welcome',
          ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`p${n}`, n])),
        },
      ],
      sends: [
        contact('e-1'),
        sent([
          signUp({
            ...Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`p${n}`, String(n)])),
            hs_page_title: 'Welcome',
          }),
        ]),
      ],
    },
    {
      title: 'skips an event type without a definition',
      docs,
      settings,
      now,
      events: [{ event_name: 'login', email: 'ada@example.com' }],
      sends: skipped('event_not_mapped'),
    },
    {
      title: 'skips an event without an identifier',
      docs,
      settings,
      now,
      events: [{ event_name: 'sign_up', user_id: 'u-1' }],
      sends: skipped('no_identifier'),
    },
    ...hubspotProfiles,
  ],
  answers: hubspotAnswers,
  recorder: {
    event: (n) => ({ uuid: `e-${n}`, eventName: 'pe1_login' }),
    partial: 'whole',
  },
}
