/** Observability: declares the alerts of drain mode. Pure. */
import type { Alert } from './alert.ts'
import { filterTerms, logFilters, metrics, nobodyPulls } from './signals.ts'

/** Returns no alert if no subscription is drained. */
export function drainPolicies(drained: readonly string[]): readonly Alert[] {
  if (drained.length === 0) return []
  return [
    {
      name: 'drain-silent',
      title: 'Messages wait in a drained subscription, and nobody has pulled for 15 minutes.',
      severity: 'CRITICAL',
      condition: {
        conditionPrometheusQueryLanguage: {
          query: nobodyPulls(drained),
          duration: '0s',
          evaluationInterval: '60s',
          // The metric of a subscription does not exist before its first pull.
          disableMetricValidation: true,
        },
      },
    },
    {
      name: 'drain-faults',
      title: 'A worker pool logged an error, or its container ended.',
      severity: 'ERROR',
      condition: { conditionMatchedLog: { filter: logFilters.poolFaults } },
    },
    {
      name: 'leases-lost',
      title: 'Worker pools have lost leases of messages for 15 minutes, so the messages are delivered again.',
      severity: 'WARNING',
      condition: {
        conditionThreshold: {
          filter: metrics.expiredLeases(filterTerms.isOneOf(drained)),
          comparison: 'COMPARISON_GT',
          thresholdValue: 0,
          duration: '900s',
          aggregations: [
            {
              alignmentPeriod: '300s',
              perSeriesAligner: 'ALIGN_DELTA',
              crossSeriesReducer: 'REDUCE_SUM',
              groupByFields: ['resource.label.subscription_id'],
            },
          ],
          trigger: { count: 1 },
        },
      },
    },
  ]
}
