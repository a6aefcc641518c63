/** Deployed function `act`: automated actions: takes the events that set one off, and the requests for scheduled ones, and sends what the
 * rule says, once for each subject within its window. 204 when it is settled, 503 or 425 when it shall come again. */
import { setTimeout as wait } from 'node:timers/promises'
import { subscriptions } from '../schemas/bus.ts'
import { actions } from '../schemas/derived_types.ts'
import { tables } from '../schemas/warehouse.ts'
import { actOnEvents, type ActPorts } from './act/act_on_events.ts'
import { FiringCache } from './act/fire.ts'
import { assignedActions, compileTriggers } from './act/triggers.ts'
import { actionWorker } from './act/worker.ts'
import { readPush } from './bus/push.ts'
import { parseStoredMessage, type StoredEvent } from './bus/stored_message.ts'
import { openDispatcher } from './dispatch/open.ts'
import { insertAll } from './google/bigquery.ts'
import { ownAuthorization } from './google/token.ts'
import { openWarehouse } from './google/warehouse.ts'
import { createRunHandler } from './runs/handle_run.ts'
import { runsPorts } from './runs/open.ts'
import { noContent, StatusError } from './serving/answer.ts'
import { groupCommit } from './net/group_commit.ts'
import { logEntry } from './serving/log.ts'
import { serve } from './serving/serve.ts'
import { readActions, readDestinations, readEnvironment } from './serving/settings.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  DESTINATIONS,
  ACTIONS,
} = readEnvironment('act', process.env)
const warehouse = openWarehouse({ project, dataset })
const authorization = ownAuthorization()
const dispatcher = openDispatcher({ project, dataset }, readDestinations(DESTINATIONS))
const assigned = assignedActions(readActions(ACTIONS), actions)
const table = { project, dataset, table: tables.action_firings.name }

const ports: ActPorts = {
  ...dispatcher,
  warehouse,
  record: (rows) => insertAll(process.env, table, authorization(), rows),
  settled: new FiringCache(),
  setOff: compileTriggers(assigned, (message, facts) => logEntry('WARNING', message, facts)),
}

/** One batch at a time: a query costs the same for one event and for a thousand, and claims of one instance never meet. */
const commit = groupCommit((batch: readonly StoredEvent[]) => actOnEvents(ports, batch), {
  maxItems: 1000,
  maxBytes: 5_000_000,
  bytesOf: ({ text }) => text.length,
  inFlight: 1,
})

/** What was stored before an event shall be counted with it: for so long after an event, in ms, BigQuery may not show the rows before it. */
const settlingMs = 3000

function settled({ storedAt, ...event }: StoredEvent): Promise<void> {
  const isCounting = ports.setOff(event).some(({ action }) => action.requires.length > 0)
  const ms = isCounting ? Date.parse(storedAt) + settlingMs - Date.now() : 0
  return ms > 0 ? wait(Math.min(ms, settlingMs)) : Promise.resolve()
}

const answerRun = createRunHandler(runsPorts(warehouse), { action: actionWorker(ports, assigned) })

export const act = serve(async ({ body }) => {
  const received = readPush(body)
  if (received.subscription !== subscriptions.act) return answerRun(received)
  const event = parseStoredMessage(received)
  await settled(event)
  const result = await commit(event)
  if (result.kind === 'settled') return noContent
  logEntry('WARNING', 'an event will set its action off again', { reason: result.message })
  throw new StatusError('UNAVAILABLE', result.message)
})
