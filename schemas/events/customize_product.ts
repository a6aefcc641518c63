/** Commerce: between view_item and add_to_cart. */
import { content_name, currency, items, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const customize_product = defineEvent({
  name: 'customize_product',
  description: 'A user configured a product.',
  fields: { value, currency, content_name, items },
  examples: [
    {
      event_name: 'customize_product',
      event_id: 'f7b258f6-c9a1-5a2f-b154-f2c607e4114f',
      event_time: '2026-03-14T09:44:48Z',
      anonymous_id: 'anon-7f3a91',
      page_url: 'https://shop.example/books/SKU-1842/binding',
      content_name: 'Binding',
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
