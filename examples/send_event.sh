#!/bin/sh
# Posts one event with curl. Exits with an error if it is not accepted.
set -eu
curl --fail-with-body --silent --show-error -X POST "$BASE/v1/topics/view_content" \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"user_id":"u-1815","content_name":"The Analytical Engine","content_type":"article"}'
