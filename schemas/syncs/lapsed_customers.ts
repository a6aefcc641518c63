/** Sync: lapsed customers: an audience of customers who have not bought for a while. A new purchase removes them. */
import { date, integer } from '../context/field.ts'
import { defineEvent } from '../event_type.ts'
import { defineSync } from '../sync.ts'
import { choiceColumns, latest, choiceSelectList, paidOrders } from './latest.ts'

/** Days without an order after which a customer has lapsed. */
const days = 90

const contact = ['email', 'phone', 'first_name', 'country']

export const lapsedCustomers = defineSync({
  name: 'lapsed_customers',
  description: `Audience of customers without an order for ${days} days. A new order removes the customer.`,
  key: ['user_id'],
  mode: 'mirror',
  event: defineEvent({
    name: 'lapsed_customers',
    description: `A customer joined or left the audience of customers without an order for ${days} days.`,
    fields: {
      last_purchase: date('Day of the latest order, UTC.', '2025-11-30'),
      purchases: integer('Number of paid orders.', 3, { minimum: 1 }),
    },
    examples: [
      {
        event_name: 'lapsed_customers',
        change: 'added',
        backfill: false,
        user_id: 'u-1815',
        email: 'ada@example.com',
        country: 'GB',
        consent: { ad_user_data: 'granted', analytics_storage: 'granted' },
        last_purchase: '2025-11-30',
        purchases: 3,
      },
    ],
  }),
  model: (locate) => `WITH paid AS (
  ${paidOrders(locate('purchase'))}
),
lapsed AS (
  SELECT user_id, DATE(MAX(event_time)) AS last_purchase, COUNT(*) AS purchases
  FROM paid
  GROUP BY user_id
  HAVING DATE(MAX(event_time)) < DATE_SUB(CURRENT_DATE(), INTERVAL ${days} DAY)
),
person AS (
  SELECT user_id,
    ${latest(contact)},
    ${choiceSelectList}
  FROM ${locate('events')}
  WHERE user_id IN (SELECT user_id FROM lapsed)
  GROUP BY user_id
)
SELECT lapsed.user_id, ${[...contact, ...choiceColumns].join(', ')}, last_purchase, purchases
FROM lapsed
JOIN person ON person.user_id = lapsed.user_id`,
  // On a day of sales, many customers can leave the audience.
  guards: { maxRemovedPercent: 25 },
})
