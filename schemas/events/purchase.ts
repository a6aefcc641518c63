/** Commerce: once per order, when it is paid; transaction_id identifies duplicates. */
import { coupon, currency, items, shipping, tax, transaction_id, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const purchase = defineEvent({
  name: 'purchase',
  description: 'A user bought something.',
  fields: { transaction_id, value, currency, tax, shipping, coupon, items },
  required: ['transaction_id', 'value', 'currency'],
  uniqueBy: ['transaction_id'],
  examples: [
    {
      event_name: 'purchase',
      event_id: '0428621c-5e17-5407-84ce-a64d1439ade8',
      event_time: '2026-03-14T09:34:38Z',
      user_id: 'u-1815',
      anonymous_id: 'anon-7f3a91',
      email: 'ada@example.com',
      phone: '+442071234567',
      country: 'GB',
      page_url: 'https://shop.example/checkout/thanks',
      ip: '203.0.113.7',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
      fbc: 'fb.1.1773480413589.IwAR0exampleFbclid',
      consent: {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
      transaction_id: 'T-10042',
      value: 64.7,
      currency: 'EUR',
      tax: 9.55,
      shipping: 4.9,
      coupon: 'SPRING10',
      items: [
        {
          item_id: 'SKU-1842',
          item_name: 'Notes on the Analytical Engine',
          item_category: 'Books',
          price: 29.9,
          quantity: 2,
        },
      ],
    },
  ],
})
