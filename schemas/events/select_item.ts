/** Commerce: between view_item_list and view_item. */
import { content_name, items } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const select_item = defineEvent({
  name: 'select_item',
  description: 'A user chose a product from a list.',
  fields: { content_name, items },
  required: ['items'],
  examples: [
    {
      event_name: 'select_item',
      event_id: '891b9d2c-9958-58e1-a06d-e17226050a90',
      event_time: '2026-03-14T09:25:35Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/books',
      content_name: 'Books',
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
