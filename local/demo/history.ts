/** Demo: makes the past of the shop: what its producers sent, and what became of it, by the code of the deployed functions. */
import type { Graph } from '../pulumi/graph.ts'
import { attributes } from '../../schemas/bus.ts'
import type { TableName } from '../../schemas/warehouse.ts'
import type { OutgoingMessage } from '../../functions/google/pubsub.ts'
import { collectRows } from './collected_rows.ts'
import { deliverHistory } from './deliver_history.ts'
import { fireHistory } from './fire_history.ts'
import { historySettings } from './history_settings.ts'
import { storeHistory } from './store_history.ts'
import { messagesBetween, oldOrders, type Shop } from './traffic.ts'

const msPerDay = 86_400_000

export interface DemoHistory {
  /** Table → rows as newline-delimited JSON. */
  files: ReadonlyMap<TableName, readonly string[]>
  /** What is on its way to a destination: topic `stored` has to get it. */
  pending: readonly OutgoingMessage[]
}

/** Makes the last `days` days before `end`, in ms since 1970. */
export async function makeHistory(
  shop: Shop,
  graph: Graph,
  { end, days, thirdPartyUrl }: { end: number; days: number; thirdPartyUrl: string },
): Promise<DemoHistory> {
  const settings = historySettings(graph)
  const rows = collectRows()
  const messages = [...oldOrders(shop, end), ...messagesBetween(shop, end - days * msPerDay, end)]
  const stored = await storeHistory(messages, settings, rows)
  const fired = await fireHistory(stored, settings, rows)
  const pending: OutgoingMessage[] = []
  for (const destination of settings.destinations) {
    const waiting = await deliverHistory(destination, [...stored, ...fired], settings, rows, {
      end,
      thirdPartyUrl,
    })
    pending.push(...waiting.map(({ message }) => onlyFor(destination.id, message)))
  }
  return { files: rows.files(), pending }
}

/** The message for one destination: the others have it. */
function onlyFor(destination: string, message: OutgoingMessage): OutgoingMessage {
  const kept = Object.entries(message.attributes).filter(
    ([name]) => !isPermit(name) && name !== attributes.act,
  )
  return {
    ...message,
    attributes: { ...Object.fromEntries(kept), [attributes.permit(destination)]: '1' },
  }
}

function isPermit(name: string): boolean {
  return name.startsWith(attributes.permit(''))
}
