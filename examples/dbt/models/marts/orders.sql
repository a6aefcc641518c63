{{ config(
  materialized='incremental',
  incremental_strategy='merge',
  unique_key='order_id',
  partition_by={'field': 'received_at', 'data_type': 'timestamp', 'granularity': 'day'}
) }}
-- An order counts once, however often it was sent: the event that was received first counts.
-- Each run reads a few days only. Its filter is a constant, so that BigQuery prunes partitions.
SELECT
  IFNULL(NULLIF(transaction_id, ''), event_id) AS order_id,
  event_id, event_time AS ordered_at, received_at, anonymous_id, user_id, value, currency
FROM {{ source('sluice', 'purchase') }}
{% if is_incremental() -%}
WHERE received_at >= TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL {{ var('lookback_days') }} DAY)
  AND IFNULL(NULLIF(transaction_id, ''), event_id) NOT IN (SELECT order_id FROM {{ this }})
{%- else -%}
WHERE received_at >= TIMESTAMP('{{ var("first_day") }}')
{%- endif %}
QUALIFY ROW_NUMBER() OVER (
  PARTITION BY IFNULL(NULLIF(transaction_id, ''), event_id) ORDER BY received_at, event_id
) = 1
