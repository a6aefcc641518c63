/** Observability: the metrics and log lines of Google Cloud that alerts and the dashboard go by. Pure.
 * https://cloud.google.com/monitoring/api/metrics_gcp https://cloud.google.com/monitoring/api/v3/filters */

import { subscriptions } from '../../schemas/bus.ts'
import { dailyCheck } from '../../schemas/daily_check.ts'
import { logMessages } from '../../schemas/log_messages.ts'

function metric(type: string, resource: string, ...conditions: readonly string[]): string {
  return [`metric.type="${type}"`, `resource.type="${resource}"`, ...conditions].join(' AND ')
}

function subscription(name: string, ...conditions: readonly string[]): string {
  return metric(`pubsub.googleapis.com/subscription/${name}`, 'pubsub_subscription', ...conditions)
}

function run(name: string, ...conditions: readonly string[]): string {
  return metric(`run.googleapis.com/${name}`, 'cloud_run_revision', ...conditions)
}

/** The log of what a function itself says. Cloud Run has another for requests, in which every answer 4xx is a warning.
 * https://cloud.google.com/run/docs/logging */
const said = 'run.googleapis.com/stderr'

/** Filters of Cloud Monitoring. */
export const metrics = {
  deadLetters: () => subscription('dead_letter_message_count'),
  oldestUnacked: (...conditions: readonly string[]) =>
    subscription('oldest_unacked_message_age', ...conditions),
  backlog: () => subscription('num_undelivered_messages'),
  published: () => metric('pubsub.googleapis.com/topic/send_message_operation_count', 'pubsub_topic'),
  pushes: () => subscription('push_request_count'),
  requests: (...conditions: readonly string[]) => run('request_count', ...conditions),
  latency: () => run('request_latencies'),
  instances: () => run('container/instance_count'),
  /** Lines that functions wrote. The label has the name of the log, whose slash it may write as %2F. */
  said: (...conditions: readonly string[]) =>
    metric(
      'logging.googleapis.com/log_entry_count',
      'cloud_run_revision',
      `metric.labels.log=ends_with("${said.split('/').at(-1)}")`,
      ...conditions,
    ),
  /** Requests that append rows to BigQuery, as the API sees them. */
  appends: (...conditions: readonly string[]) =>
    metric(
      'serviceruntime.googleapis.com/api/request_count',
      'consumed_api',
      'resource.labels.service="bigquery.googleapis.com"',
      'resource.labels.method=monitoring.regex.full_match("(?i).*tabledata.*insertall")',
      ...conditions,
    ),
} as const

/** Conditions for the filters. */
export const filterTerms = {
  function: (...names: readonly string[]) => `resource.labels.service_name=one_of(${quoted(names)})`,
  isServerError: 'metric.labels.response_code_class="5xx"',
  /** 503 is how store and forward ask the bus to deliver again, and how ingest says that the bus is not there. */
  isNo503: 'metric.labels.response_code!="503"',
  isWarning: 'metric.labels.severity="WARNING"',
  isOfStore: 'resource.labels.subscription_id=ends_with("-store")',
  isOfForward: 'resource.labels.subscription_id=starts_with("forward-")',
  isOfAct: `resource.labels.subscription_id="${subscriptions.act}"`,
  isNot: (subscriptionId: string) => `resource.labels.subscription_id!="${subscriptionId}"`,
} as const

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(',')
}

function lineOf(functionNames: string, severity: string, ...conditions: readonly string[]): string {
  return [
    'resource.type="cloud_run_revision"',
    `log_id("${said}")`,
    `resource.labels.service_name=${functionNames}`,
    `severity=${severity}`,
    ...conditions,
  ].join(' AND ')
}

/** Filters of Cloud Logging. https://cloud.google.com/logging/docs/view/logging-query-language */
export const logFilters = {
  /** A destination has begun to refuse its credentials; `jsonPayload.destination` says which. */
  credentials: lineOf('"forward"', 'ERROR', `jsonPayload.message:"${logMessages.credentials}"`),
  /** What store warns of besides messages that it asks for again. */
  storeTables: lineOf('"store"', 'WARNING', `NOT jsonPayload.message:"${logMessages.redelivery}"`),
  /** A guard has stopped a run, or it has failed; `jsonPayload.name` says which sync or action. */
  runs: lineOf('("sync" OR "act" OR "erase")', 'ERROR', `jsonPayload.message:"${logMessages.run}"`),
  /** The daily check has found a count that is not zero; `jsonPayload.reason` says which, where and how often. */
  reconciliation: lineOf('"sync"', 'ERROR', `jsonPayload.message:"${logMessages.reconciliation}"`),
} as const

/**
 * PromQL that is true two hours after the daily check is due, for an hour, if no request for one was acknowledged since an hour before it was
 * due. Asked at one time of day, because a metric-absence condition reaches back 23.5 hours, which is less than a day, and is silent where
 * there never was a value: https://cloud.google.com/monitoring/alerts/metric-absence
 * Names of metrics: https://cloud.google.com/monitoring/promql/promql-mapping
 */
export const noCheckToday =
  'absent_over_time(pubsub_googleapis_com:subscription_push_request_count{' +
  `monitored_resource="pubsub_subscription",subscription_id="${subscriptions.runs('reconcile')}",response_class="ack"}[4h])` +
  ` and on() (hour() == ${dailyCheck.hour + 2})`
