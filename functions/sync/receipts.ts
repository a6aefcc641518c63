/** Sync: asks the third party what became of the requests of earlier runs, if it decides about them later. A question is published to topic `stored`
 * like an event: `forward` has the credentials, and records the answer in `deliveries`. */
import { attributes } from '../../schemas/bus.ts'
import { tables } from '../../schemas/warehouse.ts'
import { derivedId } from '../event/identity.ts'
import type { OutgoingMessage } from '../google/pubsub.ts'
import { endedInRun } from './delivered.ts'
import { secondsLeft, type SyncJob } from './job.ts'

/** A request is asked about for so many days, in each run, so that a weekly run asks too; and in one run about so many, the oldest first. */
export const asked = { days: 8, receipts: 500 }

/** A run waits so long for the answers, in ms. Those that come later are for the next run. */
const maxWaitMs = 60_000

/** Publishes a question for each receipt without a final answer, and waits for the answers. The next run asks again for those that get none. */
export async function askReceipts(job: SyncJob): Promise<void> {
  const { ports, run, command, sync, destinationPorts, statementParameters } = job
  const { warehouse, now } = ports
  const rows = await warehouse.rows(
    `SELECT receipt FROM ${warehouse.locate(tables.deliveries.name)}
WHERE destination = @destination AND source = @sync AND receipt IS NOT NULL
  AND settled_at >= TIMESTAMP_SUB(@started, INTERVAL ${asked.days} DAY)
GROUP BY receipt
HAVING NOT LOGICAL_OR(event_name = 'receipt' AND outcome != 'deferred' AND NOT STARTS_WITH(IFNULL(detail, ''), 'processing'))
ORDER BY MIN(settled_at)
LIMIT ${asked.receipts}`,
    { ...statementParameters, started: ['TIMESTAMP', run.startedAt] },
  )
  if (rows.length === 0) return
  const at = now().toISOString()
  const { id: destination } = destinationPorts.destination
  const messages = rows.map(({ receipt }): OutgoingMessage => ({
    data: Buffer.from('{}'),
    attributes: {
      [attributes.eventId]: derivedId(`receipt/${destination}`, `${command.id}/${String(receipt)}`),
      [attributes.eventName]: 'receipt',
      [attributes.receivedAt]: at,
      [attributes.storedAt]: at,
      // Not the id of the run, which counts the outcomes of its changes.
      [attributes.replayId]: questionsOf(job),
      [attributes.source]: sync.name,
      [attributes.receipt]: String(receipt),
      [attributes.permit(destination)]: '1',
    },
  }))
  await destinationPorts.publish(messages)
  await awaitAnswers(job, rows.length)
}

/** The `replay_id` of the questions of a run. */
function questionsOf({ command }: SyncJob): string {
  return `${command.id}/receipts`
}

async function awaitAnswers(job: SyncJob, questions: number): Promise<void> {
  const { ports, run, statementParameters } = job
  const { locate, rows } = ports.warehouse
  const until = ports.now().getTime() + maxWaitMs
  for (let delayMs = 1000; ; delayMs *= 2) {
    const [found] = await rows(
      `SELECT COUNT(DISTINCT event_id) AS answers FROM ${locate(tables.deliveries.name)} WHERE ${endedInRun}`,
      {
        ...statementParameters,
        run: ['STRING', questionsOf(job)],
        started: ['TIMESTAMP', run.startedAt],
      },
    )
    const isOver = ports.now().getTime() + delayMs > until || secondsLeft(job) < maxWaitMs / 1000
    if (Number(found?.['answers'] ?? 0) >= questions || isOver) return
    await ports.wait(delayMs)
  }
}
