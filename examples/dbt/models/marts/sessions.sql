{{ config(partition_by={'field': 'started_at', 'data_type': 'timestamp', 'granularity': 'day'}) }}
-- A session is the events of one device, until {{ var('session_minutes') }} minutes pass without one. Its source is the first that an event shows.
WITH marked AS (
  SELECT
    event_id, event_name, event_time, anonymous_id, user_id, page_url, touch,
    IF(
      TIMESTAMP_DIFF(
        event_time, LAG(event_time) OVER (PARTITION BY anonymous_id ORDER BY event_time, event_id), SECOND
      ) < {{ var('session_minutes') }} * 60, 0, 1
    ) AS begins
  FROM {{ ref('stg_sluice__events') }}
  WHERE anonymous_id IS NOT NULL
),
numbered AS (
  SELECT
    event_id, event_name, event_time, anonymous_id, user_id, page_url, touch,
    SUM(begins) OVER (
      PARTITION BY anonymous_id ORDER BY event_time, event_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS number
  FROM marked
),
grouped AS (
  SELECT
    anonymous_id, number,
    ARRAY_AGG(user_id IGNORE NULLS ORDER BY event_time DESC, event_id LIMIT 1)[SAFE_OFFSET(0)] AS user_id,
    MIN(event_time) AS started_at,
    MAX(event_time) AS ended_at,
    COUNT(*) AS events,
    COUNTIF(event_name = 'page_view') AS page_views,
    ARRAY_AGG(page_url IGNORE NULLS ORDER BY event_time, event_id LIMIT 1)[SAFE_OFFSET(0)] AS landing_page,
    ARRAY_AGG(touch IGNORE NULLS ORDER BY event_time, event_id LIMIT 1)[SAFE_OFFSET(0)] AS touch
  FROM numbered
  GROUP BY anonymous_id, number
)
SELECT
  TO_HEX(MD5(CONCAT(anonymous_id, '/', CAST(UNIX_MICROS(started_at) AS STRING)))) AS session_id,
  anonymous_id, user_id, started_at, ended_at, events, page_views, landing_page,
  IFNULL(touch.source, '(direct)') AS source,
  IF(touch IS NULL, '(none)', touch.medium) AS medium,
  touch.campaign AS campaign
FROM grouped
