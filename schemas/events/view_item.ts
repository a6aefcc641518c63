/** Commerce: between view_item_list and add_to_cart. */
import { currency, items, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const view_item = defineEvent({
  name: 'view_item',
  description: 'A user viewed one product.',
  fields: { value, currency, items },
  examples: [
    {
      event_name: 'view_item',
      event_id: '731a4e84-f0b7-55ac-981a-383a8d7d7daa',
      event_time: '2026-03-14T09:23:21Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/books/SKU-1842',
      fbp: 'fb.1.1773480413589.1098115397',
      consent: {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
      value: 29.9,
      currency: 'EUR',
      items: [
        {
          item_id: 'SKU-1842',
          item_name: 'Notes on the Analytical Engine',
          item_brand: 'Menabrea',
          price: 29.9,
          quantity: 1,
        },
      ],
    },
  ],
})
