-- The last visit before an order that was not direct, within {{ var('attribution_days') }} days: of the same device, or of the same user.
-- An order without one is direct.
WITH visit AS (
  SELECT session_id, anonymous_id, user_id, started_at, source, medium, campaign
  FROM {{ ref('sessions') }}
  WHERE source != '(direct)'
),
candidate AS (
  SELECT o.order_id, v.session_id, v.started_at, v.source, v.medium, v.campaign
  FROM {{ ref('orders') }} AS o
  JOIN visit AS v ON v.anonymous_id = o.anonymous_id
  WHERE v.started_at <= o.ordered_at
    AND v.started_at > TIMESTAMP_SUB(o.ordered_at, INTERVAL {{ var('attribution_days') }} DAY)
  UNION ALL
  SELECT o.order_id, v.session_id, v.started_at, v.source, v.medium, v.campaign
  FROM {{ ref('orders') }} AS o
  JOIN visit AS v ON v.user_id = o.user_id
  WHERE v.started_at <= o.ordered_at
    AND v.started_at > TIMESTAMP_SUB(o.ordered_at, INTERVAL {{ var('attribution_days') }} DAY)
),
last_visit AS (
  SELECT order_id, session_id, started_at, source, medium, campaign
  FROM candidate
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY started_at DESC, session_id) = 1
)
SELECT
  o.order_id, o.ordered_at, o.user_id, o.value, o.currency,
  l.session_id, l.started_at AS visited_at,
  IFNULL(l.source, '(direct)') AS source,
  IF(l.order_id IS NULL, '(none)', l.medium) AS medium,
  l.campaign
FROM {{ ref('orders') }} AS o
LEFT JOIN last_visit AS l ON l.order_id = o.order_id
