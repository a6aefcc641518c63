/** Commerce: between add_to_cart and add_shipping_info. */
import { coupon, currency, items, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const begin_checkout = defineEvent({
  name: 'begin_checkout',
  description: 'A user started the checkout.',
  fields: { value, currency, items, coupon },
  examples: [
    {
      event_name: 'begin_checkout',
      event_id: '6523a90e-92d1-56b8-b254-b41f23104384',
      event_time: '2026-03-14T09:31:17Z',
      anonymous_id: 'anon-7f3a91',
      email: 'ada@example.com',
      page_url: 'https://shop.example/checkout',
      consent: {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
      value: 59.8,
      currency: 'EUR',
      items: [
        {
          item_id: 'SKU-1842',
          item_name: 'Notes on the Analytical Engine',
          item_category: 'Books',
          price: 29.9,
          quantity: 2,
        },
      ],
      coupon: 'SPRING10',
    },
  ],
})
