/** Commerce: the reverse of purchase, with the same transaction_id; without items, the whole order is refunded. */
import { coupon, currency, items, shipping, tax, transaction_id, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const refund = defineEvent({
  name: 'refund',
  description: 'An order was refunded, fully or partially.',
  fields: { transaction_id, value, currency, tax, shipping, coupon, items },
  required: ['transaction_id'],
  // An order may be refunded in parts, which differ in the amount.
  uniqueBy: ['transaction_id', 'value', 'currency'],
  examples: [
    {
      event_name: 'refund',
      event_id: '6f769982-67b2-5f3a-b134-372868905634',
      event_time: '2026-03-14T09:35:45Z',
      user_id: 'u-1815',
      action_source: 'system',
      source: 'billing',
      transaction_id: 'T-10042',
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
