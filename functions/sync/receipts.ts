/** Sync: asks the third party what became of the requests of earlier runs, if it decides about them later. A question is published to topic `stored`
 * like an event: `forward` has the credentials, and records the answer in `deliveries`. */
import { attributes } from '../../schemas/bus.ts'
import { tables } from '../../schemas/warehouse.ts'
import { derivedId } from '../event/identity.ts'
import type { OutgoingMessage } from '../google/pubsub.ts'
import type { SyncJob } from './job.ts'

/** A request is asked about for so many days, in each run, and in one run about so many. */
const asked = { days: 3, receipts: 50 }

/** Publishes a question for each receipt without a final answer. The next run asks again for those that get none. */
export async function askReceipts({
  ports: { warehouse, now },
  run,
  command,
  sync,
  destinationPorts,
  statementParameters,
}: SyncJob): Promise<void> {
  const rows = await warehouse.rows(
    `SELECT receipt FROM ${warehouse.locate(tables.deliveries.name)}
WHERE destination = @destination AND source = @sync AND receipt IS NOT NULL
  AND settled_at >= TIMESTAMP_SUB(@started, INTERVAL ${asked.days} DAY)
GROUP BY receipt
HAVING NOT LOGICAL_OR(event_name = 'receipt' AND outcome != 'deferred' AND NOT STARTS_WITH(IFNULL(detail, ''), 'processing'))
ORDER BY MIN(settled_at) DESC
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
      [attributes.replayId]: `${command.id}/receipts`,
      [attributes.source]: sync.name,
      [attributes.receipt]: String(receipt),
      [attributes.permit(destination)]: '1',
    },
  }))
  await destinationPorts.publish(messages)
}
