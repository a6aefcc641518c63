/** Commerce: the reverse of add_to_cart; its items are the removed items. */
import { currency, items, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const remove_from_cart = defineEvent({
  name: 'remove_from_cart',
  description: 'A user removed products from the cart.',
  fields: { value, currency, items },
  examples: [
    {
      event_name: 'remove_from_cart',
      event_id: '02f2668a-cfd7-5109-bde1-0006641e409e',
      event_time: '2026-03-14T09:28:56Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/cart',
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
