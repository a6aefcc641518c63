/** Commerce: between begin_checkout and add_payment_info. */
import { text } from '../context/field.ts'
import { coupon, currency, items, shipping, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const add_shipping_info = defineEvent({
  name: 'add_shipping_info',
  description: 'A user chose a shipping method for an order.',
  fields: {
    value,
    currency,
    items,
    coupon,
    shipping,
    shipping_tier: text('Shipping method.', 'express', { maxLength: 256 }),
  },
  examples: [
    {
      event_name: 'add_shipping_info',
      event_id: 'fd07a751-2928-576c-b709-c9f52c64127c',
      event_time: '2026-03-14T09:32:24Z',
      anonymous_id: 'anon-7f3a91',
      email: 'ada@example.com',
      city: 'London',
      postal_code: 'SW1A 1AA',
      country: 'GB',
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
      shipping: 4.9,
      shipping_tier: 'express',
    },
  ],
})
