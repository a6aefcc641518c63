/** Observability: selects the metrics and log entries that alerts and the dashboard use. Pure.
 * https://cloud.google.com/monitoring/api/metrics_gcp https://cloud.google.com/monitoring/api/v3/filters */

import { subscriptions } from '../../schemas/bus.ts'
import { dailyCheck } from '../../schemas/daily_check.ts'
import { poolName, type DrainedFunction } from '../../schemas/drain.ts'
import { runSubscriptions } from '../../schemas/run_request.ts'
import { logMessages } from '../../schemas/log_messages.ts'
import type { HealthAlertName } from '../../schemas/warehouse/health_alerts.ts'

function metric(type: string, resource: string, ...conditions: readonly string[]): string {
  return [`metric.type="${type}"`, `resource.type="${resource}"`, ...conditions].join(' AND ')
}

function subscription(name: string, ...conditions: readonly string[]): string {
  return metric(`pubsub.googleapis.com/subscription/${name}`, 'pubsub_subscription', ...conditions)
}

function run(name: string, ...conditions: readonly string[]): string {
  return metric(`run.googleapis.com/${name}`, 'cloud_run_revision', ...conditions)
}

/** Type of a worker pool in Cloud Monitoring and Cloud Logging, and its label with the name.
 * https://cloud.google.com/monitoring/api/resources#tag_cloud_run_worker_pool */
const pool = { type: 'cloud_run_worker_pool', label: 'resource.labels.worker_pool_name' } as const

/** The log of a function's own entries. Cloud Run has a separate log of requests, in which every 4xx response is a warning.
 * https://cloud.google.com/run/docs/logging */
const functionLog = 'run.googleapis.com/stderr'

/** Filters of Cloud Monitoring. */
export const metrics = {
  deadLetters: () => subscription('dead_letter_message_count'),
  oldestUnacked: (...conditions: readonly string[]) =>
    subscription('oldest_unacked_message_age', ...conditions),
  backlog: () => subscription('num_undelivered_messages'),
  published: () => metric('pubsub.googleapis.com/topic/send_message_operation_count', 'pubsub_topic'),
  pushes: () => subscription('push_request_count'),
  pulls: () => subscription('pull_request_count'),
  expiredLeases: (...conditions: readonly string[]) =>
    subscription('expired_ack_deadlines_count', ...conditions),
  /** Seconds per second that instances of worker pools run: their number. Worker pools have no metric of it. */
  poolInstances: () => metric('run.googleapis.com/container/billable_instance_time', pool.type),
  requests: (...conditions: readonly string[]) => run('request_count', ...conditions),
  latency: () => run('request_latencies'),
  instances: () => run('container/instance_count'),
  /** Log entries of functions. The label holds the name of the log, in which the slash can be written as %2F. */
  logEntries: (...conditions: readonly string[]) =>
    metric(
      'logging.googleapis.com/log_entry_count',
      'cloud_run_revision',
      `metric.labels.log=ends_with("${functionLog.split('/').at(-1)}")`,
      ...conditions,
    ),
  /** As `logEntries`, of worker pools. */
  poolLogEntries: (...conditions: readonly string[]) =>
    metric(
      'logging.googleapis.com/log_entry_count',
      pool.type,
      `metric.labels.log=ends_with("${functionLog.split('/').at(-1)}")`,
      ...conditions,
    ),
  /** Requests that append rows to BigQuery, as counted by the API. */
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
  pool: (name: string) => `${pool.label}="${name}"`,
  isOneOf: (subscriptionIds: readonly string[]) =>
    `resource.labels.subscription_id=one_of(${quoted(subscriptionIds)})`,
  isServerError: 'metric.labels.response_code_class="5xx"',
  /** store and forward return 503 to make Pub/Sub redeliver, ingest returns it when Pub/Sub is unavailable. */
  isNot503: 'metric.labels.response_code!="503"',
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
    `log_id("${functionLog}")`,
    `resource.labels.service_name=${functionNames}`,
    `severity=${severity}`,
    ...conditions,
  ].join(' AND ')
}

