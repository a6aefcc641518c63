/** Observability: keeps the successful requests of the event path out of Cloud Logging, where they cost more than the events. Metrics count them all. */
import { functionName } from '../naming.ts'

/** The functions that get a request for each event. The request logs of the others show who did what. */
const excluded = (['ingest', 'store', 'forward'] as const).map(functionName)

/** Returns the filter of what is excluded if Cloud Logging keeps this share of the successful requests; undefined if it keeps all of them.
 * An exclusion drops the entries that `sample` selects. https://cloud.google.com/logging/docs/view/logging-query-language#sample */
export function excludedRequests(keptShare: number): string | undefined {
  if (keptShare >= 1) return undefined
  const services = excluded.map((name) => `"${name}"`).join(' OR ')
  return [
    'resource.type="cloud_run_revision"',
    `resource.labels.service_name=(${services})`,
    'log_id("run.googleapis.com/requests")',
    'httpRequest.status>=200',
    'httpRequest.status<300',
    ...(keptShare > 0 ? [`sample(insertId, ${Number((1 - keptShare).toFixed(6))})`] : []),
  ].join(' AND ')
}

/** Returns the share of the successful requests that a filter of `excludedRequests` keeps. */
export function keptShareOf(filter: string | undefined): number {
  if (filter === undefined) return 1
  const [, sampled = '1'] = /sample\(insertId, ([\d.]+)\)/.exec(filter) ?? []
  return 1 - Number(sampled)
}
