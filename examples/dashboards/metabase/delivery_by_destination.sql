-- Outcomes by destination, the last 7 days. Table.
SELECT destination, SUM(stored) AS stored, SUM(restricted) AS restricted, SUM(delivered) AS delivered,
  SUM(skipped) AS skipped, SUM(refused) AS refused, SUM(deferred + pending) AS under_way, SUM(dead) AS dead
FROM sluice.delivery_funnel
WHERE destination IS NOT NULL AND hour >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)
GROUP BY destination
ORDER BY destination
