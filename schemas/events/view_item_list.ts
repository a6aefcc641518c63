/** Commerce: a category, a shelf or a page of results, before a product is chosen. */
import { content_name, items } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const view_item_list = defineEvent({
  name: 'view_item_list',
  description: 'A user viewed a list of products.',
  fields: { content_name, items },
  required: ['items'],
  examples: [
    {
      event_name: 'view_item_list',
      event_id: '18a913c0-0518-5d58-a508-59259552d3d7',
      event_time: '2026-03-14T09:24:28Z',
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
        { item_id: 'SKU-1843', item_name: 'Passages from the Life of a Philosopher', price: 34.5 },
      ],
    },
  ],
})
