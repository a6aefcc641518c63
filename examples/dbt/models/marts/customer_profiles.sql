-- A row for each user id: when the user was seen, and the orders and revenue in each currency.
WITH seen AS (
  SELECT
    user_id,
    MIN(event_time) AS first_seen_at,
    MAX(event_time) AS last_seen_at,
    COUNT(*) AS events,
    COUNT(DISTINCT anonymous_id) AS devices
  FROM {{ ref('stg_sluice__events') }}
  WHERE user_id IS NOT NULL
  GROUP BY user_id
),
bought AS (
  SELECT
    user_id, currency,
    COUNT(*) AS orders,
    SUM(value) AS revenue,
    MIN(ordered_at) AS first_ordered_at,
    MAX(ordered_at) AS last_ordered_at
  FROM {{ ref('orders') }}
  WHERE user_id IS NOT NULL
  GROUP BY user_id, currency
),
totals AS (
  SELECT
    user_id,
    SUM(orders) AS orders,
    MIN(first_ordered_at) AS first_ordered_at,
    MAX(last_ordered_at) AS last_ordered_at,
    ARRAY_AGG(STRUCT(currency, orders, revenue) ORDER BY currency) AS revenue
  FROM bought
  GROUP BY user_id
)
SELECT
  seen.user_id, seen.first_seen_at, seen.last_seen_at, seen.events, seen.devices,
  IFNULL(totals.orders, 0) AS orders,
  totals.first_ordered_at, totals.last_ordered_at,
  totals.revenue
FROM seen
LEFT JOIN totals ON totals.user_id = seen.user_id
