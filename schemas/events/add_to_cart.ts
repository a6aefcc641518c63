/** Commerce: between view_item and begin_checkout; its items are the added items, not the whole cart. */
import { coupon, currency, items, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const add_to_cart = defineEvent({
  name: 'add_to_cart',
  description: 'A user added products to the cart.',
  fields: { value, currency, items, coupon },
  examples: [
    {
      event_name: 'add_to_cart',
      event_id: '9dd7d726-e826-5bdc-aa03-8b4f82e5a544',
      event_time: '2026-03-14T09:27:49Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/books/SKU-1842',
      gclid: 'EAIaIQobChMI4b2QexampleAAYASAA',
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
    },
  ],
})
