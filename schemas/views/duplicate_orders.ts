/** Storage layer: describes view `duplicate_orders`, the orders and refunds that were sent under several event ids. */
import { nullable } from '../warehouse/column.ts'
import { events } from '../warehouse/events.ts'
import { uniqueKey, uniqueTypes } from './unique_key.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays, whileKept, type Kept } from './window.ts'

function textOf(field: string): string {
  return `JSON_VALUE(event_data, '$.${field}')`
}

export function duplicateOrders(locate: Locate, kept: Kept): View {
  const days = whileKept(shownDays, kept.events)
  return {
    name: 'duplicate_orders',
    description:
      `Orders and refunds of the last ${days} days that were sent under several event ids, with the same transaction_id and, for ` +
      'refunds, the same amount. They count once in the queries of docs/dashboards.md, in actions and in syncs, but each event is forwarded. ' +
      'No promise is broken; the producer should use one event_id for an order.',
    columns: [
      nullable(
        'received_at',
        'TIMESTAMP',
        'When the bus accepted the first event, which is the one that counts.',
      ),
      nullable('last_received_at', 'TIMESTAMP', 'When the bus accepted the last event.'),
      nullable('event_name', 'STRING', 'purchase or refund.'),
      nullable('transaction_id', 'STRING', 'Id of the order.'),
      nullable('events', 'INT64', 'Number of event ids.'),
      nullable('amounts', 'INT64', 'Number of different values; above 1, the events contradict each other.'),
      nullable('value', 'NUMERIC', 'Value of the event that counts.'),
      nullable('currency', 'STRING', 'Currency of the event that counts.'),
      nullable('repeated_value', 'NUMERIC', 'Sum of the values of the other events.'),
      nullable('sources', 'STRING', 'Values of source in these events, separated by commas.'),
      nullable('event_id', 'STRING', 'Id of the event that counts.'),
      nullable('last_event_id', 'STRING', 'Id of the last event.'),
    ],
    query: `WITH event AS (
  SELECT event_id, event_name, received_at, source,
    ${textOf('transaction_id')} AS transaction_id,
    SAFE_CAST(${textOf('value')} AS NUMERIC) AS value,
    ${textOf('currency')} AS currency,
    ${uniqueKey(uniqueTypes, textOf)} AS unique_key
  FROM ${locate(events.name)}
  WHERE received_at >= ${daysAgo(days)} AND event_name IN (${uniqueTypes.map((name) => `'${name}'`).join(', ')})
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY received_at, stored_at, message_id) = 1
),
numbered AS (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY event_name, unique_key ORDER BY received_at, event_id) AS number,
    COUNT(*) OVER (PARTITION BY event_name, unique_key) AS events
  FROM event
  WHERE unique_key IS NOT NULL
)
SELECT
  MIN(received_at) AS received_at,
  MAX(received_at) AS last_received_at,
  event_name,
  MIN(transaction_id) AS transaction_id,
  COUNT(*) AS events,
  COUNT(DISTINCT value) AS amounts,
  MAX(IF(number = 1, value, NULL)) AS value,
  MAX(IF(number = 1, currency, NULL)) AS currency,
  IFNULL(SUM(IF(number > 1, value, NULL)), 0) AS repeated_value,
  STRING_AGG(DISTINCT source, ', ' ORDER BY source) AS sources,
  MAX(IF(number = 1, event_id, NULL)) AS event_id,
  MAX(IF(number = events, event_id, NULL)) AS last_event_id
FROM numbered
WHERE events > 1
GROUP BY event_name, unique_key`,
    reads: [events.name],
  }
}
