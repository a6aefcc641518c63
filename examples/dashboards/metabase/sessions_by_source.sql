-- Visits and visits with an order by campaign, the last 30 days. Table or bar chart.
SELECT IFNULL(utm_source, '(none)') AS source, utm_medium AS medium, utm_campaign AS campaign,
  COUNT(*) AS sessions, COUNTIF(purchases > 0) AS with_order,
  ROUND(SAFE_DIVIDE(COUNTIF(purchases > 0), COUNT(*)), 4) AS share_with_order
FROM sluice.sessions
GROUP BY source, medium, campaign
ORDER BY sessions DESC
LIMIT 100
