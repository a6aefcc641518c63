/** Commerce: between add_shipping_info and purchase. */
import { text } from '../context/field.ts'
import { coupon, currency, items, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const add_payment_info = defineEvent({
  name: 'add_payment_info',
  description: 'A user chose a payment method for an order.',
  fields: {
    value,
    currency,
    items,
    coupon,
    payment_type: text('Payment method.', 'card', { maxLength: 256 }),
  },
  examples: [
    {
      event_name: 'add_payment_info',
      event_id: 'bc7029ec-b1c0-5312-abc8-cc5c0ce38438',
      event_time: '2026-03-14T09:33:31Z',
      anonymous_id: 'anon-7f3a91',
      email: 'ada@example.com',
      page_url: 'https://shop.example/checkout/payment',
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
      payment_type: 'card',
    },
  ],
})
