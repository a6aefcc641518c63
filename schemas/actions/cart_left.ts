/** Action: finds signed-in users who left a cart without a purchase, every 15 minutes. */
import { defineAction } from '../action.ts'
import { timestamp } from '../context/field.ts'
import { defineEvent } from '../event_type.ts'
import { currency, value } from '../event_fields.ts'
import { uniqueKey } from '../views/unique_key.ts'
import { events } from '../warehouse/events.ts'

/** The latest non-null value of a column. */
function latest(column: string): string {
  return `ARRAY_AGG(${column} IGNORE NULLS ORDER BY received_at DESC LIMIT 1)[SAFE_OFFSET(0)]`
}

/** Tells orders apart: an order that is sent again under another event id was bought when it was received first. */
const orderId = `IFNULL(${uniqueKey(['purchase'], (field) => `JSON_VALUE(event_data, '$.${field}')`)}, event_id)`

export const cart_left = defineAction({
  name: 'cart_left',
  description: 'Reports a cart that was left for an hour without a purchase, once a day per user.',
  trigger: {
    schedule: { cron: '*/15 * * * *', timeZone: 'Etc/UTC' },
    model: (locate) => `SELECT
  user_id,
  ${latest('email')} AS email,
  ${latest('phone')} AS phone,
  ${['consent', 'limited_data_use', 'tcf_string', 'gpp_string'].map((name) => `${latest(name)} AS ${name}`).join(',\n  ')},
  LOGICAL_OR(gpc) AS gpc,
  ${latest("IF(event_name = 'purchase', NULL, SAFE_CAST(JSON_VALUE(event_data, '$.value') AS NUMERIC))")} AS value,
  ${latest("IF(event_name = 'purchase', NULL, JSON_VALUE(event_data, '$.currency'))")} AS currency,
  MAX(IF(event_name = 'purchase', NULL, received_at)) AS left_at
FROM (
  SELECT user_id, event_name, event_data, received_at, email, phone, consent, limited_data_use, gpc, tcf_string, gpp_string,
    MIN(received_at) OVER (PARTITION BY user_id, ${orderId}) AS bought_at
  FROM ${locate(events.name)}
  WHERE received_at > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)
    AND event_name IN ('add_to_cart', 'begin_checkout', 'purchase')
    AND user_id IS NOT NULL
)
GROUP BY user_id
HAVING left_at < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)
  AND left_at > IFNULL(MAX(IF(event_name = 'purchase', bought_at, NULL)), TIMESTAMP '1970-01-01')`,
    maximumBytesBilled: 20_000_000_000,
  },
  subject: 'user_id',
  once: '1d',
  event: defineEvent({
    name: 'cart_left',
    description: 'A user left a cart for an hour.',
    fields: {
      value,
      currency,
      left_at: timestamp('When the cart was last changed.', '2026-03-14T09:27:49Z'),
    },
    examples: [
      {
        event_name: 'cart_left',
        user_id: 'u-1815',
        email: 'ada@example.com',
        consent: { ad_user_data: 'granted' },
        value: 59.8,
        currency: 'EUR',
        left_at: '2026-03-14T09:27:49Z',
      },
    ],
  }),
  links: {
    slack: {
      text: {
        first: [
          { template: 'User {user_id} left a cart of {value} {currency}' },
          { template: 'User {user_id} left a cart' },
        ],
      },
    },
  },
})
