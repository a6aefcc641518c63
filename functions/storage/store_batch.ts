/** Storage layer: writes a batch of messages to BigQuery, then publishes to topic `stored`.
 * Nothing is published before its row is written, and nothing is acknowledged before it is published. */
import { attributes, sourceOfTopic } from '../../schemas/bus.ts'
import { storedMessage, type KeyedFor } from '../bus/stored_message.ts'
import type { Decide } from '../decision/decide.ts'
import type { Derive } from '../event/derive.ts'
import type { Event, Published } from '../event/read.ts'
import type { Registry } from '../event/registry.ts'
import { readAllowed, type SourceRights } from '../event/source_right.ts'
import { insertLimits, type RowResult, type RowText } from '../google/bigquery.ts'
import type { OutgoingMessage, PublishResult } from '../google/pubsub.ts'
import { evaluateEach, tooSlow } from './evaluate.ts'
import { isItsOwnFault } from '../serving/within_time.ts'
import { publishStored } from './publish_stored.ts'
import { storeQuarantined, type Append } from './quarantine.ts'
import { eventRow, type QuarantineCause } from './rows.ts'

/** `settled`: the message is in `events` or `quarantine` and, if permitted anywhere, published. `retry`: Pub/Sub must redeliver it. */
export type StoreResult = { kind: 'settled' } | { kind: 'retry'; message: string }

/** `alone`: the message took too long to evaluate and has to be stored in a batch of its own, where it is quarantined if it does so again. */
export type BatchResult = StoreResult | { kind: 'alone' }

