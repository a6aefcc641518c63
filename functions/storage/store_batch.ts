/** Storage layer: writes a batch of messages to BigQuery, then publishes to topic `stored`.
 * Nothing is published before its row is written, and nothing is acknowledged before it is published. */
import { attributes } from '../../schemas/bus.ts'
import { storedMessage, type KeyedFor } from '../bus/stored_message.ts'
import type { Decide } from '../decision/decide.ts'
import { readEvent, type Event, type Published } from '../event/read.ts'
import type { Registry } from '../event/registry.ts'
import { insertLimits, type RowResult } from '../google/bigquery.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import { publishStored } from './publish_stored.ts'
import { storeQuarantined, type Append } from './quarantine.ts'
import { eventRow, type QuarantineCause } from './rows.ts'

/** `settled`: the message is in `events` or `quarantine` and, if permitted anywhere, published. `retry`: Pub/Sub must redeliver it. */
export type StoreResult = { kind: 'settled' } | { kind: 'retry'; message: string }

/** Dependencies of the store. */
export interface StorePorts {
  now: () => Date
  /** Refreshes the cached tables. Returns a promise only if they are too old to use. */
  refreshCaches: () => Promise<unknown> | undefined
  /** Refreshes the cached definitions if these names may have been saved since. */
  refreshDefinitionsFor: (names: readonly string[]) => Promise<void>
  registry: () => Registry
  /** True if the person of an event is on the suppression list; undefined while the list is not loaded. */
  isSuppressed: (event: Event['value']) => boolean | undefined
  decide: Decide
  /** True if the event triggers an automated action. */
  triggersAction: (event: Event) => boolean
  append: Append
  publish: (messages: readonly OutgoingMessage[]) => Promise<PublishResult>
  /** Ids of the destinations that ask for the order of ordering keys. */
  inOrder: ReadonlySet<string>
}

const settled: StoreResult = { kind: 'settled' }

function retry(message: string): StoreResult {
  return { kind: 'retry', message }
}

const actStamp = { [attributes.act]: '1' }

/** The state of one message of the batch. */
interface Item {
  received: Published
  event?: Event
  cause?: QuarantineCause
  message?: OutgoingMessage
  result?: StoreResult
}

/** Returns one result per message, in order. */
export async function storeBatch(
  ports: StorePorts,
  batch: readonly Published[],
): Promise<readonly StoreResult[]> {
  const refreshed = ports.refreshCaches()
  if (refreshed) await refreshed
  const storedAt = ports.now().toISOString()
  const items = await readAll(ports, batch)
  const unreadable = items.filter(({ cause }) => cause !== undefined)
  await Promise.all([storeEvents(ports, items, storedAt), quarantineAll(ports, unreadable, storedAt)])
  const isLate = ({ received: { publishBy } }: Item): boolean =>
    publishBy !== undefined && ports.now().getTime() > publishBy
  for (const item of await publishStored(ports.publish, items, isLate))
    item.result = retry('The event is stored, but publishing to topic "stored" failed.')
  return items.map(({ result }) => result ?? settled)
}

/** Reads the messages. If an event name is unknown, refreshes the definitions and reads the event again. */
async function readAll(ports: StorePorts, batch: readonly Published[]): Promise<readonly Item[]> {
  const registry = ports.registry()
  const items = batch.map((received) => read(received, registry))
  const unknown = items.filter(isUnknown)
  if (unknown.length === 0) return items
  await ports.refreshDefinitionsFor(unknown.map(({ cause }) => cause?.eventName ?? ''))
  const newer = ports.registry()
  return newer === registry
    ? items
    : items.map((item) => (isUnknown(item) ? read(item.received, newer) : item))
}

function isUnknown({ cause }: Item): boolean {
  return cause?.reason === 'unknown_event'
}

/** Never throws: one bad message must not fail the batch. */
function read(received: Published, registry: Registry): Item {
  try {
    const result = readEvent(received, registry)
    return 'reason' in result ? { received, cause: result } : { received, event: result }
  } catch {
    return { received, result: retry('Reading the message failed with an internal error.') }
  }
}

type EventItem = Item & { event: Event }

async function storeEvents(ports: StorePorts, items: readonly Item[], storedAt: string): Promise<void> {
  const pending: EventItem[] = []
  const rows = []
  const tooLarge: Item[] = []
  for (const item of items) {
    if (!isEvent(item)) continue
    const suppressed = ports.isSuppressed(item.event.value)
    if (suppressed === undefined) {
      item.result = retry('The suppression list is not loaded. Retrying.')
      continue
    }
    const decisions = ports.decide(item.event.value, { suppressed, hop: item.event.hop })
    const row = eventRow(item.event, decisions, storedAt)
    if (isTooLarge(row.json)) {
      tooLarge.push(withCause(item, 'too_large'))
      continue
    }
    const permitted = decisions.filter(({ permitted }) => permitted)
    const triggersAction = ports.triggersAction(item.event)
    if (permitted.length > 0 || triggersAction)
      item.message = storedMessage(
        item.event,
        permitted,
        storedAt,
        triggersAction ? actStamp : undefined,
        keyedFor(ports, item.received),
      )
    pending.push(item)
    rows.push(row)
  }
  const results = rows.length > 0 ? await ports.append('events', rows) : []
  const refused = pending.filter((item, index) => isRefused(item, results[index]!))
  await quarantineAll(ports, [...tooLarge, ...refused], storedAt)
}

function keyedFor({ inOrder }: StorePorts, { orderingKey }: Published): KeyedFor | undefined {
  return orderingKey && inOrder.size > 0 ? { key: orderingKey, destinations: inOrder } : undefined
}

function isEvent(item: Item): item is EventItem {
  return item.event !== undefined
}

/** Counts bytes only if necessary: a character has at most three bytes. */
function isTooLarge(json: string): boolean {
  return json.length > insertLimits.bytes / 3 && Buffer.byteLength(json) > insertLimits.bytes
}

/** Updates the item by the result of its row. Returns true if BigQuery refused the row for good. */
function isRefused(item: EventItem, result: RowResult): boolean {
  if (result.kind === 'written') return false
  delete item.message
  if (result.kind === 'retry') item.result = retry(result.message)
  else if (result.kind === 'too_large') withCause(item, 'too_large')
  else withCause(item, 'refused_by_storage', result.message)
  return result.kind !== 'retry'
}

function withCause(item: EventItem, reason: QuarantineCause['reason'], message?: string): Item {
  const { name, violations } = item.event
  item.cause = {
    reason,
    eventName: name,
    violations: message
      ? [...violations, { field: '', code: 'refused', expected: message, got: 'refused by BigQuery' }]
      : violations,
  }
  return item
}

/** Writes the items that have a cause to quarantine. */
async function quarantineAll(ports: StorePorts, items: readonly Item[], storedAt: string): Promise<void> {
  const rejected = items.flatMap((item) =>
    item.cause ? [{ item, received: item.received, cause: item.cause }] : [],
  )
  if (rejected.length === 0) return
  const missing = await storeQuarantined(ports.append, rejected, storedAt)
  for (const each of rejected) {
    const message = missing.get(each)
    if (message !== undefined) each.item.result = retry(message)
  }
}
