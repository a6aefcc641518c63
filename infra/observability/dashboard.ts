/** Observability: declares the dashboard of Cloud Monitoring, in the order of an event's flow. Pure.
 * https://cloud.google.com/monitoring/api/ref_v3/rest/v1/projects.dashboards */
import { filterTerms, metrics } from './signals.ts'

interface Chart {
  title: string
  /** Unit of the values. */
  unit: string
  filter: string
  aligner: 'ALIGN_RATE' | 'ALIGN_MAX' | 'ALIGN_DELTA'
  reducer: 'REDUCE_SUM' | 'REDUCE_MAX' | 'REDUCE_PERCENTILE_95'
  /** Label: one line for each of its values. */
  each: string
}

const subscription = 'resource.label.subscription_id'
const service = 'resource.label.service_name'

const charts: readonly Chart[] = [
  {
    title: 'Events accepted',
    unit: 'messages/s',
    filter: metrics.published(),
    aligner: 'ALIGN_RATE',
    reducer: 'REDUCE_SUM',
    each: 'resource.label.topic_id',
  },
  {
    title: 'Requests by response',
    unit: 'requests/s',
    filter: metrics.requests(),
    aligner: 'ALIGN_RATE',
    reducer: 'REDUCE_SUM',
    each: 'metric.label.response_code_class',
  },
  {
    title: 'Backlog',
    unit: 'messages',
    filter: metrics.backlog(),
    aligner: 'ALIGN_MAX',
    reducer: 'REDUCE_SUM',
    each: subscription,
  },
  {
    title: 'Oldest unacknowledged message',
    unit: 's',
    filter: metrics.oldestUnacked(),
    aligner: 'ALIGN_MAX',
    reducer: 'REDUCE_MAX',
    each: subscription,
  },
  {
    title: 'Pushes by response',
    unit: 'pushes/s',
    filter: metrics.pushes(),
    aligner: 'ALIGN_RATE',
    reducer: 'REDUCE_SUM',
    each: 'metric.label.response_class',
  },
  {
    title: 'Dead letters',
    unit: 'messages',
    filter: metrics.deadLetters(),
    aligner: 'ALIGN_DELTA',
    reducer: 'REDUCE_SUM',
    each: subscription,
  },
  {
    title: 'Latency, p95',
    unit: 'ms',
    filter: metrics.latency(),
    aligner: 'ALIGN_DELTA',
    reducer: 'REDUCE_PERCENTILE_95',
    each: service,
  },
  {
    title: 'Instances',
    unit: 'instances',
    filter: metrics.instances(),
    aligner: 'ALIGN_MAX',
    reducer: 'REDUCE_SUM',
    each: service,
  },
  {
    title: 'Errors: 5xx other than 503',
    unit: 'requests/s',
    filter: metrics.requests(filterTerms.isServerError, filterTerms.isNot503),
    aligner: 'ALIGN_RATE',
    reducer: 'REDUCE_SUM',
    each: service,
  },
  {
    title: 'Appends to BigQuery by response',
    unit: 'requests/s',
    filter: metrics.appends(),
    aligner: 'ALIGN_RATE',
    reducer: 'REDUCE_SUM',
    each: 'metric.label.response_code',
  },
]

/** Charts of an environment whose subscriptions are drained. Worker pools have no requests, no latency and no number of instances. */
const drainCharts: readonly Chart[] = [
  {
    title: 'Pulls by response',
    unit: 'pulls/s',
    filter: metrics.pulls(),
    aligner: 'ALIGN_RATE',
    reducer: 'REDUCE_SUM',
    each: 'metric.label.response_code',
  },
  {
    title: 'Worker pools: instances',
    unit: 'instances',
    filter: metrics.poolInstances(),
    aligner: 'ALIGN_RATE',
    reducer: 'REDUCE_SUM',
    each: 'resource.label.worker_pool_name',
  },
]

const columns = 48
const width = 24
const height = 16

/** Leaves out positions of zero: Google's response omits them, and the provider would report a difference. */
function positionOf(index: number): { xPos?: number; yPos?: number } {
  const xPos = (index * width) % columns
  const yPos = Math.floor((index * width) / columns) * height
  return { ...(xPos > 0 && { xPos }), ...(yPos > 0 && { yPos }) }
}

function tile({ title, unit, filter, aligner, reducer, each }: Chart, index: number) {
  return {
    ...positionOf(index),
    width,
    height,
    widget: {
      title,
      xyChart: {
        dataSets: [
          {
            plotType: 'LINE',
            timeSeriesQuery: {
              timeSeriesFilter: {
                filter,
                aggregation: {
                  alignmentPeriod: '60s',
                  perSeriesAligner: aligner,
                  crossSeriesReducer: reducer,
                  groupByFields: [each],
                },
              },
            },
          },
        ],
        yAxis: { label: unit, scale: 'LINEAR' },
      },
    },
  }
}

export function dashboard(title: string, isDrained: boolean) {
  const shown = isDrained ? [...charts, ...drainCharts] : charts
  return {
    displayName: title,
    mosaicLayout: { columns, tiles: shown.map(tile) },
  }
}
