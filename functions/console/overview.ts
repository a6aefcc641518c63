/** Console: the answer behind the page Overview: one request, a fixed set of queries side by side, a section for each. */
import { outcomes } from '../../schemas/outcome.ts'
import { reconciliation } from '../../schemas/views/reconciliation.ts'
import { quarantineReasons } from '../../schemas/warehouse/quarantine.ts'
import type { HandlerResponse } from '../serving/answer.ts'
import { valuesOf, type Period } from './period.ts'
import { accountQuery } from './queries/account.ts'
import { overviewQueries } from './queries/index.ts'
import { callerErrorResponse, concernsCaller, sectionError, type SectionError } from './query_error.ts'
import type { ResultRow } from './rows.ts'
import type { RunQuery, QueryResult } from './run_query.ts'

/** One section: rows, or why there are none. */
export type OverviewSection = { rows: readonly ResultRow[]; truncated: boolean } | { error: SectionError }

/** What each count of the view `reconciliation` means when it is not zero, by its column. */
const promises: Readonly<Record<string, string>> = Object.fromEntries(
  reconciliation((name) => name, { events: 0, deliveries: 0 })
    .columns.filter(({ type }) => type === 'INT64')
    .map(({ name, description }) => [name, description.replace(/^Expected: 0\. /, '')]),
)

/** What each reason means, of an outcome or of quarantine. */
const meanings: Readonly<Record<string, string>> = {
  ...quarantineReasons,
  ...Object.assign({}, ...Object.values(outcomes).map(({ reasons }) => reasons)),
}

/** Asks everything at once. A caller without rights gets 401 or 403 and nothing else; one query's own fault leaves the
 * other sections whole. */
export async function overview(ask: RunQuery, period: Period): Promise<HandlerResponse> {
  const values = valuesOf(period)
  const results = await Promise.all(overviewQueries.map((query) => ask(query, values)))
  const email = emailOf(results[overviewQueries.indexOf(accountQuery)]!)
  const denied = results.find(concernsCaller)
  if (denied) return callerErrorResponse(denied, email)
  const sections = overviewQueries.flatMap((query, index) =>
    query === accountQuery ? [] : [[query.name, sectionOf(results[index]!)] as const],
  )
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({
      ...period,
      account: email,
      promises,
      meanings,
      sections: Object.fromEntries(sections),
    }),
  }
}

function sectionOf(result: QueryResult): OverviewSection {
  return result.kind === 'rows'
    ? { rows: result.rows, truncated: result.truncated }
    : { error: sectionError(result) }
}

function emailOf(result: QueryResult): string | undefined {
  const email = result.kind === 'rows' ? result.rows[0]?.['email'] : undefined
  return typeof email === 'string' ? email : undefined
}
