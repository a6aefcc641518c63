-- Orders and revenue per day, the last 30 days. Line chart; series: currency.
WITH orders AS (
  SELECT event_time, currency, value
  FROM sluice.purchase
  WHERE received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 30 DAY)
  QUALIFY ROW_NUMBER() OVER (PARTITION BY IFNULL(NULLIF(transaction_id, ''), event_id) ORDER BY received_at, event_id) = 1
)
SELECT DATE(event_time) AS day, currency, COUNT(*) AS orders, SUM(value) AS revenue
FROM orders
GROUP BY day, currency
ORDER BY day, currency
