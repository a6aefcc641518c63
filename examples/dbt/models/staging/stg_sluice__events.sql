-- An event of a device or a user, with the source that its page shows: a campaign, a click id, or the page before it.
WITH event AS (
  SELECT
    event_id, event_name, event_time, received_at, anonymous_id, user_id, page_url,
    utm_source, utm_medium, utm_campaign, gclid, gbraid, wbraid, fbclid, ttclid, msclkid,
    {{ host('page_url') }} AS page_host,
    {{ host('page_referrer') }} AS referrer_host
  FROM {{ source('sluice', 'events_deduplicated') }}
  WHERE received_at >= TIMESTAMP('{{ var("first_day") }}')
    AND (anonymous_id IS NOT NULL OR user_id IS NOT NULL)
)
SELECT
  event_id, event_name, event_time, received_at, anonymous_id, user_id, page_url,
  CASE
    WHEN utm_source IS NOT NULL THEN STRUCT(utm_source AS source, utm_medium AS medium, utm_campaign AS campaign)
    WHEN COALESCE(gclid, gbraid, wbraid) IS NOT NULL THEN STRUCT('google' AS source, 'cpc' AS medium, utm_campaign AS campaign)
    WHEN msclkid IS NOT NULL THEN STRUCT('bing' AS source, 'cpc' AS medium, utm_campaign AS campaign)
    WHEN ttclid IS NOT NULL THEN STRUCT('tiktok' AS source, 'cpc' AS medium, utm_campaign AS campaign)
    WHEN fbclid IS NOT NULL THEN STRUCT('facebook' AS source, 'social' AS medium, utm_campaign AS campaign)
    WHEN referrer_host != page_host
      {% if var('ignored_referrers') -%}
      AND referrer_host NOT IN ('{{ var("ignored_referrers") | join("', '") }}')
      {% endif -%}
      THEN STRUCT(referrer_host AS source, 'referral' AS medium, CAST(NULL AS STRING) AS campaign)
  END AS touch
FROM event
