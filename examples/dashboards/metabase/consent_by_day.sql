-- Share of the events with consent for advertising per day, the last 30 days. Line chart.
SELECT DATE(received_at) AS day, COUNT(*) AS events,
  COUNTIF(JSON_VALUE(consent, '$.ad_storage') = 'granted') / COUNT(*) AS granted,
  COUNTIF(JSON_VALUE(consent, '$.ad_storage') IS NULL) / COUNT(*) AS unknown
FROM sluice.events_deduplicated
WHERE received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 30 DAY)
GROUP BY day
ORDER BY day