/** As `lineOf`, also for the worker pool of the function if there is one. */
function lineOfEither(
  functionName: DrainedFunction,
  hasPool: boolean,
  ...[severity, ...conditions]: readonly [string, ...string[]]
): string {
  const line = lineOf(`"${functionName}"`, severity, ...conditions)
  if (!hasPool) return line
  return line
    .replace('resource.type="cloud_run_revision" AND ', '')
    .replace(
      `resource.labels.service_name="${functionName}"`,
      `((resource.type="cloud_run_revision" AND resource.labels.service_name="${functionName}")` +
        ` OR (resource.type="${pool.type}" AND ${pool.label}="${poolName(functionName)}"))`,
    )
}

/** Filters of Cloud Logging. https://cloud.google.com/logging/docs/view/logging-query-language */
export const logFilters = {
  /** A destination started to reject its credentials; `jsonPayload.destination` is its id. */
  credentials: (hasPool: boolean) =>
    lineOfEither('forward', hasPool, 'ERROR', `jsonPayload.message:"${logMessages.credentials}"`),
  /** Warnings of store other than redeliveries. */
  storeTables: (hasPool: boolean) =>
    lineOfEither('store', hasPool, 'WARNING', `NOT jsonPayload.message:"${logMessages.redelivery}"`),
  /** Errors of worker pools, and their containers that ended. Rejected credentials have an alert of their own. */
  poolFaults: [
    `resource.type="${pool.type}"`,
    `${pool.label}=("${poolName('store')}" OR "${poolName('forward')}")`,
    'severity>=ERROR',
    `NOT jsonPayload.message:"${logMessages.credentials}"`,
  ].join(' AND '),
  /** A guard stopped a run, or it failed; `jsonPayload.name` is the sync or action. */
  runs: lineOf('("sync" OR "act" OR "erase")', 'ERROR', `jsonPayload.message:"${logMessages.run}"`),
  /** The daily check found a count that is not zero; `jsonPayload.reason` names the promise, the destination and the count. */
  reconciliation: lineOf('"sync"', 'ERROR', `jsonPayload.message:"${logMessages.reconciliation}"`),
  /** The health check reports a problem; `jsonPayload.alert` is its name. */
  health: (alert: HealthAlertName) =>
    lineOf('"sync"', 'ERROR', `jsonPayload.message:"${logMessages[alert]}"`),
} as const

/**
 * PromQL that is true for one hour, two hours after the daily check is due, if no run request was acknowledged since an hour before it was
 * due. It is not a metric-absence condition: those look back 23.5 hours, less than a day, and never fire for a metric without a value:
 * https://cloud.google.com/monitoring/alerts/metric-absence
 * Names of metrics: https://cloud.google.com/monitoring/promql/promql-mapping
 */
export const noCheckToday = `${noRun('reconcile', '4h')} and on() (hour() == ${dailyCheck.hour + 2})`

/** PromQL that is true if no check of the health was acknowledged in the last hour, in which four are due. */
export const noHealthCheck = noRun('health', '1h')

function noRun(subscription: keyof typeof runSubscriptions, period: string): string {
  return (
    'absent_over_time(pubsub_googleapis_com:subscription_push_request_count{' +
    `monitored_resource="pubsub_subscription",subscription_id=~"(scheduled-)?${subscriptions.runs(subscription)}",response_class="ack"}[${period}])`
  )
}

/** PromQL that is true for each of these subscriptions that has had messages for 15 minutes, in which nobody pulled. A third party can pause its
 * subscription for ten. */
export function nobodyPulls(subscriptionIds: readonly string[]): string {
  const labels = `{monitored_resource="pubsub_subscription",subscription_id=~"${subscriptionIds.join('|')}"}`
  const sum = (text: string): string => `sum by (subscription_id) (${text}[15m]))`
  return (
    `min by (subscription_id) (min_over_time(pubsub_googleapis_com:subscription_num_undelivered_messages${labels}[15m])) > 0` +
    ` unless on (subscription_id) (${sum(`increase(pubsub_googleapis_com:subscription_pull_request_count${labels}`)} > 0)`
  )
}
