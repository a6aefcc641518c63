-- Best-selling products, the last 30 days. Bar chart.
WITH orders AS (
  SELECT items
  FROM sluice.purchase
  WHERE received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 30 DAY)
  QUALIFY ROW_NUMBER() OVER (PARTITION BY IFNULL(NULLIF(transaction_id, ''), event_id) ORDER BY received_at, event_id) = 1
)
SELECT JSON_VALUE(item, '$.item_id') AS item_id, ANY_VALUE(JSON_VALUE(item, '$.item_name')) AS item_name,
  SUM(IFNULL(SAFE_CAST(JSON_VALUE(item, '$.quantity') AS INT64), 1)) AS sold
FROM orders
CROSS JOIN UNNEST(JSON_QUERY_ARRAY(items)) AS item
GROUP BY item_id
ORDER BY sold DESC
LIMIT 20
