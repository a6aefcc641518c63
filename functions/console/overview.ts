/** Console: `GET /v1/console/overview`: runs a fixed set of queries concurrently, one section each. */
import { healthCheck } from '../../schemas/health_check.ts'
import { outcomes } from '../../schemas/outcome.ts'
import { reconciliation } from '../../schemas/views/reconciliation.ts'
import { quarantineReasons } from '../../schemas/warehouse/quarantine.ts'
import type { HandlerResponse } from '../serving/answer.ts'
import { emailOf } from './view_error.ts'
import { hasFullHours, inFullHours, valuesOf, type Period } from './period.ts'
import { accountQuery } from './queries/account.ts'
import { checkedQuery } from './queries/checked.ts'
import { overviewQueries } from './queries/index.ts'
import type { Query } from './queries/query.ts'
import { maxTrafficRows, traffic, trafficSections } from './queries/traffic.ts'
import { callerErrorResponse, concernsCaller, sectionError, type SectionError } from './query_error.ts'
import type { ResultRow } from './rows.ts'
import type { RunQuery, QueryResult } from './run_query.ts'

/** One section: its rows, or why it has none. */
type OverviewSection = { rows: readonly ResultRow[]; truncated: boolean } | { error: SectionError }

/** Meaning of a non-zero count in view `reconciliation`, by column. */
const promises: Readonly<Record<string, string>> = Object.fromEntries(
  reconciliation((name) => name, { events: 0, deliveries: 0 })
    .columns.filter(({ type }) => type === 'INT64')
    .map(({ name, description }) => [name, description.replace(/^Expected: 0\. /, '')]),
)

/** Meaning of each reason of an outcome or of quarantine. */
const meanings: Readonly<Record<string, string>> = {
  ...quarantineReasons,
  ...Object.assign({}, ...Object.values(outcomes).map(({ reasons }) => reasons)),
}

/** Runs all queries. A caller without permission gets 401 or 403 only; any other failed query affects only its own section. */
export async function overview(run: RunQuery, asked: Period): Promise<HandlerResponse> {
  const first = run(checkedQuery, valuesOf(asked))
  /** What the queries that read events depend on. */
  const planned = first.then((checked) => {
    const isCounted = hasManyEvents(checked)
    const period = isCounted ? inFullHours(asked) : asked
    return { isCounted, period, values: valuesOf(period, isCounted ? undefined : liveSince(period, checked)) }
  })
  const results = await Promise.all(
    overviewQueries.map(async (query) => {
      if (query === checkedQuery) return first
      if (query.counted === undefined) return run(query, valuesOf(asked))
      const { isCounted, values } = await planned
      return run(isCounted ? { ...query, sql: query.counted } : query, values)
    }),
  )
  const { isCounted, period } = await planned
  const email = emailOf(results[overviewQueries.indexOf(accountQuery)]!)
  const denied = results.find(concernsCaller)
  if (denied) return callerErrorResponse(denied, email)
  const sections = overviewQueries.flatMap((query, index) =>
    query === accountQuery ? [] : sectionsOf(query, results[index]!),
  )
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({
      ...period,
      isCounted,
      account: email,
      bytes: bytesOf(results),
      promises,
      meanings,
      sections: Object.fromEntries(sections),
    }),
  }
}

function hasManyEvents(checked: QueryResult): boolean {
  return checked.kind === 'rows' && Number(checked.rows[0]?.['daily_events']) > healthCheck.manyDailyEvents
}

/** The time from which the traffic is not counted yet. Parts of an hour are not counted at all. */
function liveSince(period: Period, checked: QueryResult): string | undefined {
  const live = checked.kind === 'rows' && hasFullHours(period) ? checked.rows[0]?.['live'] : undefined
  return typeof live === 'string' ? live : undefined
}

/** The bytes that all sections together have read. */
function bytesOf(results: readonly QueryResult[]): number {
  return results.reduce((sum, result) => sum + (result.kind === 'rows' ? result.bytes : 0), 0)
}

/** The section of a query; of the query `traffic`, which has several in its row, all of them. */
function sectionsOf(query: Query, result: QueryResult): readonly (readonly [string, OverviewSection])[] {
  if (query !== traffic || result.kind !== 'rows')
    return (query === traffic ? trafficSections : [query.name]).map((name) => [
      name,
      sectionOf(query, result),
    ])
  return trafficSections.map((name) => {
    const rows = result.rows[0]![name] as readonly ResultRow[]
    return [name, { rows, truncated: rows.length === maxTrafficRows }]
  })
}

function sectionOf({ readsOnlyPeriod }: Query, result: QueryResult): OverviewSection {
  return result.kind === 'rows'
    ? { rows: result.rows, truncated: result.truncated }
    : { error: sectionError(result, undefined, readsOnlyPeriod) }
}
