/** Console: the queries of page Overview, which run concurrently. */
import { accountQuery } from './account.ts'
import { anomalies } from './anomalies.ts'
import { checkedQuery } from './checked.ts'
import { errors } from './errors.ts'
import { healthQuery } from './health.ts'
import { problemsQuery } from './problems.ts'
import type { Query } from './query.ts'
import { reconciliationSection } from './reconciliation.ts'
import { traffic } from './traffic.ts'

export const overviewQueries: readonly Query[] = [
  accountQuery,
  problemsQuery,
  healthQuery,
  checkedQuery,
  traffic,
  errors,
  reconciliationSection,
  anomalies,
]
