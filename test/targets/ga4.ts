/** Cases of target `ga4`. */
import { delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import { posted, type TargetCases } from './case.ts'
import { ga4ParameterExamples } from './ga4_parameters.ts'

const docs = 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference'
const measurement_id = 'G-ABC123DEF4'
const firebase_app_id = '1:1234567890:android:321abc456def7890'
const api_secret = 'Se-cret_1&x'
const web = { measurement_id, api_secret }
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'
const common = { docs, settings: web, now: '2026-03-14T10:00:00Z' }

function sent(address: string, body: object) {
  return posted(`https://${address}&api_secret=Se-cret_1%26x`, body)
}

function sentEvent(name: string, timestamp_micros: number, params: object = {}) {
  return { name, timestamp_micros, params: { ...params, engagement_time_msec: 1 } }
}

const willing = { email: 'ada@example.com', consent: { ad_user_data: 'granted' } }
const ids = { user_id: 'u-1', anonymous_id: 'a-1', email: 'ada@example.com' }
const unwilling = { ...ids, consent: { ad_user_data: 'denied' } }

/** GA4 has the same names for these fields. */
const order = {
  transaction_id: 'T-10042',
  value: 64.7,
  currency: 'EUR',
  tax: 9.55,
  shipping: 4.9,
  coupon: 'SPRING10',
  items: [{ item_id: 'SKU-1842', item_name: 'Notes', item_brand: 'Menabrea', price: 29.9, quantity: 2 }],
}

const badName =
  'Event at index: [0] has invalid name [_badEventName]. Names must start with an alphabetic character.'

export const ga4: TargetCases = {
  minimal: web,
  full: {
    measurement_id,
    firebase_app_id,
    api_secret,
    property_id: '123456789',
    region: 'eu',
    validate_only: true,
  },
  invalid: {
    'measurement_id that adds a parameter': { measurement_id: 'G-ABC&debug=1', api_secret },
    'firebase_app_id of no app': { firebase_app_id: 'com.example.app', api_secret },
    api_secret: { measurement_id, api_secret: '' },
    'property_id that is no number': { measurement_id, api_secret, property_id: 'G-1' },
    'region unknown': { measurement_id, api_secret, region: 'mars' },
    surprise: { ...web, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'a purchase with all fields',
      settings: { ...web, region: 'eu' },
      events: [
        {
          event_name: 'purchase',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          anonymous_id: 'anon-7f3a91',
          ga_client_id: '1098115397.1773480413',
          ga_session_id: '1773480413',
          email: ' Jane.Doe+promo@Gmail.com',
          phone: '+1 (800) 555-0100',
          first_name: ' Ada',
          last_name: 'LOVELACE',
          city: 'San Francisco',
          region: 'CA',
          postal_code: '94107',
          country: 'us',
          ip: '203.0.113.7',
          user_agent,
          locale: 'en-GB',
          os_name: 'Linux',
          page_url: 'https://shop.example/thanks',
          page_title: 'Thanks',
          consent: { ad_user_data: 'granted', ad_personalization: 'denied' },
          ...order,
        },
      ],
      sends: [
        sent('region1.google-analytics.com/mp/collect?measurement_id=G-ABC123DEF4', {
          client_id: '1098115397.1773480413',
          user_id: 'u-1815',
          consent: { ad_user_data: 'GRANTED', ad_personalization: 'DENIED' },
          user_data: {
            sha256_email_address: ['d6117306485ed0e50afab3ac871e98f81699151f30281527d63ff5f233656c69'],
            sha256_phone_number: ['fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30'],
            address: [
              {
                sha256_first_name: 'fdee430d40bd57deeac186cd9790033d0f06f909a8806e7ce6e717ab7c7d5029',
                sha256_last_name: 'fb1e7ec987523d2cb9e022cec1d6ae7c99dc46edfae4fe51254025fe4bea571f',
                city: 'san francisco',
                region: 'ca',
                postal_code: '94107',
                country: 'US',
              },
            ],
          },
          user_location: { city: 'San Francisco', region_id: 'US-CA', country_id: 'US' },
          ip_override: '203.0.113.7',
          user_agent,
          device: { language: 'en-GB', operating_system: 'Linux' },
          events: [
            {
              name: 'purchase',
              timestamp_micros: 1773480878000000,
              params: {
                ...order,
                session_id: '1773480413',
                engagement_time_msec: 1,
                page_location: 'https://shop.example/thanks',
                page_title: 'Thanks',
              },
            },
          ],
        }),
      ],
    },
    {
      ...common,
      title: 'sends no user data without consent or without a user id, and one client per request',
      docs: 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events',
      settings: { ...web, validate_only: true },
      events: [
        { event_name: 'login', event_time: '2026-03-14T09:30:00Z', ...unwilling, method: 'Google' },
        { event_name: 'lead', event_time: '2026-03-14T09:40:00Z', ...unwilling, value: 100, currency: 'EUR' },
        { event_name: 'login', event_time: '2026-03-14T09:40:00Z', anonymous_id: 'a-2', ...willing },
      ],
      sends: [
        sent('www.google-analytics.com/debug/mp/collect?measurement_id=G-ABC123DEF4', {
          client_id: 'a-1',
          user_id: 'u-1',
          consent: { ad_user_data: 'DENIED' },
          events: [
            sentEvent('login', 1773480600000000, { method: 'Google' }),
            sentEvent('generate_lead', 1773481200000000, { value: 100, currency: 'EUR' }),
          ],
        }),
        sent('www.google-analytics.com/debug/mp/collect?measurement_id=G-ABC123DEF4', {
          client_id: 'a-2',
          consent: { ad_user_data: 'GRANTED' },
          events: [sentEvent('login', 1773481200000000)],
        }),
      ],
    },
    {
      ...common,
      title: 'an app stream has the id of the app instance',
      docs: 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference?client_type=firebase',
      settings: { firebase_app_id, api_secret },
      linkage: { '*': { client_id: null, app_instance_id: 'vendor_id' } },
      events: [
        {
          event_name: 'tutorial_complete',
          event_time: '2026-03-14T09:40:00Z',
          anonymous_id: 'a-1',
          vendor_id: 'cccccccccccccccccccccccccccccccc',
        },
      ],
      sends: [
        sent('www.google-analytics.com/mp/collect?firebase_app_id=1:1234567890:android:321abc456def7890', {
          app_instance_id: 'cccccccccccccccccccccccccccccccc',
          events: [sentEvent('tutorial_complete', 1773481200000000)],
        }),
      ],
    },
    {
      ...common,
      title: 'skips an event older than 72 hours',
      docs: 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events#override_timestamp',
      events: [{ event_name: 'login', event_time: '2026-03-11T09:59:59Z', anonymous_id: 'a-1' }],
      sends: skipped('event_too_old'),
    },
    {
      ...common,
      title: 'skips an event with a reserved name',
      docs: `${docs}#reserved_names`,
      events: [{ event_name: 'app_install', anonymous_id: 'a-1' }],
      sends: skipped('event_not_mapped'),
    },
    {
      ...common,
      title: 'refuses settings with both a web and an app stream',
      settings: { ...web, firebase_app_id },
      events: [{ event_name: 'login', anonymous_id: 'a-1' }],
      sends: /Set only one of measurement_id and firebase_app_id/,
    },
    ...ga4ParameterExamples,
  ],
  answers: [
    {
      title: '204, the answer to every request',
      answer: answered(204),
      events: 2,
      outcomes: [delivered({ http_status: 204 }), delivered({ http_status: 204 })],
    },
    {
      title: 'the validation server, without errors',
      answer: answered(200, { validationMessages: [] }),
      events: 1,
      outcomes: [delivered({ http_status: 200 })],
    },
    {
      title: 'the validation server, with an error',
      answer: answered(200, {
        validationMessages: [{ fieldPath: 'events', description: badName, validationCode: 'NAME_INVALID' }],
      }),
      events: 1,
      outcomes: [refused('rejected', { http_status: 200, detail: `events ${badName}` })],
    },
    ...commonAnswers,
  ],
  recorder: {
    event: (n) => ({ client_id: '1.2', event: { name: 'login', params: { transaction_id: `e-${n}` } } }),
    partial: 'unseen',
    waitSeconds: 30,
    isSilent: true,
  },
}
