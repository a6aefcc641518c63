/** Deployed function `forward`: delivers the stored events that are stamped for a destination. Responds 204 when the (event, destination) pair
 * is settled, 503 when Pub/Sub must redeliver the message. Its worker pool pulls the messages instead. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { bodyLimitsOf, drainInstanceOf, forwardConcurrency, valuesAtATime } from '../schemas/instance.ts'
import { drainVariable } from '../schemas/drain.ts'
import { rolledTokenSecret } from '../schemas/destination.ts'
import { outcomes } from '../schemas/outcome.ts'
import { tables } from '../schemas/warehouse.ts'
import { destinationOfForward, subscriptions } from '../schemas/bus.ts'
import { startDrain } from './bus/drain.ts'
import { isPage, parsePage } from './bus/page.ts'
import { pushTurn, readPush, type PushMessage, type Turn } from './bus/push.ts'
import { parseStoredMessage } from './bus/stored_message.ts'
import { createValueGate, countValues } from './bus/values.ts'
import { credentialsCommand } from './delivery/credentials_command.ts'
import { createDelivery } from './delivery/deliver.ts'
import { createMemberSteps } from './delivery/member_steps.ts'
import { createSenders } from './delivery/senders.ts'
import { createLinkDigest } from './linkage/link_digest.ts'
import { createSettlement, type Settlement } from './delivery/settle.ts'
import { restrictSuppressed } from './delivery/restrict_suppressed.ts'
import { createPageSettlement } from './delivery/settle_page.ts'
import { createWaitingRoom } from './delivery/waiting_room.ts'
import type { IsSuppressed } from './privacy/suppression.ts'
import { insertAll, insertLimits, type RowText } from './google/bigquery.ts'
import { createEgress } from './net/egress.ts'
import { secretVersions } from './google/secret_versions.ts'
import { statementRunner, statementWarehouse } from './google/statement.ts'
import { invalidateToken, ownAuthorization } from './google/token.ts'
import { compilePreparation } from './linkage/prepare.ts'
import { requireLinks } from './linkage/require_links.ts'
import { noContent, StatusError, type HandlerResponse } from './serving/answer.ts'
import { leaseOn } from './storage/lease.ts'
import { followPorts } from './storage/open.ts'
import { exchangeLeaseMs, rolledTokens } from './storage/rolled_tokens.ts'
import { groupCommit } from './net/group_commit.ts'
import { logEntry } from './serving/log.ts'
import { serve } from './serving/serve.ts'
import { readDestinations, readEnvironment } from './serving/settings.ts'
import { cacheSuppressions } from './storage/follow.ts'
import { settingsOf, targetOf } from './targets/registry.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  DESTINATIONS,
} = readEnvironment('forward', process.env)
const authorization = ownAuthorization()

function now() {
  return new Date()
}

const send = createEgress(process.env)

const suppressions = cacheSuppressions(followPorts({ project, dataset }, authorization))
/** Requires that the suppression list is loaded; the handler checks that first. */
const isSuppressed: IsSuppressed = (event) => suppressions.content()!(event)

const tokens = new Map<string, () => string | Promise<string>>()

/** Returns an `Authorization` header of the function's own identity, for targets that are Google APIs. */
function authorizationFor(scope: string): string | Promise<string> {
  let authorize = tokens.get(scope)
  if (!authorize) tokens.set(scope, (authorize = ownAuthorization([scope])))
  return authorize()
}

const record = groupCommit(
  async (rows: readonly RowText[]) =>
    insertAll(process.env, { project, dataset, table: tables.deliveries.name }, authorization(), rows),
  {
    maxItems: insertLimits.rows,
    maxBytes: insertLimits.bytes,
    bytesOf: ({ json }) => json.length,
    inFlight: 2,
  },
)

const isDraining = (process.env[drainVariable] ?? '') !== ''
const drained = drainInstanceOf('forward')

/** Events may wait in a quarter of the instance's requests and of the bytes of their bodies; what a worker pool pulled may all wait. The rest is
 * for other destinations. */
const room = createWaitingRoom(
  isDraining
    ? { maxEvents: drained.messages, maxBytes: drained.bytes / 2 }
    : { maxEvents: forwardConcurrency / 4, maxBytes: bodyLimitsOf('forward').bytes / 4 },
)
// Waiting events return to the bus at once, so that the instance drains in the time that Cloud Run allows.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, room.close)

const destinations = readDestinations(DESTINATIONS)

const shareOf = createSenders(
  new Map(
    destinations.flatMap(({ id, requests_per_second: limit }) => (limit === undefined ? [] : [[id, limit]])),
  ),
  {
    instance: randomUUID(),
    table: `\`${project}.${dataset}.${tables.senders.name}\``,
    run: statementRunner({ env: process.env, project, authorization, maximumBytesBilled: 100 * 2 ** 20 }),
    now: () => performance.now(),
    warn: (message, details) => logEntry('WARNING', message, details),
  },
)

