/** Storage tests: BigQuery's bad days as the store meets them, each with its end. */
import { subscriptions } from '../../schemas/bus.ts'
import { call } from '../../local/apply/rest.ts'
import type { Platform } from './platform.ts'

type Step = (platform: Platform) => Promise<void> | void

export interface Fault {
  name: string
  /** Before the events are sent. */
  begin?: Step
  /** Once they are on the bus. */
  afterSending?: Step
  /** Whether it has done its work. */
  isMet: (platform: Platform) => boolean
  end?: Step
  /** Whether no event can be stored before its end. */
  isOutage?: true
  /** Members that half of the events bear besides. */
  members?: string
  /** Whether those that bear them belong into quarantine. */
  isRefused?: true
}

function struck({ client }: Platform, insertAll: object): Promise<void> {
  return client.faults({ insertAll })
}

const healed: Step = ({ client }) => client.faults(undefined)

/** How often the store must have asked in vain, for what it does then to be seen. */
function isAsked(what: string, times = 2) {
  return ({ lines }: Platform): boolean =>
    lines.bigquery.asked.filter((request) => request.endsWith(what)).length >= times
}

const isAskedAgain = isAsked('/events/insertAll')

function answered(status: number, reason: string): Fault {
  return {
    name: `answers of ${status} ${reason}`,
    begin: (platform) => struck(platform, { status, reason, times: null }),
    isMet: isAskedAgain,
    end: healed,
    isOutage: true,
  }
}

const ackDeadlineSeconds = 10

/** Makes the bus wait for the store no longer than it may be told to. */
const shortenDeadline: Step = async ({ lines, authorization, project }) => {
  const name = `projects/${project}/subscriptions/${subscriptions.store('view_content')}`
  await call({ url: lines.pubsub.url, authorization }, 'PATCH', `/v1/${name}`, {
    subscription: { name, ackDeadlineSeconds },
    updateMask: 'ackDeadlineSeconds',
  })
}

const remake: Step = async ({ client, bigquery, dataset }) => {
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
  // First, while the table has no rows to lose.
  {
    name: 'a table that was made just now and is not found yet',
    begin: remake,
    isMet: isAskedAgain,
    end: healed,
  },
  {
    name: 'a column that was added just now and is not known yet',
    begin: addColumn,
    isMet: isAskedAgain,
    end: healed,
    members: `"${column}":"a",`,
  },
  answered(429, 'rateLimitExceeded'),
  answered(403, 'quotaExceeded'),
  answered(403, 'rateLimitExceeded'),
  answered(404, 'notFound'),
  answered(500, 'internalError'),
  answered(502, 'backendError'),
  answered(503, 'backendError'),
  {
    name: 'rows that it never takes, beside others',
    isMet: isAsked('/quarantine/insertAll', 1),
    members: String.raw`"a":"\ud83e",`,
    isRefused: true,
  },
  {
    name: 'answers that are slow',
    begin: (platform) => struck(platform, { delayMs: 300, times: 10 }),
    // Nothing is asked in vain, and where all events come at once, nothing is asked again.
    isMet: isAsked('/events/insertAll', 1),
  },
  {
    name: 'answers that come after the deadline of the bus',
    begin: async (platform) => {
      await shortenDeadline(platform)
      await struck(platform, { delayMs: (ackDeadlineSeconds + 2) * 1000, times: 1 })
    },
    isMet: isAskedAgain,
  },
  {
    name: 'connections that are reset and refused',
    begin: ({ lines }) => lines.bigquery.shut(),
    isMet: isAsked('turned away'),
    end: ({ lines }) => lines.bigquery.open(),
    isOutage: true,
  },
  {
    name: 'answers that are lost after the rows are written',
    begin: ({ lines }) => lines.bigquery.loseAnswers(5),
    isMet: ({ lines }) => lines.bigquery.answersToLose() === 0,
  },
  {
    name: 'answers of the bus that are lost after the event is stored and told',
    begin: (platform) => struck(platform, { status: 503, times: null }),
    afterSending: async (platform) => {
      platform.lines.pubsub.loseAnswers(3)
      await platform.client.faults(undefined)
    },
    isMet: ({ lines }) => lines.pubsub.answersToLose() === 0,
  },
]
