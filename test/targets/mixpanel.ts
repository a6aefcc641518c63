/** Cases of target `mixpanel`. The requests for all event types are valid by Mixpanel's OpenAPI description (github.com/mixpanel/docs,
 * openapi/ingestion.openapi.yaml, 2026-08-21, MIT). */
import { skipped } from '../../schemas/outcome.ts'
import type { SentRequest, TargetCases } from './case.ts'
import { mixpanelAnswers } from './mixpanel_answers.ts'
import { mixpanelProfiles } from './mixpanel_profiles.ts'

const docs = 'https://developer.mixpanel.com/reference/import-events'
const settings = {
  project_id: '1234567',
  service_account: 'sluice.a1b2c3.mp-service-account',
  service_account_secret: 's3cret',
}

const now = '2026-03-14T10:00:00Z'

function sent(body: readonly object[], host = 'api.mixpanel.com'): SentRequest {
  return {
    method: 'POST',
    url: `https://${host}/import?strict=1&project_id=1234567`,
    headers: {
      authorization: 'Basic c2x1aWNlLmExYjJjMy5tcC1zZXJ2aWNlLWFjY291bnQ6czNjcmV0',
      'content-type': 'application/json',
    },
    body,
  }
}

export const mixpanel: TargetCases = {
  minimal: settings,
  full: { ...settings, project_token: '591b3354', gdpr_token: 't-1', id_merge: 'original', region: 'eu' },
  invalid: {
    'project_id that adds a parameter': { ...settings, project_id: '1&strict=0' },
    'service_account with a colon': { ...settings, service_account: 'a:b' },
    service_account_secret: { ...settings, service_account_secret: '' },
    'project_token that adds a parameter': { ...settings, project_token: 'a&b' },
    gdpr_token: { ...settings, gdpr_token: '' },
    'region unknown': { ...settings, region: 'mars' },
    'id_merge unknown': { ...settings, id_merge: 'simplified' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      title: 'a purchase with all fields',
      docs,
      settings,
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: '5d958f87-542d-4c10-9422-0ed75893dc81',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          anonymous_id: 'anon-7f3a91',
          ip: '136.24.0.114',
          city: 'San Francisco',
          region: 'California',
          country: 'us',
          os_name: 'iOS',
          os_version: '26.3',
          device_brand: 'Apple',
          device_model: 'iPhone17,3',
          app_version: '4.12.0',
          page_url: 'https://shop.example/thanks',
          page_referrer: 'https://shop.example/checkout',
          utm_source: 'newsletter',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          coupon: 'SPRING10',
          items: [{ item_id: 'SKU-1842', price: 29.9, quantity: 2 }],
        },
      ],
      sends: [
        sent([
          {
            event: 'purchase',
            properties: {
              time: 1773480878000,
              distinct_id: 'u-1815',
              $insert_id: '5d958f87-542d-4c10-9422-0ed75893dc81',
              $device_id: 'anon-7f3a91',
              $user_id: 'u-1815',
              ip: '136.24.0.114',
              $city: 'San Francisco',
              $region: 'California',
              mp_country_code: 'US',
              $os: 'iOS',
              $os_version: '26.3',
              $brand: 'Apple',
              $model: 'iPhone17,3',
              $app_version_string: '4.12.0',
              $current_url: 'https://shop.example/thanks',
              $referrer: 'https://shop.example/checkout',
              utm_source: 'newsletter',
              transaction_id: 'T-10042',
              value: 64.7,
              currency: 'EUR',
              coupon: 'SPRING10',
              items: [{ item_id: 'SKU-1842', price: 29.9, quantity: 2 }],
            },
          },
        ]),
      ],
    },
    {
      title: 'two events in one request',
      docs,
      settings: { ...settings, region: 'eu' },
      now,
      events: [
        { event_name: 'sign_up', user_id: 'u-1', method: 'email', favourite_colour: 'blue' },
        { event_name: 'login', anonymous_id: 'a-1' },
      ],
      sends: [
        sent(
          [
            {
              event: 'sign_up',
              properties: {
                time: 1773482400000,
                distinct_id: 'u-1',
                $insert_id: 'e-1',
                $user_id: 'u-1',
                method: 'email',
                favourite_colour: 'blue',
              },
            },
            {
              event: 'login',
              properties: { time: 1773482400000, distinct_id: 'a-1', $insert_id: 'e-2', $device_id: 'a-1' },
            },
          ],
          'api-eu.mixpanel.com',
        ),
      ],
    },
    {
      title: 'another $insert_id than of 36 letters, digits and dashes is hashed, placeholders too',
      docs: `${docs}#propertiesinsert_id`,
      settings,
      now,
      events: [
        { event_name: 'login', user_id: 'u-1', event_id: 'order:10042' },
        { event_name: 'login', user_id: 'u-1', event_id: '0' },
      ],
      sends: [
        sent(
          // printf %s order:10042 | sha256sum | cut -c1-36; the same for 0
          ['660c7474144721011cbdda19403d1aaa8442', '5feceb66ffc86f38d952786c6d696c79c2db'].map(
            ($insert_id) => ({
              event: 'login',
              properties: { time: 1773482400000, distinct_id: 'u-1', $insert_id, $user_id: 'u-1' },
            }),
          ),
        ),
      ],
    },
    {
      title: 'a placeholder id is left out if there is another id',
      docs: `${docs}#propertiesdistinct_id`,
      settings: { ...settings, region: 'in' },
      now,
      events: [{ event_name: 'login', user_id: 'undefined', anonymous_id: 'a-1' }],
      leftOut: ['properties.$user_id'],
      sends: [
        sent(
          [
            {
              event: 'login',
              properties: { time: 1773482400000, distinct_id: 'a-1', $insert_id: 'e-1', $device_id: 'a-1' },
            },
          ],
          'api-in.mixpanel.com',
        ),
      ],
    },
    {
      title: 'skips an event whose only id is a placeholder',
      docs: `${docs}#propertiesdistinct_id`,
      settings,
      now,
      events: [{ event_name: 'login', user_id: 'undefined' }],
      sends: skipped('no_identifier'),
    },
    {
      title: 'a list of 255 elements is cut, and what is nested more than three times is left out',
      docs: `${docs}#high-level-requirements`,
      settings,
      linkage: { '*': { 'extra.properties.$browser': 'device_brand' } },
      now,
      events: [
        {
          event_name: 'login',
          user_id: 'u-1',
          device_brand: 'Firefox',
          sizes: Array.from({ length: 255 }, (_, at) => at),
          a: { b: { c: { d: 1, e: { f: 1 } } } },
        },
      ],
      leftOut: ['custom.sizes[254]', 'custom.a.b.c.e'],
      sends: [
        sent([
          {
            event: 'login',
            properties: {
              time: 1773482400000,
              distinct_id: 'u-1',
              $insert_id: 'e-1',
              $user_id: 'u-1',
              $brand: 'Firefox',
              $browser: 'Firefox',
              sizes: Array.from({ length: 254 }, (_, at) => at),
              a: { b: { c: { d: 1 } } },
            },
          },
        ]),
      ],
    },
    {
      title: 'skips an event more than an hour in the future',
      docs,
      settings,
      now,
      events: [{ event_name: 'login', user_id: 'u-1', event_time: '2026-03-14T11:00:01Z' }],
      sends: skipped('event_in_future'),
    },
    ...mixpanelProfiles,
  ],
  answers: mixpanelAnswers,
  recorder: {
    event: (n) => ({ event: 'login', properties: { $insert_id: `e-${n}` } }),
    partial: 'each',
  },
}
