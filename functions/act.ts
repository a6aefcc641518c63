/** Deployed function `act`: automated actions. Handles pushes of events that trigger an action and of run requests for scheduled ones, and
 * fires once per subject and window. 204 when settled; 503 or 425: Pub/Sub redelivers. */
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
import { readActions, readConsentDefaults, readDestinations, readEnvironment } from './serving/settings.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  DESTINATIONS,
  CONSENT_DEFAULTS,
  ACTIONS,
} = readEnvironment('act', process.env)
const warehouse = openWarehouse({ project, dataset })
const authorization = ownAuthorization()
const dispatcher = openDispatcher(
  { project, dataset, consentDefaults: readConsentDefaults(CONSENT_DEFAULTS) },
  readDestinations(DESTINATIONS),
)
const deployed = assignedActions(readActions(ACTIONS), actions)
const table = { project, dataset, table: tables.action_firings.name }

const ports: ActPorts = {
  ...dispatcher,
  warehouse,
  record: (rows) => insertAll(process.env, table, authorization(), rows),
  settled: new FiringCache(),
  matchActions: compileTriggers(deployed, (message, facts) => logEntry('WARNING', message, facts)),
}

/** One batch at a time: a query costs the same for one event as for a thousand, and claims of one instance do not conflict. */
const commit = groupCommit((batch: readonly StoredEvent[]) => actOnEvents(ports, batch), {
  maxItems: 1000,
  maxBytes: 5_000_000,
  bytesOf: ({ text }) => text.length,
  inFlight: 1,
})

/** Delay in ms before a requirement is evaluated: until then, BigQuery may not return rows that were stored before the event. */
const visibilityDelayMs = 3000

function waitForRows({ storedAt, ...event }: StoredEvent): Promise<void> {
  const hasRequirements = ports.matchActions(event).some(({ action }) => action.requires.length > 0)
  const ms = hasRequirements ? Date.parse(storedAt) + visibilityDelayMs - Date.now() : 0
  return ms > 0 ? wait(Math.min(ms, visibilityDelayMs)) : Promise.resolve()
}

const handleRun = createRunHandler(runsPorts(warehouse), { action: actionWorker(ports, deployed) })

export const act = serve('act', async ({ body }) => {
  const message = readPush(body)
  if (message.subscription !== subscriptions.act) return handleRun(message)
  const event = parseStoredMessage(message)
  await waitForRows(event)
  const result = await commit(event)
  if (result.kind === 'settled') return noContent
  logEntry('WARNING', 'an event is retried by its actions', { reason: result.message })
  throw new StatusError('UNAVAILABLE', result.message)
})
