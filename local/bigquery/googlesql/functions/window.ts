/** Numbering and navigation functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/navigation_functions */
import { InvalidArgument, defineAggregates, type AggregateRow } from './definition.ts'
import type { Aggregation } from '../resolver/aggregation.ts'

const numbering = (fn: string, type: 'INT64' | 'FLOAT64'): AggregateRow => [
  `() -> ${type}`,
  (window) => `${fn}()${window.over()}`,
]
const lag = (fn: 'lag' | 'lead'): AggregateRow => [
  '(T, [INT64], [T]) -> T',
  (window, value, offset = '1', otherwise) =>
    `${fn}(${value}, ${offset}${otherwise === undefined ? '' : `, ${otherwise}`})${window.over()}`,
]
const ignoring = (window: Aggregation): string => (window.nulls === 'IGNORE' ? ' IGNORE NULLS' : '')
const edge = (fn: string): AggregateRow => [
  '(T) -> T',
  (window, value) => `${fn}(${value}${ignoring(window)})${window.over()}`,
]

export const windowTable = defineAggregates({
  ROW_NUMBER: numbering('row_number', 'INT64'),
  RANK: numbering('rank', 'INT64'),
  DENSE_RANK: numbering('dense_rank', 'INT64'),
  PERCENT_RANK: numbering('percent_rank', 'FLOAT64'),
  CUME_DIST: numbering('cume_dist', 'FLOAT64'),
  NTILE: ['(INT64) -> INT64', (window, buckets) => `ntile(${buckets})${window.over()}`],
  LAG: lag('lag'),
  LEAD: lag('lead'),
  FIRST_VALUE: edge('first_value'),
  LAST_VALUE: edge('last_value'),
  NTH_VALUE: [
    '(T, INT64) -> T',
    (window, value, n) => `nth_value(${value}, ${n}${ignoring(window)})${window.over()}`,
  ],
  PERCENTILE_CONT: [
    ['(FLOAT64, FLOAT64) -> FLOAT64', (window, value, p) => window.of('quantile_cont', `${value}, ${p}`)],
    [
      '(NUMERIC, NUMERIC) -> NUMERIC',
      () => {
        throw new InvalidArgument('PERCENTILE_CONT of NUMERIC is not supported by the local BigQuery')
      },
    ],
  ],
  PERCENTILE_DISC: [
    '(T, FLOAT64) -> T',
    (window, value, p) => {
      const filter = window.nulls === 'RESPECT' ? undefined : `${value} IS NOT NULL`
      return `bq_percentile_disc(${window.of('list', value, { filter })}, ${p})`
    },
  ],
})
