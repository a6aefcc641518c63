/** Cases of target `amplitude`. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { amplitudeBatch, amplitudeFieldExamples } from './amplitude_fields.ts'
import { answered, commonAnswers } from './answers.ts'
import type { TargetCases } from './case.ts'

const docs = 'https://amplitude.com/docs/apis/analytics/http-v2'
const api_key = 'my_amplitude_api_key'
const now = '2026-03-14T10:00:00Z'

export const amplitude: TargetCases = {
  minimal: { api_key },
  full: { api_key, secret_key: 's-1', region: 'eu' },
  invalid: {
    api_key: { api_key: '' },
    secret_key: { api_key, secret_key: '' },
    'region unknown': { api_key, region: 'mars' },
    surprise: { api_key, surprise: 1 },
  },
  examples: [
    {
      title: 'a purchase with all fields',
      docs: `${docs}#keys-for-the-event-argument`,
      settings: { api_key },
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: '5f0adeff-6668-4427-8d02-57d803a2b841',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          anonymous_id: 'C8F9E604-F01A-4BD9-95C6-8E5357DF265D',
          email: ' Datamonster@Gmail.com ',
          action_source: 'app',
          country: 'US',
          region: 'CA',
          city: 'San Francisco',
          ip: '203.0.113.7',
          user_agent: 'ExampleApp/4.12',
          locale: 'en-GB',
          os_name: 'iOS',
          os_version: '26.3',
          device_brand: 'Apple',
          device_model: 'iPhone17,3',
          advertising_id: 'AEBE52E7-03EE-455A-B3C4-E57283966239',
          vendor_id: 'BCCE52E7-03EE-321A-B3D4-E57123966239',
          app_version: '4.12.0',
          page_url: 'https://shop.example/thanks',
          page_title: 'Thanks',
          utm_source: 'newsletter',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          items: [{ item_id: 'SKU-1842', price: 29.9, quantity: 2 }],
        },
      ],
      sends: [
        amplitudeBatch([
          {
            event_type: 'purchase',
            time: 1773480878000,
            insert_id: '5f0adeff-6668-4427-8d02-57d803a2b841',
            user_id: 'u-1815',
            device_id: 'C8F9E604-F01A-4BD9-95C6-8E5357DF265D',
            event_properties: {
              transaction_id: 'T-10042',
              value: 64.7,
              currency: 'EUR',
              items: [{ item_id: 'SKU-1842', price: 29.9, quantity: 2 }],
              page_url: 'https://shop.example/thanks',
              page_title: 'Thanks',
            },
            user_properties: { utm_source: 'newsletter' },
            app_version: '4.12.0',
            platform: 'iOS',
            os_name: 'iOS',
            os_version: '26.3',
            device_brand: 'Apple',
            device_model: 'iPhone17,3',
            country: 'US',
            region: 'CA',
            city: 'San Francisco',
            language: 'en-GB',
            ip: '203.0.113.7',
            user_agent: 'ExampleApp/4.12',
            idfa: 'AEBE52E7-03EE-455A-B3C4-E57283966239',
            idfv: 'BCCE52E7-03EE-321A-B3D4-E57123966239',
            revenue: 64.7,
            currency: 'EUR',
            revenueType: 'purchase',
          },
        ]),
      ],
    },
    {
      title:
        'two events in one request, with standard and custom fields; a login sets the address of the user',
      docs: `${docs}#upload-request`,
      settings: { api_key, region: 'eu' },
      now,
      events: [
        { event_name: 'tutorial_complete', user_id: 'u-1', content_name: 'Welcome tour', load_time: 0.8371 },
        {
          event_name: 'login',
          anonymous_id: 'a-1',
          email: ' Datamonster@Gmail.com ',
          action_source: 'web',
          method: 'email',
        },
      ],
      sends: [
        amplitudeBatch(
          [
            {
              event_type: 'tutorial_complete',
              time: 1773482400000,
              insert_id: 'e-1',
              user_id: 'u-1',
              event_properties: { content_name: 'Welcome tour', load_time: 0.8371 },
            },
            {
              event_type: 'login',
              time: 1773482400000,
              insert_id: 'e-2',
              device_id: 'a-1',
              event_properties: { method: 'email' },
              user_properties: { email: 'datamonster@gmail.com' },
              platform: 'Web',
            },
          ],
          'api.eu.amplitude.com',
        ),
      ],
    },
    ...amplitudeFieldExamples,
    {
      title: 'skips an event without an identifier',
      docs: `${docs}#keys-for-the-event-argument`,
      settings: { api_key },
      now,
      events: [{ event_name: 'login', email: 'ada@example.com' }],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    {
      title: 'success',
      answer: answered(200, {
        code: 200,
        events_ingested: 2,
        payload_size_bytes: 50,
        server_upload_time: 1396381378123,
      }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'invalid events, which Amplitude names',
      answer: answered(400, {
        code: 400,
        error: 'Request missing required field',
        missing_field: 'event_type',
        events_with_invalid_fields: { time: [3] },
        events_with_missing_fields: { event_type: [0] },
      }),
      events: 5,
      outcomes: [
        refused('rejected', { http_status: 400, detail: 'events_with_missing_fields: event_type' }),
        'resend',
        'resend',
        refused('rejected', { http_status: 400, detail: 'events_with_invalid_fields: time' }),
        'resend',
      ],
    },
    {
      title: 'an event that the project blocks',
      answer: answered(400, {
        code: 400,
        error: 'Silenced',
        silenced_events: [1],
        silenced_devices: ['d-1'],
      }),
      events: 2,
      outcomes: ['resend', refused('rejected', { http_status: 400, detail: 'silenced_events' })],
    },
    {
      title: 'an invalid API key',
      answer: answered(400, { code: 400, error: 'Invalid API key: my_amplitude_api_key' }),
      events: 1,
      outcomes: [deferred('auth', { http_status: 400, detail: 'Invalid API key.' })],
    },
    {
      title: 'a device that sends too many events',
      answer: answered(429, {
        code: 429,
        error: 'Too many requests for some devices and users',
        eps_threshold: 10,
        throttled_devices: { 'C8F9E604-F01A-4BD9-95C6-8E5357DF265D': 11 },
        throttled_users: {},
        throttled_events: [3, 4, 7],
      }),
      events: 1,
      outcomes: [
        deferred('throttled', { http_status: 429, detail: 'Too many requests for some devices and users' }),
      ],
      retryAfter: 30_000,
    },
    {
      title: 'a user whose daily quota is exceeded, which does not affect other events',
      answer: answered(429, {
        code: 429,
        error: 'Too many requests for some devices and users',
        exceeded_daily_quota_users: { 'u-1': 500001 },
        exceeded_daily_quota_devices: {},
      }),
      events: [{ user_id: 'u-1' }, { user_id: 'u-2' }],
      outcomes: [
        refused('rejected', {
          http_status: 429,
          detail: 'The daily quota of the user or device is exceeded.',
        }),
        'resend',
      ],
    },
    ...commonAnswers,
  ],
  recorder: {
    event: (n) => ({ insert_id: `e-${n}` }),
    partial: 'without',
    waitSeconds: 30,
  },
}
