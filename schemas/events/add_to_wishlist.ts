/** Commerce: shows interest in a later purchase. */
import { currency, items, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const add_to_wishlist = defineEvent({
  name: 'add_to_wishlist',
  description: 'A user added products to a wish list.',
  fields: { value, currency, items },
  examples: [
    {
      event_name: 'add_to_wishlist',
      event_id: '6e175b02-afdf-5fb9-a12f-5017bc851440',
      event_time: '2026-03-14T09:30:10Z',
      user_id: 'u-1815',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/books/SKU-1842',
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
