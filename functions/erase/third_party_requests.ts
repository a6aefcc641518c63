/** Erasure: asks the destinations to erase the person. A request is published to topic `stored` like an event: `forward` has the
 * credentials, retries, and records the outcome. */
import { attributes } from '../../schemas/bus.ts'
import type { Destination } from '../../schemas/destination.ts'
import { tables } from '../../schemas/warehouse.ts'
import { derivedId } from '../event/identity.ts'
import type { OutgoingMessage } from '../google/pubsub.ts'
import type { Warehouse } from '../google/warehouse.ts'
import { targetOf } from '../targets/registry.ts'
import type { Identity } from './identity.ts'

/** The request to one destination for one identity. */
export interface ErasureRequest {
  /** Event id in `deliveries`. */
  id: string
  destination: string
  identity: Identity
}

/** Makes the requests for every destination whose target supports erasure, even without a delivery on record: those records expire. */
export function requestsOf(
  run: string,
  destinations: readonly Pick<Destination, 'id' | 'target'>[],
  identities: readonly Identity[],
): readonly ErasureRequest[] {
  return destinations.flatMap(({ id: destination, target }) => {
    const { erase } = targetOf(target)
    if (!erase) return []
    return identities
      .filter(({ field, value, hash }) => erase.supports(field) && value.toLowerCase() !== hash)
      .map((identity) => ({
        id: derivedId(`erasure/${destination}`, `${run}/${identity.field}`),
        destination,
        identity,
      }))
  })
}

/** Makes the message of a request. `at`: RFC 3339. */
export function requestMessage(
  run: string,
  { id, destination, identity: { field, value } }: ErasureRequest,
  at: string,
): OutgoingMessage {
  return {
    data: Buffer.from(JSON.stringify({ [field]: value })),
    attributes: {
      [attributes.eventId]: id,
      [attributes.eventName]: 'erasure',
      [attributes.receivedAt]: at,
      [attributes.storedAt]: at,
      [attributes.replayId]: run,
      [attributes.source]: 'erasure',
      [attributes.erasure]: '1',
      [attributes.permit(destination)]: '1',
    },
  }
}

/** Reads the outcomes of requests: id → outcome, with its reason. */
export async function outcomesOfRequests(
  { locate, rows }: Warehouse,
  requests: readonly Pick<ErasureRequest, 'id'>[],
): Promise<ReadonlyMap<string, string>> {
  if (requests.length === 0) return new Map()
  const delivered = await rows(
    `SELECT event_id, outcome, reason FROM ${locate(tables.deliveries.name)}
WHERE event_id IN UNNEST(@ids) AND outcome != 'deferred' ORDER BY settled_at`,
    { ids: [['STRING'], requests.map(({ id }) => id)] },
  )
  return new Map(
    delivered.map((row) => {
      const outcome = row['outcome'] as string
      const reason = row['reason'] as string | null
      return [row['event_id'] as string, reason === null ? outcome : `${outcome}: ${reason}`]
    }),
  )
}
