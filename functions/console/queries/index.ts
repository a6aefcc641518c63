/** Console: the queries of the page Overview, in no order; they run side by side. */
import { account } from './account.ts'
import { anomalies } from './anomalies.ts'
import { errors } from './errors.ts'
import { funnel } from './funnel.ts'
import { latency } from './latency.ts'
import type { Query } from './query.ts'
import { reasons } from './reasons.ts'
import { reconciliation } from './reconciliation.ts'
import { volume } from './volume.ts'

export const overviewQueries: readonly Query[] = [
  account,
  volume,
  funnel,
  reasons,
  latency,
  errors,
  reconciliation,
  anomalies,
]
