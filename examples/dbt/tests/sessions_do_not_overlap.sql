-- Fails with the sessions of a device that begin less than {{ var('session_minutes') }} minutes after the one before has ended.
SELECT session_id, anonymous_id, started_at
FROM {{ ref('sessions') }}
WHERE TRUE
QUALIFY TIMESTAMP_DIFF(started_at, LAG(ended_at) OVER (PARTITION BY anonymous_id ORDER BY started_at), SECOND)
  < {{ var('session_minutes') }} * 60
