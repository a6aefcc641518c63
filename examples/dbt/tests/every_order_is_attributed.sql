-- Fails with the currencies in which orders and attribution have different sums.
SELECT IFNULL(o.currency, a.currency) AS currency, o.orders, a.orders AS attributed, o.revenue, a.revenue AS attributed_revenue
FROM (SELECT IFNULL(currency, '') AS currency, COUNT(*) AS orders, SUM(value) AS revenue FROM {{ ref('orders') }} GROUP BY 1) AS o
FULL JOIN (SELECT IFNULL(currency, '') AS currency, COUNT(*) AS orders, SUM(value) AS revenue FROM {{ ref('attribution') }} GROUP BY 1) AS a
  ON a.currency = o.currency
WHERE o.orders IS DISTINCT FROM a.orders OR o.revenue IS DISTINCT FROM a.revenue
