/** Sync: customer profiles: the latest contact data of each known user, and their purchases. */
import { date, decimal, integer } from '../context/field.ts'
import { currency } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'
import { defineSync } from '../sync.ts'
import { choiceColumns, latest, choiceSelectList, paidOrders } from './latest.ts'

const contact = ['email', 'phone', 'first_name', 'last_name', 'country', 'locale']

export const customerProfiles = defineSync({
  name: 'customer_profiles',
  description:
    'Sends contact data, country, consent and purchases of each user to a CRM or an email platform.',
  key: ['user_id'],
  mode: 'upsert',
  event: defineEvent({
    name: 'customer_profiles',
    description: 'The profile of a user was added or changed.',
    updatesProfile: true,
    fields: {
      first_seen: date('Day of the first event of the user, UTC.', '2026-01-09'),
      last_seen: date('Day of the latest event of the user, UTC.', '2026-03-14'),
      purchases: integer('Number of paid orders.', 3, { minimum: 0 }),
      revenue: decimal('Total value of the orders in `currency`.', 179.4),
      currency,
      last_purchase: date('Day of the latest order, UTC.', '2026-03-01'),
    },
    examples: [
      {
        event_name: 'customer_profiles',
        change: 'changed',
        backfill: false,
        user_id: 'u-1815',
        email: 'ada@example.com',
        first_name: 'Ada',
        country: 'GB',
        consent: { ad_user_data: 'granted', analytics_storage: 'granted' },
        first_seen: '2026-01-09',
        last_seen: '2026-03-14',
        purchases: 3,
        revenue: 179.4,
        currency: 'EUR',
        last_purchase: '2026-03-01',
      },
    ],
  }),
  // Amounts are summed as NUMERIC and then cast, because TO_JSON encodes some NUMERIC values as strings.
  model: (locate) => `WITH person AS (
  SELECT user_id,
    ${latest(contact)},
    ${choiceSelectList},
    DATE(MIN(event_time)) AS first_seen, DATE(MAX(event_time)) AS last_seen
  FROM ${locate('events')}
  WHERE user_id IS NOT NULL
  GROUP BY user_id
),
paid AS (
  ${paidOrders(locate('purchase'))}
),
buyer AS (
  SELECT user_id, COUNT(*) AS purchases, DATE(MAX(event_time)) AS last_purchase,
    ${latest(['currency'], 'order_id')}
  FROM paid
  GROUP BY user_id
),
worth AS (
  SELECT user_id, currency, SUM(value) AS revenue
  FROM paid
  GROUP BY user_id, currency
)
SELECT person.user_id, ${[...contact, ...choiceColumns].join(', ')},
  first_seen, last_seen, IFNULL(purchases, 0) AS purchases, CAST(revenue AS FLOAT64) AS revenue, buyer.currency, last_purchase
FROM person
LEFT JOIN buyer ON buyer.user_id = person.user_id
LEFT JOIN worth ON worth.user_id = buyer.user_id AND worth.currency = buyer.currency`,
})
