/** Network: base URLs of Google APIs, from the environment variables that the official clients read. */

/** Returns the base URL of Pub/Sub. `PUBSUB_EMULATOR_HOST` is `host:port`.
 * https://cloud.google.com/pubsub/docs/emulator#env */
export function pubsubUrl(env: NodeJS.ProcessEnv): string {
  return env['PUBSUB_EMULATOR_HOST']
    ? `http://${env['PUBSUB_EMULATOR_HOST']}`
    : 'https://pubsub.googleapis.com'
}

/** Returns the base URL of BigQuery v2. `BIGQUERY_EMULATOR_HOST` is a URL that, as in the official client, replaces `/bigquery/v2` too. */
export function bigqueryUrl(env: NodeJS.ProcessEnv): string {
  return env['BIGQUERY_EMULATOR_HOST']?.replace(/\/$/, '') ?? 'https://bigquery.googleapis.com/bigquery/v2'
}

/** Returns the base URL of Secret Manager. No official client reads a variable for it; `SECRET_MANAGER_EMULATOR_HOST` is a URL.
 * https://cloud.google.com/secret-manager/docs/reference/rest */
export function secretManagerUrl(env: NodeJS.ProcessEnv): string {
  return env['SECRET_MANAGER_EMULATOR_HOST']?.replace(/\/$/, '') ?? 'https://secretmanager.googleapis.com'
}
