/** Console: the queries of page Overview, which run concurrently. */
import { accountQuery } from './account.ts'
import { anomalies } from './anomalies.ts'
import { checkedQuery } from './checked.ts'
import { errors } from './errors.ts'
import { funnel } from './funnel.ts'
import { healthQuery } from './health.ts'
import { latencyQuery } from './latency.ts'
import { problemsQuery } from './problems.ts'
import type { Query } from './query.ts'
import { reasons } from './reasons.ts'
import { reconciliationSection } from './reconciliation.ts'
import { volume } from './volume.ts'

export const overviewQueries: readonly Query[] = [
  accountQuery,
  problemsQuery,
  healthQuery,
  checkedQuery,
  volume,
  funnel,
  reasons,
  latencyQuery,
  errors,
  reconciliationSection,
  anomalies,
]
