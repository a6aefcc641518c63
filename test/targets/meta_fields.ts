/** Cases of target `meta`: click ids, names, items and attribution. */
import type { Example } from './case.ts'
import { docs, now, sent, settings, user_agent, visit, visited } from './meta_request.ts'

export const metaFieldExamples: readonly Example[] = [
  {
    title: 'a click id in the field of the cookie gets the documented form; a cookie stays as it is',
    docs: `${docs}/parameters/fbp-and-fbc`,
    settings,
    now,
    events: [
      { ...visit, fbc: 'AbCdEfGhIjKlMnOpQrStUvWxYz1234567890' },
      { ...visit, fbc: 'fb.1.1554763741205.AbCdEfGhIjKlMnOpQrStUvWxYz1234567890' },
    ],
    sends: [
      sent({
        data: [
          visited('e-1', {
            user_data: {
              client_ip_address: '203.0.113.7',
              client_user_agent: user_agent,
              fbc: 'fb.1.1773478800000.AbCdEfGhIjKlMnOpQrStUvWxYz1234567890',
            },
          }),
          visited('e-2', {
            user_data: {
              client_ip_address: '203.0.113.7',
              client_user_agent: user_agent,
              fbc: 'fb.1.1554763741205.AbCdEfGhIjKlMnOpQrStUvWxYz1234567890',
            },
          }),
        ],
      }),
    ],
  },
  {
    title:
      'names without spaces and punctuation; items with brand, category and title; attribution by a link',
    docs: `${docs}/parameters/customer-information-parameters`,
    settings,
    now,
    linkage: {
      add_to_cart: {
        'attribution_data.attribution_model': { const: 'last_click' },
        'attribution_data.campaign_id': 'utm_id',
        'original_event_data.order_id': 'transaction_id',
      },
    },
    events: [
      {
        ...visit,
        event_name: 'add_to_cart',
        first_name: 'Mary Ann',
        last_name: "O'Brien",
        utm_id: '120210000000000000',
        transaction_id: 'T-1',
        items: [
          { item_id: 'J-1', item_name: 'Jam', item_brand: 'Jasper', item_category: 'Food', quantity: 2 },
        ],
      },
    ],
    sends: [
      sent({
        data: [
          visited('e-1', {
            event_name: 'AddToCart',
            user_data: {
              fn: ['16b3f07f0ec2f9dd127b71dc2e6c791b7d93116a1c3bc99d057eaa7a8a077e73'],
              ln: ['b4cb6cb33fe4b865868de825023a1e2790dc12ac01ecc8d7c5afe8254071c8ba'],
              client_ip_address: '203.0.113.7',
              client_user_agent: user_agent,
            },
            custom_data: {
              content_ids: ['J-1'],
              contents: [{ id: 'J-1', quantity: 2, title: 'Jam', brand: 'Jasper', category: 'Food' }],
              content_type: 'product',
              num_items: 2,
              order_id: 'T-1',
            },
            attribution_data: { attribution_model: 'last_click', campaign_id: '120210000000000000' },
            original_event_data: { order_id: 'T-1' },
          }),
        ],
      }),
    ],
  },
]
