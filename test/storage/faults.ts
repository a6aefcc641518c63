/** Storage tests: the faults that the store must survive, each with how it begins and ends. */
import { subscriptions } from '../../schemas/bus.ts'
import { call } from '../../local/apply/rest.ts'
import type { Platform } from './platform.ts'

type Step = (platform: Platform) => Promise<void> | void

export interface Fault {
  name: string
  /** Runs before the events are sent. */
  begin?: Step
  /** Runs after the events are published. */
  afterSending?: Step
  /** True once the fault has had its effect. */
  isMet: (platform: Platform) => boolean
  end?: Step
  /** True if no event can be stored before the end of the fault. */
  isOutage?: true
  /** Members that half of the events have in addition, as JSON text. */
  members?: string
  /** True if the events with these members must be quarantined. */
  isRefused?: true
}

function failInsertAll({ client }: Platform, insertAll: object): Promise<void> {
  return client.faults({ insertAll })
}

const removeFaults: Step = ({ client }) => client.faults(undefined)

/** True after this many requests to BigQuery whose line ends with `path`. */
function hasRequested(path: string, times = 2) {
  return ({ lines }: Platform): boolean =>
    lines.bigquery.requests.filter((request) => request.endsWith(path)).length >= times
}

const hasRetried = hasRequested('/events/insertAll')

function errorResponses(status: number, reason: string): Fault {
  return {
    name: `responses ${status} ${reason}`,
    begin: (platform) => failInsertAll(platform, { status, reason, times: null }),
    isMet: hasRetried,
    end: removeFaults,
    isOutage: true,
  }
}

const ackDeadlineSeconds = 10

/** Sets the ack deadline of the store's subscription to the minimum. */
const shortenDeadline: Step = async ({ lines, authorization, project }) => {
  const name = `projects/${project}/subscriptions/${subscriptions.store('view_content')}`
  await call({ url: lines.pubsub.url, authorization }, 'PATCH', `/v1/${name}`, {
    subscription: { name, ackDeadlineSeconds },
    updateMask: 'ackDeadlineSeconds',
  })
}

const recreateTable: Step = async ({ client, bigquery, dataset }) => {
  const table = bigquery.dataset(dataset).table('events')
  const [metadata] = (await table.getMetadata()) as [Record<string, object>, unknown]
  await table.delete()
  await client.faults({ unknownTable: { calls: 3 } })
  const { schema, timePartitioning, clustering } = metadata
  await bigquery.dataset(dataset).createTable('events', {
    ...(schema && { schema }),
    ...(timePartitioning && { timePartitioning }),
    ...(clustering && { clustering }),
  })
}

const column = 'twclid'
const addColumn: Step = async ({ client }) => {
  await client.arrange(`ALTER TABLE events DROP COLUMN ${column}`)
  await client.faults({ unknownField: { calls: 3 } })
  await client.arrange(`ALTER TABLE events ADD COLUMN ${column} STRING`)
}

export const faults: readonly Fault[] = [
  // Must be first, while the table has no rows to lose.
  {
    name: 'a table that was just created and is not found yet',
    begin: recreateTable,
    isMet: hasRetried,
    end: removeFaults,
  },
  {
    name: 'a column that was just added and is not known yet',
    begin: addColumn,
    isMet: hasRetried,
    end: removeFaults,
    members: `"${column}":"a",`,
  },
  errorResponses(429, 'rateLimitExceeded'),
  errorResponses(403, 'quotaExceeded'),
  errorResponses(403, 'rateLimitExceeded'),
  errorResponses(404, 'notFound'),
  errorResponses(500, 'internalError'),
  errorResponses(502, 'backendError'),
  errorResponses(503, 'backendError'),
  {
    name: 'rows that BigQuery refuses, among valid rows',
    isMet: hasRequested('/quarantine/insertAll', 1),
    members: String.raw`"a":"\ud83e",`,
    isRefused: true,
  },
  {
    name: 'slow responses',
    begin: (platform) => failInsertAll(platform, { delayMs: 300, times: 10 }),
    // No request fails, so there may be only one.
    isMet: hasRequested('/events/insertAll', 1),
  },
  {
    name: 'responses after the ack deadline',
    begin: async (platform) => {
      await shortenDeadline(platform)
      await failInsertAll(platform, { delayMs: (ackDeadlineSeconds + 2) * 1000, times: 1 })
    },
    isMet: hasRetried,
  },
  {
    name: 'connections that are reset and refused',
    begin: ({ lines }) => lines.bigquery.close(),
    isMet: hasRequested('refused'),
    end: ({ lines }) => lines.bigquery.open(),
    isOutage: true,
  },
  {
    name: 'responses lost after the rows are written',
    begin: ({ lines }) => lines.bigquery.dropResponses(5),
    isMet: ({ lines }) => lines.bigquery.responsesToDrop() === 0,
  },
  {
    name: 'responses of Pub/Sub lost after the event is stored and published',
    begin: (platform) => failInsertAll(platform, { status: 503, times: null }),
    afterSending: async (platform) => {
      platform.lines.pubsub.dropResponses(3)
      await platform.client.faults(undefined)
    },
    isMet: ({ lines }) => lines.pubsub.responsesToDrop() === 0,
  },
]
