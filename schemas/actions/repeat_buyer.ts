/** Action: finds customers with a third purchase within 30 days. */
import { defineAction } from '../action.ts'
import { integer, decimal } from '../context/field.ts'
import { defineEvent } from '../event_type.ts'
import { currency } from '../event_fields.ts'

export const repeat_buyer = defineAction({
  name: 'repeat_buyer',
  description: 'Reports the third purchase of a customer within 30 days, once in 30 days.',
  trigger: { on: ['purchase'] },
  subject: 'user_id',
  requires: [
    { within: '30d', count: { event: 'purchase', atLeast: 3 } },
    { within: '30d', sum: { event: 'purchase', field: 'value' } },
  ],
  once: '30d',
  event: defineEvent({
    name: 'repeat_buyer',
    description: 'A customer bought for the third time within 30 days.',
    fields: {
      count_purchase: integer('Purchases within 30 days.', 3, { minimum: 0 }),
      sum_purchase_value: decimal('Total value of these purchases.', 194.1),
      currency,
    },
    examples: [
      {
        event_name: 'repeat_buyer',
        user_id: 'u-1815',
        email: 'ada@example.com',
        count_purchase: 3,
        sum_purchase_value: 194.1,
        currency: 'EUR',
      },
    ],
  }),
  links: {
    slack: {
      text: {
        first: [
          {
            template:
              'Customer {user_id}: {count_purchase} purchases within 30 days, {sum_purchase_value} {currency}',
          },
          { template: 'Customer {user_id}: {count_purchase} purchases within 30 days' },
        ],
      },
    },
  },
})
