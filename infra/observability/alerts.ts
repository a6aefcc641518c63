/** Observability: declares the alerts. Each has a section of its name in docs/operations.md. Pure. */
import type { Input } from '@pulumi/pulumi'
import type { Alert, Condition } from './alert.ts'
import { poolName, type DrainedFunction } from '../../schemas/drain.ts'
import { drainPolicies } from './drain_policies.ts'
import { healthPolicies } from './health_policies.ts'
import { filterTerms, logFilters, metrics, noCheckToday, noHealthCheck } from './signals.ts'

interface Threshold {
  /** Fires above this value. */
  above: number
  /** Alignment period in seconds. */
  every: number
  aligner: 'ALIGN_DELTA' | 'ALIGN_MAX'
  /** Label: one alert for each of its values. */
  each?: string
  /** How long the condition must hold, in seconds. Default: 0. */
  lasting?: number
  /** Filter of a denominator; `above` is then a ratio. */
  of?: string
}

function over(filter: Input<string>, threshold: Threshold): Condition {
  const { above, every, aligner, each, lasting = 0, of } = threshold
  const aggregation = {
    alignmentPeriod: `${every}s`,
    perSeriesAligner: aligner,
    crossSeriesReducer: aligner === 'ALIGN_MAX' ? 'REDUCE_MAX' : 'REDUCE_SUM',
    ...(each !== undefined && { groupByFields: [each] }),
  }
  return {
    conditionThreshold: {
      filter,
      comparison: 'COMPARISON_GT',
      thresholdValue: above,
      duration: `${lasting}s`,
      aggregations: [aggregation],
      ...(of !== undefined && { denominatorFilter: of, denominatorAggregations: [aggregation] }),
      trigger: { count: 1 },
    },
  }
}

const subscriptionId = 'resource.label.subscription_id'
const functionName = 'resource.label.service_name'

interface Watched {
  /** Ids of the subscriptions that are paused on purpose. */
  paused: readonly string[]
  /** Names of the functions that producers call. */
  doors: readonly string[]
  /** Ids of the subscriptions that the worker pool of a function pulls. */
  drained: Readonly<Record<DrainedFunction, readonly string[]>>
}

export function alerts({ paused, doors, drained }: Watched): readonly Alert[] {
  const [storeHasPool, forwardHasPool] = [drained.store.length > 0, drained.forward.length > 0]
  const redeliveries = { above: 0, every: 300, aligner: 'ALIGN_DELTA', lasting: 900 } as const
  return [
    {
      name: 'dead-letters',
      title: 'Messages could not be delivered and have become dead letters.',
      severity: 'CRITICAL',
      condition: over(metrics.deadLetters(), {
        above: 0,
        every: 300,
        aligner: 'ALIGN_DELTA',
        each: subscriptionId,
      }),
    },
    {
      name: 'store-backlog',
      title: 'Events have waited for more than ten minutes to be stored.',
      severity: 'CRITICAL',
      condition: over(metrics.oldestUnacked(filterTerms.isOfStore), {
        above: 600,
        every: 60,
        aligner: 'ALIGN_MAX',
        each: subscriptionId,
      }),
    },
    {
      name: 'forward-backlog',
      title: 'Events have waited for more than an hour to be delivered to a destination.',
      severity: 'ERROR',
      condition: over(metrics.oldestUnacked(filterTerms.isOfForward, ...paused.map(filterTerms.isNot)), {
        above: 3600,
        every: 60,
        aligner: 'ALIGN_MAX',
        each: subscriptionId,
      }),
    },
    {
      name: 'function-faults',
      title: 'A function returned 5xx other than 503.',
      severity: 'ERROR',
      condition: over(metrics.requests(filterTerms.isServerError, filterTerms.isNot503), {
        above: 0,
        every: 300,
        aligner: 'ALIGN_DELTA',
        each: functionName,
      }),
    },
    {
      name: 'front-door',
      title: 'More than 1% of the requests of producers fail.',
      severity: 'CRITICAL',
      condition: over(metrics.requests(filterTerms.function(...doors), filterTerms.isServerError), {
        of: metrics.requests(filterTerms.function(...doors)),
        above: 0.01,
        every: 300,
        aligner: 'ALIGN_DELTA',
        lasting: 300,
      }),
    },
    {
      name: 'credentials',
      title: 'A destination does not accept its credentials.',
      severity: 'ERROR',
      condition: {
        conditionMatchedLog: {
          filter: logFilters.credentials(forwardHasPool),
          labelExtractors: { destination: 'EXTRACT(jsonPayload.destination)' },
        },
      },
    },
    {
      name: 'store-redeliveries',
      title: 'store has requested redelivery of messages for 15 minutes.',
      severity: 'WARNING',
      condition: over(metrics.logEntries(filterTerms.function('store'), filterTerms.isWarning), redeliveries),
      ...(storeHasPool && {
        poolCondition: over(
          metrics.poolLogEntries(filterTerms.pool(poolName('store')), filterTerms.isWarning),
          redeliveries,
        ),
      }),
    },
    {
      name: 'store-tables',
      title: 'store cannot load definitions or suppressions.',
      severity: 'ERROR',
      condition: { conditionMatchedLog: { filter: logFilters.storeTables(storeHasPool) } },
    },
    {
      name: 'bigquery-appends',
      title: 'BigQuery has refused rows for ten minutes.',
      severity: 'ERROR',
      condition: over(metrics.appends('metric.labels.response_code_class!="2xx"'), {
        above: 0,
        every: 300,
        aligner: 'ALIGN_DELTA',
        each: 'metric.label.response_code',
        lasting: 600,
      }),
    },
    {
      name: 'actions-backlog',
      title: 'Events have waited for more than ten minutes for their actions.',
      severity: 'ERROR',
      condition: over(metrics.oldestUnacked(filterTerms.isOfAct), {
        above: 600,
        every: 60,
        aligner: 'ALIGN_MAX',
      }),
    },
    {
      name: 'runs',
      title: 'A sync, action, replay, erasure or check was stopped before it finished.',
      severity: 'ERROR',
      condition: {
        conditionMatchedLog: {
          filter: logFilters.runs,
          labelExtractors: { kind: 'EXTRACT(jsonPayload.kind)', name: 'EXTRACT(jsonPayload.name)' },
        },
      },
    },
    {
      name: 'reconciliation',
      title: 'A promise is broken: a count of the view reconciliation is not zero.',
      severity: 'CRITICAL',
      condition: { conditionMatchedLog: { filter: logFilters.reconciliation } },
    },
    {
      name: 'reconciliation-missing',
      title: 'The daily check of the promises has not run today.',
      severity: 'ERROR',
      condition: {
        conditionPrometheusQueryLanguage: {
          query: noCheckToday,
          duration: '0s',
          evaluationInterval: '300s',
          // The metric of a subscription does not exist before its first push.
          disableMetricValidation: true,
        },
      },
    },
    {
      name: 'health-missing',
      title: 'The health has not been checked for more than an hour.',
      severity: 'ERROR',
      condition: {
        conditionPrometheusQueryLanguage: {
          query: noHealthCheck,
          // In a new environment, the first check is due within 15 minutes.
          duration: '1800s',
          evaluationInterval: '300s',
          disableMetricValidation: true,
        },
      },
    },
    ...healthPolicies(),
    ...drainPolicies([...drained.store, ...drained.forward]),
  ]
}