/** Dependencies of the store. */
export interface StorePorts {
  now: () => Date
  /** Refreshes the cached tables. Returns a promise only if they are too old to use. */
  refreshCaches: () => Promise<unknown> | undefined
  /** Refreshes the cached definitions if these names may have been saved since. */
  refreshDefinitionsFor: (names: readonly string[]) => Promise<void>
  registry: () => Registry
  /** Derives context fields of an event. Undefined if none are derived. */
  derive?: Derive | undefined
  /** What each source may send. Default: there are no sources. */
  sourceRights?: SourceRights
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
const alone: BatchResult = { kind: 'alone' }

function retry(message: string): StoreResult {
  return { kind: 'retry', message }
}

const actStamp = { [attributes.act]: '1' }

type Facts = Pick<Event, 'name' | 'violations'>

/** The state of one message of the batch. */
interface Item {
  received: Published
  /** Until its row and message are made: the parsed values of a large event take many times its bytes. */
  event?: Event | undefined
  /** What quarantine records of an event. */
  facts?: Facts
  cause?: QuarantineCause
  message?: OutgoingMessage
  result?: BatchResult
}

/** Returns one result per message, in order. `isAlone`: the only message of the batch took too long in another one. */
export async function storeBatch(
  ports: StorePorts,
  batch: readonly Published[],
  { isAlone = false }: { isAlone?: boolean } = {},
): Promise<readonly BatchResult[]> {
  const refreshed = ports.refreshCaches()
  if (refreshed) await refreshed
  const storedAt = ports.now().toISOString()
  const items = batch.map((received): Item => ({ received }))
  // The limit costs 0.1 ms. A message that is delivered again may have ended the instance that had it.
  const isLimited = isAlone || batch.some(({ attempt = 1 }) => attempt > 1)
  const setAside = (stage: Parameters<typeof tooSlow>[0]): OnSlow => {
    if (!isLimited) return undefined
    return (item, cpuMs) => {
      // What it would publish is incomplete.
      delete item.message
      if (!isAlone) item.result = alone
      else if (isItsOwnFault(cpuMs)) item.cause = tooSlow(stage, item.event ?? item.facts)
      else item.result = retry('Evaluating the message took too long on a busy machine.')
    }
  }
  await readAll(ports, items, setAside('reading the event'))
  const unreadable = items.filter(({ cause }) => cause !== undefined)
  await Promise.all([
    storeEvents(ports, items, storedAt, setAside('deciding')),
    quarantineAll(ports, unreadable, storedAt),
  ])
  const isLate = ({ received: { publishBy } }: Item): boolean =>
    publishBy !== undefined && ports.now().getTime() > publishBy
  for (const item of await publishStored(ports.publish, items, isLate))
    item.result = retry('The event is stored, but publishing to topic "stored" failed.')
  return items.map(({ result }) => result ?? settled)
}

/** What is done with a message that took too long; undefined if the time is not limited. */
type OnSlow = ((item: Item, cpuMs: number) => void) | undefined

/** Reads the messages. If an event name is unknown, refreshes the definitions and reads the event again. */
async function readAll(ports: StorePorts, items: readonly Item[], onSlow: OnSlow): Promise<void> {
  const registry = ports.registry()
  evaluateEach(items, (item) => read(ports, item, registry), onSlow)
  const unknown = items.filter(isUnknown)
  if (unknown.length === 0) return
  await ports.refreshDefinitionsFor(unknown.map(({ cause }) => cause?.eventName ?? ''))
  const newer = ports.registry()
  if (newer !== registry) evaluateEach(unknown, (item) => read(ports, item, newer), onSlow)
}

function isUnknown({ cause }: Item): boolean {
  return cause?.reason === 'unknown_event'
}

/** Never throws: one bad message must not fail the batch. */
function read({ sourceRights, derive }: StorePorts, item: Item, registry: Registry): void {
  delete item.cause
  try {
    const result = readAllowed(item.received, registry, sourceRights, derive)
    if ('reason' in result) item.cause = result
    else item.event = result
  } catch {
    item.result = retry('Reading the message failed with an internal error.')
  }
}

type EvaluatedItem = Item & { facts: Facts }

/** Takes the event from its item, so that its values last no longer than its evaluation. */
function takeEvent(each: Item): { event: Event; item: EvaluatedItem } {
  const event = each.event!
  const item = each as EvaluatedItem
  item.facts = { name: event.name, violations: event.violations }
  item.event = undefined
  return { event, item }
}

async function storeEvents(
  ports: StorePorts,
  items: readonly Item[],
  storedAt: string,
  onSlow: OnSlow,
): Promise<void> {
  const evaluated: { item: EvaluatedItem; row: RowText }[] = []
  const rejected: Item[] = []
  const evaluate = (each: Item): void => {
    const { event, item } = takeEvent(each)
    const { value, hop, topic } = event
    const suppressed = ports.isSuppressed(value)
    if (suppressed === undefined) {
      item.result = retry('The suppression list is not loaded. Retrying.')
      return
    }
    const decisions = ports.decide(value, { suppressed, hop, source: sourceOfTopic(topic) })
    const row = eventRow(event, decisions, storedAt)
    if (isTooLarge(row.json)) {
      rejected.push(withCause(item, 'too_large'))
      return
    }
    const permitted = decisions.filter(({ permitted }) => permitted)
    const triggersAction = ports.triggersAction(event)
    if (permitted.length > 0 || triggersAction)
      item.message = storedMessage(
        event,
        permitted,
        storedAt,
        triggersAction ? actStamp : undefined,
        keyedFor(ports, item.received),
      )
    evaluated.push({ item, row })
  }
  const onSlowEvent = (item: Item, cpuMs: number): void => {
    if (evaluated.at(-1)?.item === item) evaluated.pop()
    onSlow?.(item, cpuMs)
    if (item.cause) rejected.push(item)
  }
  evaluateEach(items.filter(isEvent), evaluate, onSlow && onSlowEvent)
  const rows = evaluated.map(({ row }) => row)
  const results = rows.length > 0 ? await ports.append('events', rows) : []
  const refused = evaluated.filter(({ item }, index) => isRefused(item, results[index]!))
  await quarantineAll(ports, [...rejected, ...refused.map(({ item }) => item)], storedAt)
}

function keyedFor({ inOrder }: StorePorts, { orderingKey }: Published): KeyedFor | undefined {
  return orderingKey && inOrder.size > 0 ? { key: orderingKey, destinations: inOrder } : undefined
}

function isEvent(item: Item): boolean {
  return item.event !== undefined && item.result === undefined && item.cause === undefined
}

/** Counts bytes only if necessary: a character has at most three bytes. */
function isTooLarge(json: string): boolean {
  return json.length > insertLimits.bytes / 3 && Buffer.byteLength(json) > insertLimits.bytes
}

/** Updates the item by the result of its row. Returns true if BigQuery refused the row for good. */
function isRefused(item: EvaluatedItem, result: RowResult): boolean {
  if (result.kind === 'written') return false
  delete item.message
  if (result.kind === 'retry') item.result = retry(result.message)
  else if (result.kind === 'too_large') withCause(item, 'too_large')
  else withCause(item, 'refused_by_storage', result.message)
  return result.kind !== 'retry'
}

function withCause(item: EvaluatedItem, reason: QuarantineCause['reason'], message?: string): Item {
  const { name, violations } = item.facts
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
