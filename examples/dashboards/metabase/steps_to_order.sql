-- Devices that reached each step in the last 7 days: page, product, cart, checkout, order. Funnel chart.
WITH device AS (
  SELECT anonymous_id,
    LOGICAL_OR(event_name IN ('view_item', 'view_content')) AS viewed,
    LOGICAL_OR(event_name = 'add_to_cart') AS added,
    LOGICAL_OR(event_name = 'begin_checkout') AS began,
    LOGICAL_OR(event_name = 'purchase') AS bought
  FROM sluice.events_deduplicated
  WHERE received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY) AND anonymous_id IS NOT NULL
  GROUP BY anonymous_id
)
SELECT 1 AS number, 'visit' AS step, COUNT(*) AS devices FROM device
UNION ALL SELECT 2, 'product', COUNTIF(viewed) FROM device
UNION ALL SELECT 3, 'cart', COUNTIF(added) FROM device
UNION ALL SELECT 4, 'checkout', COUNTIF(began) FROM device
UNION ALL SELECT 5, 'order', COUNTIF(bought) FROM device
ORDER BY number
