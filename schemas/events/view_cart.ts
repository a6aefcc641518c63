/** Commerce: its items are the whole cart. */
import { coupon, currency, items, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const view_cart = defineEvent({
  name: 'view_cart',
  description: 'A user viewed the cart.',
  fields: { value, currency, items, coupon },
  examples: [
    {
      event_name: 'view_cart',
      event_id: 'ae4fde22-4ea4-5388-8b1d-b648506c2d09',
      event_time: '2026-03-14T09:29:03Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/cart',
      page_title: 'Your cart',
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
    },
  ],
})
