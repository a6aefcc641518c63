/** Google APIs: where they are. The variables are the ones the official clients know, so one environment moves both. */

/** Base URL of Pub/Sub. `PUBSUB_EMULATOR_HOST` is `host:port`.
 * https://cloud.google.com/pubsub/docs/emulator#env */
export function pubsubUrl(env: NodeJS.ProcessEnv): string {
  return env['PUBSUB_EMULATOR_HOST']
    ? `http://${env['PUBSUB_EMULATOR_HOST']}`
    : 'https://pubsub.googleapis.com'
}

/** Base URL of BigQuery v2. `BIGQUERY_EMULATOR_HOST` is a URL and, as in the official client, has no `/bigquery/v2` after it. */
export function bigqueryUrl(env: NodeJS.ProcessEnv): string {
  return env['BIGQUERY_EMULATOR_HOST']?.replace(/\/$/, '') ?? 'https://bigquery.googleapis.com/bigquery/v2'
}
