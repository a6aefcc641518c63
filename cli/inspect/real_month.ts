/** Command line: reads what an environment had in the last 30 days, from its hourly counts and from the sizes of its tables. No event is read. */
import type { BigQuery } from '@google-cloud/bigquery'
import { tables } from '../../schemas/warehouse.ts'
import type { CommandEnvironment } from '../environment/command_environment.ts'
import { CliError } from '../terminal/cli_error.ts'

const dayMs = 86_400_000

/** A limit of what one count reads: hourly counts are megabytes. */
const maximumBytes = 2 ** 30

export interface RealMonth {
  /** Beginning of the 30 days, and their end, in RFC 3339. */
  since: string
  until: string
  /** First hour with events, if it is later than `since`. */
  firstHour: string | null
  events: number
  /** Mean size of a stored event, in bytes. */
  bytes: number
  /** Destinations that an event may go to, on average. */
  destinations: number
  /** Bytes that counting has read. */
  bytesRead: number
}

interface Counts {
  events: number | null
  permitted: number | null
  first_ms: number | null
}

/** `now`: in ms since 1970. Throws NOT_FOUND if no event is counted. */
export async function readMonth(environment: CommandEnvironment, now: number): Promise<RealMonth> {
  const { project, dataset } = environment
  const client = await environment.bigquery()
  const since = new Date(now - 30 * dayMs).toISOString()
  const locate = (name: string): string => `\`${project}.${dataset}.${name}\``
  const query = countQuery(locate(tables.hourly_counts.name))
  const options = { query, params: { since } }
  const bytesRead = await bytesOf(client, options)
  const [rows] = await client.query({ ...options, maximumBytesBilled: String(maximumBytes) })
  const [counts] = rows as readonly Counts[]
  const events = counts?.events ?? 0
  if (events === 0)
    throw new CliError(
      'NOT_FOUND',
      `${project} has counted no events since ${since}. The health check counts them: run "npx sluice health", or pass --events <number>.`,
    )
  const first = counts?.first_ms ?? 0
  return {
    since,
    until: new Date(now).toISOString(),
    firstHour: first - Date.parse(since) < dayMs ? null : new Date(first).toISOString(),
    events,
    bytes: await meanSize(client, environment, locate(tables.events.name)),
    destinations: (counts?.permitted ?? 0) / events,
    bytesRead,
  }
}

function countQuery(hourlyCounts: string): string {
  return `SELECT SUM(IF(subject = 'events', counted.pairs, 0)) AS events,
  SUM(IF(subject = 'decisions' AND outcome = 'permitted', counted.pairs, 0)) AS permitted,
  UNIX_MILLIS(MIN(IF(subject = 'events', hour, NULL))) AS first_ms
FROM ${hourlyCounts} AS counted
WHERE hour >= TIMESTAMP(@since) AND subject IN ('events', 'decisions')`
}

/** The size of all rows, by a dry run, which is free, divided by their number, which the table knows. What Sluice adds to an event is left out. */
async function meanSize(client: BigQuery, { dataset }: CommandEnvironment, events: string): Promise<number> {
  const query = `SELECT * EXCEPT (decisions, violations, hints) FROM ${events}`
  const [metadata] = (await client.dataset(dataset).table(tables.events.name).getMetadata()) as [
    { numRows?: string },
    unknown,
  ]
  const rows = Number(metadata.numRows ?? 0)
  return rows === 0 ? 0 : Math.round((await bytesOf(client, { query })) / rows)
}

async function bytesOf(client: BigQuery, options: { query: string; params?: object }): Promise<number> {
  const [job] = await client.createQueryJob({ ...options, dryRun: true })
  const { statistics } = job.metadata as { statistics?: { totalBytesProcessed?: string } }
  return Number(statistics?.totalBytesProcessed ?? 0)
}
