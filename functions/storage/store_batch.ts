/** Storage layer: stores a batch of messages in BigQuery first, and only then tells the bus. Knows nothing of HTTP.
 * Nothing is published before its row is written, and nothing is acknowledged before it is published. */
import type { TableName } from '../../schemas/warehouse.ts'
import { storedMessage } from '../bus/stored_message.ts'
import type { Decide } from '../decision/decide.ts'
import { readEvent, type Event, type Published } from '../event/read.ts'
import type { RowResult, RowText } from '../google/bigquery.ts'
import type { OutgoingMessage } from '../google/pubsub.ts'
import { bareQuarantineRow, eventRow, quarantineRow, type Fault } from './rows.ts'

/** `settled`: the message lies in `events` or in `quarantine`, and whoever may have it is told. `again`: deliver it again. */
export type StoreResult = { kind: 'settled' } | { kind: 'again'; message: string }

/** What the store needs of the world. */
export interface StorePorts {
  now: () => Date
  decide: Decide
  append: (table: TableName, rows: readonly RowText[]) => Promise<readonly RowResult[]>
  publish: (messages: readonly OutgoingMessage[]) => Promise<PublishResult>
}

/** What became of messages published together. `refused`: one of them is wrong; none was accepted. */
export type PublishResult = 'accepted' | 'refused' | 'again'

const settled: StoreResult = { kind: 'settled' }
const again = (message: string): StoreResult => ({ kind: 'again', message })

/** One message on its way through the store. */
interface Item {
  received: Published
  event?: Event
  fault?: Fault
  message?: OutgoingMessage
  result?: StoreResult
}

/** One result per message, in order. */
export const storeBatch = async (
  ports: StorePorts,
  batch: readonly Published[],
): Promise<readonly StoreResult[]> => {
  const storedAt = ports.now().toISOString()
  const items = batch.map(read)
  await Promise.all([storeEvents(ports, items, storedAt), storeUnreadable(ports, items, storedAt)])
  await publishStored(ports, items)
  return items.map(({ result }) => result ?? settled)
}

/** Whatever goes wrong with one message stays its own trouble. */
const read = (received: Published): Item => {
  try {
    const outcome = readEvent(received)
    return 'reason' in outcome ? { received, fault: outcome } : { received, event: outcome }
  } catch {
    return { received, result: again('The message could not be read: a fault of the platform.') }
  }
}

const storeEvents = async (ports: StorePorts, items: readonly Item[], storedAt: string): Promise<void> => {
  const events = items.filter((item): item is Item & { event: Event } => item.event !== undefined)
  if (events.length === 0) return
  const rows = events.map((item) => {
    const verdicts = ports.decide(item.event.value)
    const permitted = verdicts.filter(({ permitted }) => permitted)
    if (permitted.length > 0) item.message = storedMessage(item.event, permitted, storedAt)
    return eventRow(item.event, verdicts, storedAt)
  })
  const results = await ports.append('events', rows)
  const misfits: Item[] = []
  events.forEach((item, index) => {
    const result = results[index]!
    if (result.kind === 'written') return
    delete item.message
    if (result.kind === 'again') item.result = again(result.message)
    else {
      const violations = [
        ...item.event.violations,
        { field: '', expected: result.message, got: 'refused by BigQuery' },
      ]
      item.fault = { reason: 'refused_by_storage', eventName: item.event.name, violations }
      misfits.push(item)
    }
  })
  await quarantine(ports, misfits, storedAt)
}

const storeUnreadable = (ports: StorePorts, items: readonly Item[], storedAt: string): Promise<void> =>
  quarantine(
    ports,
    items.filter(({ fault }) => fault !== undefined),
    storedAt,
  )

const quarantine = async (ports: StorePorts, items: readonly Item[], storedAt: string): Promise<void> => {
  if (items.length === 0) return
  const rows = items.map(({ received, fault }) => quarantineRow(received, fault!, storedAt))
  const misfits = await keep(ports, items, rows)
  if (misfits.length === 0) return
  const bare = misfits.map(({ received, fault }) => bareQuarantineRow(received, fault!.reason, storedAt))
  for (const item of await keep(ports, misfits, bare))
    item.result = again('BigQuery refuses even the bare message.')
}

/** Writes the rows of items to quarantine; gives back those items whose row will never fit. */
const keep = async (
  ports: StorePorts,
  items: readonly Item[],
  rows: readonly RowText[],
): Promise<readonly Item[]> => {
  const results = await ports.append('quarantine', rows)
  items.forEach((item, index) => {
    const result = results[index]!
    if (result.kind === 'again') item.result = again(result.message)
  })
  return items.filter((_, index) => results[index]!.kind === 'invalid')
}

/** Messages that are refused together are halved until the one at fault stands alone. */
const publishStored = async (ports: StorePorts, items: readonly Item[]): Promise<void> => {
  const permitted = items.filter(({ message }) => message !== undefined)
  if (permitted.length === 0) return
  const result = await ports.publish(permitted.map(({ message }) => message!))
  if (result === 'accepted') return
  if (result === 'refused' && permitted.length > 1) {
    const middle = permitted.length >> 1
    await Promise.all(
      [permitted.slice(0, middle), permitted.slice(middle)].map((half) => publishStored(ports, half)),
    )
    return
  }
  for (const item of permitted)
    item.result = again(`The event is stored, but topic stored did not take it (${result}).`)
}
