/** Storage layer: stores a batch of messages in BigQuery first, and only then tells the bus. Knows nothing of HTTP.
 * Nothing is published before its row is written, and nothing is acknowledged before it is published. */
import { attributes } from '../../schemas/bus.ts'
import { storedMessage } from '../bus/stored_message.ts'
import type { Decide } from '../decision/decide.ts'
import { readEvent, type Event, type Published } from '../event/read.ts'
import type { Registry } from '../event/registry.ts'
import { insertLimits, type RowResult } from '../google/bigquery.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import { publishStored } from './publish_stored.ts'
import { storeQuarantined, type Append } from './quarantine.ts'
import { eventRow, type QuarantineCause } from './rows.ts'

/** `settled`: the message lies in `events` or in `quarantine`, and whoever may have it is told. `again`: deliver it again. */
export type StoreResult = { kind: 'settled' } | { kind: 'again'; message: string }

/** What the store needs of the world. */
export interface StorePorts {
  now: () => Date
  /** Brings the lists that the store follows up to date; a promise only where they are too old to go by. */
  refreshCaches: () => Promise<unknown> | undefined
  /** Looks for definitions of these names that were saved since. */
  lookForDefinitions: (names: readonly string[]) => Promise<void>
  registry: () => Registry
  /** Whether the person of an event is on the suppression list; undefined while the list is not known. */
  isSuppressed: (event: Event['value']) => boolean | undefined
  decide: Decide
  /** Whether an automated action waits for the event. */
  setsOffAction: (event: Event) => boolean
  append: Append
  publish: (messages: readonly OutgoingMessage[]) => Promise<PublishResult>
}

const settled: StoreResult = { kind: 'settled' }

function again(message: string): StoreResult {
  return { kind: 'again', message }
}

const actStamp = { [attributes.act]: '1' }

/** One message on its way through the store. */
interface Item {
  received: Published
  event?: Event
  fault?: QuarantineCause
  message?: OutgoingMessage
  result?: StoreResult
}

/** One result per message, in order. */
export async function storeBatch(
  ports: StorePorts,
  batch: readonly Published[],
): Promise<readonly StoreResult[]> {
  const waiting = ports.refreshCaches()
  if (waiting) await waiting
  const storedAt = ports.now().toISOString()
  const items = await readAll(ports, batch)
  const unreadable = items.filter(({ fault }) => fault !== undefined)
  await Promise.all([storeEvents(ports, items, storedAt), quarantineAll(ports, unreadable, storedAt)])
  for (const item of await publishStored(ports.publish, items))
    item.result = again('The event is stored, but topic stored did not take it.')
  return items.map(({ result }) => result ?? settled)
}

/** An event of an unknown name is read once more when the definitions saved since are known. */
async function readAll(ports: StorePorts, batch: readonly Published[]): Promise<readonly Item[]> {
  const registry = ports.registry()
  const items = batch.map((received) => read(received, registry))
  const unknown = items.filter(isUnknown)
  if (unknown.length === 0) return items
  await ports.lookForDefinitions(unknown.map(({ fault }) => fault?.eventName ?? ''))
  const newer = ports.registry()
  return newer === registry
    ? items
    : items.map((item) => (isUnknown(item) ? read(item.received, newer) : item))
}

function isUnknown({ fault }: Item): boolean {
  return fault?.reason === 'unknown_event'
}

/** Whatever goes wrong with one message stays its own trouble. */
function read(received: Published, registry: Registry): Item {
  try {
    const outcome = readEvent(received, registry)
    return 'reason' in outcome ? { received, fault: outcome } : { received, event: outcome }
  } catch {
    return { received, result: again('The message could not be read: a fault of the platform.') }
  }
}

type EventItem = Item & { event: Event }

async function storeEvents(ports: StorePorts, items: readonly Item[], storedAt: string): Promise<void> {
  const writing: EventItem[] = []
  const rows = []
  const tooLarge: Item[] = []
  for (const item of items) {
    if (!isEvent(item)) continue
    const suppressed = ports.isSuppressed(item.event.value)
    if (suppressed === undefined) {
      item.result = again('The list of suppressions could not be read yet.')
      continue
    }
    const verdicts = ports.decide(item.event.value, { suppressed, hop: item.event.hop })
    const row = eventRow(item.event, verdicts, storedAt)
    if (isTooLarge(row.json)) {
      tooLarge.push(withCause(item, 'too_large'))
      continue
    }
    const permitted = verdicts.filter(({ permitted }) => permitted)
    const acts = ports.setsOffAction(item.event)
    if (permitted.length > 0 || acts)
      item.message = storedMessage(item.event, permitted, storedAt, acts ? actStamp : undefined)
    writing.push(item)
    rows.push(row)
  }
  const results = rows.length > 0 ? await ports.append('events', rows) : []
  const refused = writing.filter((item, index) => isRefused(item, results[index]!))
  await quarantineAll(ports, [...tooLarge, ...refused], storedAt)
}

function isEvent(item: Item): item is EventItem {
  return item.event !== undefined
}

/** A character takes three bytes at most. */
function isTooLarge(json: string): boolean {
  return json.length > insertLimits.bytes / 3 && Buffer.byteLength(json) > insertLimits.bytes
}

/** Notes what became of an event's row; true when it will never be written. */
function isRefused(item: EventItem, result: RowResult): boolean {
  if (result.kind === 'written') return false
  delete item.message
  if (result.kind === 'retry') item.result = again(result.message)
  else if (result.kind === 'too_large') withCause(item, 'too_large')
  else withCause(item, 'refused_by_storage', result.message)
  return result.kind !== 'retry'
}

function withCause(item: EventItem, reason: QuarantineCause['reason'], words?: string): Item {
  const { name, violations } = item.event
  item.fault = {
    reason,
    eventName: name,
    violations: words
      ? [...violations, { field: '', code: 'refused', expected: words, got: 'refused by BigQuery' }]
      : violations,
  }
  return item
}

/** Keeps in quarantine what has a fault. */
async function quarantineAll(ports: StorePorts, items: readonly Item[], storedAt: string): Promise<void> {
  const misfits = items.flatMap((item) =>
    item.fault ? [{ item, received: item.received, fault: item.fault }] : [],
  )
  if (misfits.length === 0) return
  const missing = await storeQuarantined(ports.append, misfits, storedAt)
  for (const misfit of misfits) {
    const message = missing.get(misfit)
    if (message !== undefined) misfit.item.result = again(message)
  }
}
