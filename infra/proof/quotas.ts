/** Proof: lists Google's default quotas and limits that a large environment meets. Each has Google's page and the date on which a stored copy of the page
 * was read; the copy can be older, and your project can have more: see IAM & Admin, Quotas. */

export interface Quota {
  what: string
  /** A few words for it. */
  brief: string
  value: number
  unit: string
  /** What shares it. */
  scope: string
  source: string
  /** Date on which it was read. */
  read: string
  /** What was used where no copy of Google's page showed the present value. */
  otherwise?: string
}

const pubsub = 'https://cloud.google.com/pubsub/quotas'
const run = 'https://cloud.google.com/run/quotas'
const inserts = 'https://cloud.google.com/bigquery/quotas#streaming_inserts'

/** An older copy of the page is the safe side: later values are higher. */
const older = 'an older copy: later ones have more'

/** Quotas, which Google raises on request. */
export const quotas = {
  runCpu: {
    what: 'Cloud Run: CPU of all instances (CpuAllocPerProjectRegion)',
    brief: 'CPU of Cloud Run',
    value: 20,
    unit: 'vCPU',
    scope: 'project and region',
    source: run,
    read: '2026-11-23',
    otherwise: 'what new projects have: the page shows no number',
  },
  push: {
    what: 'Pub/Sub: push subscriber throughput',
    brief: 'push throughput of Pub/Sub',
    value: 20,
    unit: 'MB/s',
    scope: 'project of the subscription and region',
    source: pubsub,
    read: '2026-11-23',
    otherwise: `${older} (440 in large regions)`,
  },
  pull: {
    what: 'Pub/Sub: pull subscriber throughput',
    brief: 'pull throughput of Pub/Sub',
    value: 400,
    unit: 'MB/s',
    scope: 'project of the caller and region',
    source: pubsub,
    read: '2026-11-23',
    otherwise: older,
  },
  publish: {
    what: 'Pub/Sub: publisher throughput',
    brief: 'publish throughput of Pub/Sub',
    value: 200,
    unit: 'MB/s',
    scope: 'project of the caller and region',
    source: pubsub,
    read: '2026-11-23',
    otherwise: `${older} (4,000 in large regions); 50 in small regions`,
  },
  insertInMultiRegion: {
    what: 'BigQuery: streaming inserts in `US` or `EU`',
    brief: 'streaming inserts of BigQuery',
    value: 1000,
    unit: 'MB/s',
    scope: 'project and multi-region',
    source: inserts,
    read: '2026-11-23',
  },
  insertInRegion: {
    what: 'BigQuery: streaming inserts in another location',
    brief: 'streaming inserts of BigQuery',
    value: 300,
    unit: 'MB/s',
    scope: 'project and region',
    source: inserts,
    read: '2026-11-23',
  },
} as const satisfies Readonly<Record<string, Quota>>

export type QuotaName = keyof typeof quotas

/** Limits, most of which Google does not raise, and how Sluice stays within them. */
export const fixedLimits: readonly (Pick<Quota, 'source' | 'read'> & {
  what: string
  limit: string
  sluice: string
})[] = [
  {
    what: 'Pub/Sub: subscriptions of a topic, topics of a project',
    limit: '10,000 each',
    sluice: 'at most 84 destinations; a topic for each event type and source',
    source: `${pubsub}#resource_limits`,
    read: '2026-11-23',
  },
  {
    what: 'Pub/Sub: message, publish request',
    limit: '10 MB',
    sluice: 'a larger event gets 413',
    source: `${pubsub}#resource_limits`,
    read: '2026-11-21',
  },
  {
    what: 'Pub/Sub: publishing with one ordering key',
    limit: '1 MB/s',
    sluice: 'choose keys with few events, such as `user_id`',
    source: `${pubsub}#resource_limits`,
    read: '2026-11-23',
  },
  {
    what: 'Pub/Sub: age of a backlog',
    limit: '31 days',
    sluice: 'every subscription keeps messages as long',
    source: 'https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions',
    read: '2026-11-21',
  },
  {
    what: 'Cloud Run: requests at a time in an instance',
    limit: '1,000',
    sluice: '`store` 80, `forward` 800',
    source: 'https://cloud.google.com/run/docs/about-concurrency',
    read: '2026-11-21',
  },
  {
    what: 'BigQuery: `insertAll` request, row',
    limit: '10 MB',
    sluice: 'requests of at most 9 MB and 500 rows, as Google recommends',
    source: inserts,
    read: '2026-11-23',
  },
  {
    what: 'BigQuery: rows and bytes a second of rows with an insert id, in a project and a table',
    limit: 'exist; Google publishes no numbers',
    sluice: 'every row has one; the error is `quotaExceeded`, and the message comes again',
    source: 'https://cloud.google.com/bigquery/docs/troubleshoot-quotas#ts-streaming-insert-quota',
    read: '2026-11-23',
  },
  {
    what: 'BigQuery: `UPDATE`, `DELETE` and `MERGE` on a table',
    limit: '2 at a time, 20 waiting',
    sluice:
      'runs: a few a minute. Actions over events: one for up to 250 events at a time in an instance of `act`, so let few events fire',
    source: 'https://cloud.google.com/bigquery/docs/data-manipulation-language#dml-concurrency',
    read: '2026-11-23',
  },
  {
    what: 'BigQuery: `INSERT` on a table',
    limit: '1,500 a day, then 10 at a time, 100 waiting',
    sluice: '`requests_per_second`: one from each instance of `forward` every 15 seconds',
    source: 'https://cloud.google.com/bigquery/docs/data-manipulation-language#dml-concurrency',
    read: '2026-11-23',
  },
  {
    what: 'Cloud Logging: entries written',
    limit: '4.8 GB a minute in large regions, 300 MB in others; raised on request',
    sluice: 'successful requests are not logged: leave `sluice:requestLogShare` at 0',
    source: 'https://cloud.google.com/logging/quotas',
    read: '2026-11-23',
  },
]
