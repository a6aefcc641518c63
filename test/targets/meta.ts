/** Cases of target `meta`. */
import { skipped } from '../../schemas/outcome.ts'
import { metaFaults } from './ad_faults.ts'
import { metaAppExamples } from './app_events.ts'
import type { TargetCases } from './case.ts'
import { answers } from './meta_answers.ts'
import { metaFieldExamples } from './meta_fields.ts'
import { dataset_id, docs, now, sent, settings, user_agent, visit, visited } from './meta_request.ts'

export const meta: TargetCases = {
  minimal: settings,
  full: { ...settings, api_version: 'v26.0', test_event_code: 'TEST12345' },
  invalid: {
    'dataset_id with a path': { ...settings, dataset_id: '1/../me' },
    'api_version without its v': { ...settings, api_version: '25.0' },
    access_token: { dataset_id, access_token: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    ...metaFaults,
    ...metaAppExamples,
    ...metaFieldExamples,
    {
      title: 'a purchase with all fields, with the phone of the documented sample',
      docs: `${docs}/using-the-api#send`,
      settings: { ...settings, test_event_code: 'TEST12345' },
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: 'order-T-10042',
          event_time: '2026-03-14T09:34:38.500Z',
          action_source: 'web',
          user_id: ' U-1815 ',
          email: ' Joe@EG.com ',
          phone: '+1 (425) 123-4567',
          first_name: ' Mary',
          last_name: 'SMITH ',
          gender: 'f',
          date_of_birth: '1990-03-12',
          city: 'New York',
          region: 'NY',
          postal_code: '10001-1234',
          country: 'US',
          ip: '203.0.113.7',
          user_agent,
          fbclid: 'AbCdEfGhIjKlMnOpQrStUvWxYz1234567890',
          fbp: 'fb.1.1558571054389.1098115397',
          page_url: 'https://jaspers-market.com/product/123',
          page_referrer: 'https://jaspers-market.com/cart',
          consent: { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' },
          transaction_id: 'T-10042',
          value: 123.45,
          currency: 'USD',
          items: [
            { item_id: 'product123', item_name: 'Jam', price: 20.5, quantity: 3 },
            { item_id: 'product124', price: 61.95 },
          ],
        },
      ],
      sends: [
        sent({
          data: [
            {
              event_name: 'Purchase',
              event_time: 1773480878,
              event_id: 'order-T-10042',
              action_source: 'website',
              event_source_url: 'https://jaspers-market.com/product/123',
              referrer_url: 'https://jaspers-market.com/cart',
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
                fbc: 'fb.1.1773480878500.AbCdEfGhIjKlMnOpQrStUvWxYz1234567890',
                fbp: 'fb.1.1558571054389.1098115397',
              },
              custom_data: {
                value: 123.45,
                currency: 'USD',
                content_ids: ['product123', 'product124'],
                contents: [
                  { id: 'product123', quantity: 3, item_price: 20.5, title: 'Jam' },
                  { id: 'product124', quantity: 1, item_price: 61.95 },
                ],
                content_type: 'product',
                num_items: 3,
                order_id: 'T-10042',
              },
            },
          ],
          test_event_code: 'TEST12345',
        }),
      ],
    },
    {
      title: 'limited data use in California, without personalized advertising',
      docs: 'https://developers.facebook.com/docs/marketing-apis/data-processing-options',
      settings: { ...settings, api_version: 'v26.0' },
      now,
      events: [
        {
          ...visit,
          limited_data_use: true,
          consent: { ad_personalization: 'denied', region: 'US-CA' },
        },
      ],
      sends: [
        sent(
          {
            data: [
              visited('e-1', {
                opt_out: true,
                data_processing_options: ['LDU'],
                data_processing_options_country: 1,
                data_processing_options_state: 1000,
              }),
            ],
          },
          'v26.0',
        ),
      ],
    },
    {
      title: 'limited data use without a known state; two events share a request',
      docs: 'https://developers.facebook.com/docs/marketing-apis/data-processing-options',
      settings,
      now,
      events: [{ ...visit, limited_data_use: true, country: 'US', region: 'WA' }, visit],
      sends: [
        sent({
          data: [
            visited('e-1', {
              user_data: {
                st: ['87b810070b7c739690268360ea392429368787010a558a1837643058d2437dce'],
                country: ['79adb2a2fce5c6ba215fe5f27f532d4e7edbac4b6a5e09e1ef3a08084a904621'],
                client_ip_address: '203.0.113.7',
                client_user_agent: user_agent,
              },
              data_processing_options: ['LDU'],
              data_processing_options_country: 0,
              data_processing_options_state: 0,
            }),
            visited('e-2'),
          ],
        }),
      ],
    },
    {
      title: 'a refund, which has no standard name, in a shop 20 days ago',
      docs: `${docs}/parameters/server-event`,
      settings,
      now,
      events: [
        {
          event_name: 'refund',
          event_time: '2026-02-22T10:00:00Z',
          action_source: 'store',
          email: 'joe@eg.com',
          transaction_id: 'T-1',
          content_type: 'product_group',
        },
      ],
      sends: [
        sent({
          data: [
            {
              event_name: 'refund',
              event_time: 1771754400,
              event_id: 'e-1',
              action_source: 'physical_store',
              user_data: { em: ['8830eedd6c6b5ea97d181563a349476ca1bb25ace1f94b5c5e48d9cad727941b'] },
              custom_data: { content_type: 'product_group', order_id: 'T-1' },
            },
          ],
        }),
      ],
    },
    {
      title: 'skips a purchase without currency',
      docs: `${docs}/parameters/custom-data`,
      settings,
      now,
      events: [{ ...visit, event_name: 'purchase', transaction_id: 'T-1', value: 5 }],
      sends: skipped('missing_required', { detail: 'custom_data.currency is missing' }),
    },
    {
      title: 'skips a web event that is older than 7 days, which would fail its whole request',
      docs: `${docs}/parameters/server-event`,
      settings,
      now,
      events: [{ ...visit, event_time: '2026-03-07T09:59:59Z' }],
      sends: skipped('event_too_old'),
    },
    {
      title: 'skips an event without a sufficient identifier',
      docs: `${docs}/parameters/customer-information-parameters`,
      settings,
      now,
      events: [{ event_name: 'page_view', page_url: 'https://shop.example/', phone: '555 0100', user_agent }],
      sends: skipped('no_identifier'),
    },
  ],
  answers,
  recorder: { event: (n) => ({ event_id: `e-${n}` }), partial: 'whole', waitSeconds: 60 },
}
