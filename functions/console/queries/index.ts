/** Console: the queries of page Overview, which run concurrently. */
import { accountQuery } from './account.ts'
import { anomalies } from './anomalies.ts'
import { errors } from './errors.ts'
import { funnel } from './funnel.ts'
import { latencyQuery } from './latency.ts'
import type { Query } from './query.ts'
import { reasons } from './reasons.ts'
import { reconciliationSection } from './reconciliation.ts'
import { volume } from './volume.ts'

export const overviewQueries: readonly Query[] = [
  accountQuery,
  volume,
  funnel,
  reasons,
  latencyQuery,
  errors,
  reconciliationSection,
  anomalies,
]