/** Returns where the tokens of a destination are kept whose vendor replaces the refresh token. */
function openVault(destination: string) {
  const secret = rolledTokenSecret(destination)
  const warehouse = statementWarehouse({
    env: process.env,
    project,
    dataset,
    authorization,
    maximumBytesBilled: 100 * 2 ** 20,
  })
  return rolledTokens({
    secret,
    versions: secretVersions({ env: process.env, project, secret, authorization }),
    lease: leaseOn(warehouse, {
      scope: `token/${destination}`,
      run: randomUUID(),
      holder: 'forward',
      leaseMs: exchangeLeaseMs,
    }),
  })
}

/** Destination → the time in ms since 1970 until which it takes no requests. */
const pauses = new Map<string, number>()

/** One settlement per destination, by subscription. Each has its own requests in flight, so no destination waits for another. */
const settlements = new Map(
  destinations.flatMap((destination) => {
    const target = targetOf(destination.target)
    requireLinks(destination, target)
    const settings = settingsOf(destination, process.env)
    const deliver = createDelivery(destination, target, settings, {
      now,
      send,
      authorization: authorizationFor,
      dropToken: invalidateToken,
      wait,
      room,
      share: () => shareOf(destination.id),
      vault: target.oauth?.rolls && openVault(destination.id),
      paused: (until) => void pauses.set(destination.id, until),
      alert: (message, exampleEventId) =>
        logEntry('ERROR', message, {
          alert: 'credentials',
          destination: destination.id,
          target: target.name,
          reason: 'auth',
          summary: `${destination.id} holds its events: ${outcomes.deferred.reasons.auth}`,
          example_event_id: exampleEventId,
          command: credentialsCommand(destination),
        }),
    })
    const permitted = restrictSuppressed(isSuppressed, deliver)
    const prepare = compilePreparation(destination, target, settings)
    const settle = createSettlement(destination, {
      now,
      deliver: target.audience ? createMemberSteps((event) => prepare(event, now()), permitted) : permitted,
      record,
      wait,
      linkOf: createLinkDigest(destination, target),
    })
    const settlePage = target.audience && createPageSettlement(settle, target.audience.identifiers)
    return [false, true].map((isOrdered) => {
      const name = isOrdered ? subscriptions.forwardInOrder : subscriptions.forward
      return [name(destination.id), { settle, settlePage, isOrdered }] as const
    })
  }),
)

type DestinationSettlement = NonNullable<ReturnType<typeof settlements.get>>

const holdingValues = createValueGate(valuesAtATime)

async function settleMessage(received: PushMessage, { arrivedAt, orderedUntil }: Turn): Promise<Settlement> {
  const settlementOf = settlements.get(received.subscription)
  if (!settlementOf)
    throw new StatusError('NOT_FOUND', `No destination has the subscription ${received.subscription}.`)
  const refreshed = suppressions.refresh()
  if (refreshed) await refreshed
  if (!suppressions.content())
    throw new StatusError('UNAVAILABLE', 'The suppression list is not loaded. Retrying.')
  const values = countValues(received.data)
  // The time in which a large message waits for others is no wait for its destination.
  const turn = () => ({ arrivedAt: values === 0 ? arrivedAt : Date.now(), orderedUntil })
  return holdingValues(values, () => settleBy(settlementOf, received, turn()))
}

async function settleBy(
  { settle, settlePage, isOrdered }: DestinationSettlement,
  received: PushMessage,
  { arrivedAt, orderedUntil }: Turn,
): Promise<Settlement> {
  if (isPage(received) && !settlePage)
    throw new StatusError(
      'FAILED_PRECONDITION',
      'A page of rows is only for a list of people, and the destination has another target.',
    )
  return isPage(received) && settlePage
    ? settlePage(parsePage(received), received.data.length, arrivedAt)
    : settle({
        ...parseStoredMessage(received),
        arrivedAt,
        ...(isOrdered && { sendBy: orderedUntil }),
      })
}

// Not async: a function that waits would hold the body beside the data that is decoded from it.
export const forward = serve('forward', ({ body, arrivedAt }) => answer(readPush(body), pushTurn(arrivedAt)))

async function answer(received: PushMessage, turn: Turn): Promise<HandlerResponse> {
  const settlement = await settleMessage(received, turn)
  if (settlement.kind === 'settled') return noContent
  throw new StatusError('UNAVAILABLE', reasonOf(settlement))
}

startDrain({
  name: 'forward',
  env: process.env,
  project,
  authorization,
  handle: async (message, turn) => (await settleMessage(message, turn)).kind === 'settled',
  pausedUntil: (subscription) => pauses.get(destinationOfForward(subscription) ?? '') ?? 0,
  now: Date.now,
})

function reasonOf({ outcome }: Settlement & { kind: 'retry' }): string {
  return outcome?.outcome === 'deferred'
    ? `Deferred: ${outcome.reason}.`
    : 'Writing the outcome to table "deliveries" failed.'
}
