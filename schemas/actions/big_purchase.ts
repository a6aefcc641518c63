/** Action: notifies a destination of a large purchase. */
import { defineAction } from '../action.ts'
import { defineEvent } from '../event_type.ts'
import { currency, transaction_id, value } from '../event_fields.ts'

export const big_purchase = defineAction({
  name: 'big_purchase',
  description: 'Reports a purchase of 500 or more, once per order.',
  trigger: { on: ['purchase'], when: 'has(event.event_data.value) && event.event_data.value >= 500.0' },
  subject: 'transaction_id',
  once: '30d',
  event: defineEvent({
    name: 'big_purchase',
    description: 'A user bought for 500 or more.',
    fields: { transaction_id, value, currency },
    examples: [
      {
        event_name: 'big_purchase',
        user_id: 'u-1815',
        country: 'GB',
        transaction_id: 'T-10042',
        value: 640,
        currency: 'EUR',
      },
    ],
  }),
  links: {
    slack: {
      text: {
        first: [
          { template: 'Big purchase: {value} {currency} from {country}, order {transaction_id}' },
          { template: 'Big purchase: {value} {currency}, order {transaction_id}' },
          { template: 'Big purchase, order {transaction_id}' },
        ],
      },
    },
  },
})
