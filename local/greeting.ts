/** Local stack: what a newcomer is told once it runs. */
import type { StackFacts } from './facts.ts'

/** A few lines to copy from: an event, a query, and where to watch. */
export const greeting = ({
  baseUrl,
  translatorUrl,
  project,
  dataset,
  bigqueryUrl,
  pubsubHost,
  token,
  thirdPartyUrl,
  consoleUrl,
}: StackFacts): string =>
  `Sluice runs.

  Console     ${consoleUrl}   what happens, in charts and numbers
  Events      ${baseUrl}/v1/topics/<topic>
  Payloads    ${translatorUrl}/<translation>
  Pub/Sub     PUBSUB_EMULATOR_HOST=${pubsubHost}   project ${project}
  BigQuery    BIGQUERY_EMULATOR_HOST=${bigqueryUrl}   dataset ${dataset}
  Third party ${thirdPartyUrl}/   what has left for it

Send an event:

  curl -X POST ${baseUrl}/v1/topics/view_content \\
    -H 'Authorization: Bearer ${token}' \\
    -H 'Content-Type: application/json' \\
    -d '{"user_id":"u-1815","content_name":"The Analytical Engine","content_type":"article"}'

Find it in BigQuery:

  curl -X POST ${bigqueryUrl}/projects/${project}/queries \\
    -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
    -d '{"useLegacySql":false,"defaultDataset":{"datasetId":"${dataset}"},"query":"SELECT event_name, content_name FROM view_content"}'

Ctrl-C ends it; the data stays.`
