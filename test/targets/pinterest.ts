/** Cases of target `pinterest`. official_ads.test.ts checks its requests by the official schema. */
import { skipped } from '../../schemas/outcome.ts'
import { pinterestFaults } from './ad_faults.ts'
import { posted, type TargetCases } from './case.ts'
import { pinterestAnswers } from './pinterest_answers.ts'

const docs = 'https://developers.pinterest.com/docs/api/v5/events-create/'
const settings = { ad_account_id: '549755885175', access_token: 'pina_test-token' }
const now = '2026-03-14T10:00:00Z'
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'
const reader = { ip: '203.0.113.7', user_agent }

const url = 'https://api.pinterest.com/v5/ad_accounts/549755885175/events'
function sent(data: readonly object[], query = '') {
  return posted(`${url}${query}`, { data }, { authorization: 'Bearer pina_test-token' })
}

function visited(event_id: string, event_name = 'page_visit', rest: object = {}) {
  const user_data = { client_ip_address: reader.ip, client_user_agent: user_agent }
  return { event_name, event_id, event_time: 1773482400, action_source: 'web', user_data, ...rest }
}

export const pinterest: TargetCases = {
  minimal: settings,
  full: { ...settings, max_age_days: 30, validate_only: true },
  invalid: {
    'ad_account_id with a path': { ...settings, ad_account_id: '1/../2' },
    access_token: { ...settings, access_token: '' },
    'validate_only as text': { ...settings, validate_only: 'yes' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    ...pinterestFaults,
    {
      title: 'nothing for an event older than the setting allows',
      docs,
      settings: { ...settings, max_age_days: 3 },
      now,
      events: [{ event_name: 'page_view', event_time: '2026-03-10T09:00:00Z' }],
      sends: skipped('event_too_old'),
    },
    {
      title: 'a purchase with all fields, with amounts as strings',
      docs,
      settings,
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: 'eventId0001',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          email: ' Joe@EG.com ',
          phone: '+1 (425) 123-4567',
          first_name: 'Mary',
          last_name: 'Smith',
          gender: 'f',
          date_of_birth: '1990-03-12',
          city: 'New York',
          region: 'NY',
          postal_code: '1000-1',
          country: 'US',
          ...reader,
          locale: 'en-GB',
          epik: 'dj0yJnU9exampleEpik',
          page_url: 'https://www.my-clothing-shop.org/',
          transaction_id: 'my_order_id',
          value: 72.39,
          currency: 'USD',
          content_name: 'Clothes',
          items: [
            {
              item_id: 'red-pinterest-shirt-logo-1',
              item_name: 'shirt',
              item_brand: 'pinterest',
              item_category: 'clothes',
              price: 36.195,
              quantity: 2,
            },
          ],
        },
      ],
      sends: [
        sent([
          {
            event_name: 'checkout',
            event_time: 1773480878,
            event_id: 'eventId0001',
            action_source: 'web',
            event_source_url: 'https://www.my-clothing-shop.org/',
            user_data: {
              em: ['8830eedd6c6b5ea97d181563a349476ca1bb25ace1f94b5c5e48d9cad727941b'],
              ph: ['6f4fcb9deaeadc8f9746ae76d97ce1239e98b404efe5da3ee0b7149740f89ad6'],
              fn: ['6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec'],
              ln: ['6627835f988e2c5e50533d491163072d3f4f41f5c8b04630150debb3722ca2dd'],
              ge: ['252f10c83610ebca1a059c0bae8255eba2f95be4d1d7bcfa89d7248a82d9f111'],
              db: ['e1a8d70dcee943f7090317d718dda943ff15a94463473a5641779d36cf1e9747'],
              ct: ['350c754ba4d38897693aa077ef43072a859d23f613443133fecbbd90a3512ca5'],
              st: ['1b06e2003f8420d6fa42badd8f77ec0f706b976b7a48b13c567dc5a559681683'],
              zp: ['e443169117a184f91186b401133b20be670c7c0896f9886075e5d9b81e9d076b'],
              country: ['79adb2a2fce5c6ba215fe5f27f532d4e7edbac4b6a5e09e1ef3a08084a904621'],
              external_id: ['8c7024e4eee83a7e08f46d6ac7878d2ff1d16782a495a7bb7a78cbaaa723497e'],
              client_ip_address: '203.0.113.7',
              client_user_agent: user_agent,
              click_id: 'dj0yJnU9exampleEpik',
            },
            custom_data: {
              value: '72.39',
              currency: 'USD',
              content_ids: ['red-pinterest-shirt-logo-1'],
              contents: [
                {
                  id: 'red-pinterest-shirt-logo-1',
                  item_price: '36.195',
                  quantity: 2,
                  item_name: 'shirt',
                  item_category: 'clothes',
                  item_brand: 'pinterest',
                },
              ],
              num_items: 2,
              order_id: 'my_order_id',
              content_name: 'Clothes',
            },
            language: 'en',
          },
        ]),
      ],
    },
    {
      title: 'an opt-out in an app; the advertising id alone identifies the device',
      docs,
      settings: { ...settings, validate_only: true },
      now,
      events: [
        {
          event_name: 'app_open',
          action_source: 'app',
          os_name: 'Android',
          os_version: '16',
          device_brand: 'Samsung',
          app_id: 'com.example.news',
          advertising_id: '38400000-8cf0-11bd-b23e-10b96e40000d',
          limited_data_use: true,
        },
      ],
      sends: [
        sent(
          [
            {
              event_name: 'app_open',
              event_time: 1773482400,
              event_id: 'e-1',
              action_source: 'app_android',
              user_data: {
                hashed_maids: ['d4181bb455a74b3bc8b37c75ac9b2c702eb6b9930bd040b861403b31ca85634d'],
              },
              opt_out: true,
              custom_data: { opt_out_type: 'LDP' },
              app_info: { app_package_name: 'com.example.news' },
              app_id: 'com.example.news',
              device_brand: 'Samsung',
              os_version: '16',
            },
          ],
          '?test=true',
        ),
      ],
    },
    {
      title: 'two events share a request; a type without a standard name is a custom event',
      docs,
      settings,
      now,
      events: [
        { event_name: 'page_view', ...reader },
        { event_name: 'download', content_type: 'article', ...reader },
      ],
      sends: [
        sent([visited('e-1'), visited('e-2', 'custom', { custom_data: { content_category: 'article' } })]),
      ],
    },
    {
      title:
        'no postal code with letters, of which Pinterest takes the digits only; further fields by a link',
      docs,
      settings,
      now,
      linkage: {
        page_view: {
          'custom_data.external_measurement_id': 'session_id',
          'device_info.timezone': 'timezone',
          'device_info.os_family': { from: 'os_name', values: { iOS: 'ios' } },
        },
      },
      events: [
        {
          event_name: 'page_view',
          ...reader,
          postal_code: 'SW1A 1AA',
          country: 'GB',
          session_id: 'rbos-cb7a9e56',
          timezone: 'Europe/London',
          os_name: 'iOS',
        },
      ],
      sends: [
        sent([
          visited('e-1', 'page_visit', {
            user_data: {
              country: ['0b407281768f0e833afef47ed464b6571d01ca4d53c12ce5c51d1462f4ad6677'],
              client_ip_address: reader.ip,
              client_user_agent: user_agent,
            },
            custom_data: { external_measurement_id: 'rbos-cb7a9e56' },
            device_info: { timezone: 'Europe/London', os_family: 'ios' },
          }),
        ]),
      ],
    },
    {
      title: 'skips an event without a sufficient identifier',
      docs,
      settings,
      now,
      events: [{ event_name: 'page_view', phone: '+14251234567', ip: '203.0.113.7' }],
      sends: skipped('no_identifier'),
    },
    {
      title: 'skips a refund, which would count as a conversion',
      docs,
      settings,
      now,
      events: [{ event_name: 'refund', transaction_id: 'T-1', ...reader }],
      sends: skipped('event_not_mapped'),
    },
  ],
  answers: pinterestAnswers,
  recorder: {
    event: (n) => ({ event_id: `e-${n}` }),
    partial: 'each',
    waitSeconds: 30,
  },
}
