/** Checkpoints: the complete state in one file, so that older parts of the log are not replayed and can be deleted. */
import { existsSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../../shared/src/command_errors.ts'
import type { BrokerChange } from '../journal.ts'
import type { Entry, Message } from '../message.ts'
import {
  headerBytes,
  jsonRecord,
  kinds,
  numbersRecord,
  readJsonRecord,
  readNumbers,
  seal,
  unseal,
} from './record.ts'
import type { Segment } from './segment.ts'
import { portions, type Snapshot } from './snapshot.ts'
import type { LoggedState, LoggedSubscription } from './state.ts'

interface Header {
  /** The first segment to replay. */
  replayFrom: number
  lastId: number
}

const fileName = 'checkpoint'
const fieldsPerMessage = 6

type Held = Pick<Entry, 'message' | 'attempts'>

function bare(message: Message): Held {
  return { message, attempts: 0 }
}

function* held<T>(list: string, items: readonly T[], entry: (item: T) => Held): Generator<Buffer> {
  for (const portion of portions(items)) {
    const numbers: number[] = []
    for (const item of portion) {
      const { message, attempts } = entry(item)
      const { id, publishTime, segment, position, size } = message
      numbers.push(id, publishTime, segment.number, position, size, attempts)
    }
    yield numbersRecord(kinds.held, list, numbers)
  }
}

function* payloads(
  { lastId, schemas, topics, subscriptions }: Snapshot,
  replayFrom: number,
): Generator<Buffer> {
  yield jsonRecord(kinds.header, { replayFrom, lastId } satisfies Header)
  const change = (change: BrokerChange) => jsonRecord(kinds.change, change)
  for (const schema of schemas) yield change({ change: 'schema', schema })
  for (const { resource, retained } of topics) {
    yield change({ change: 'topic', topic: resource })
    yield* held(`retained ${resource.name}`, retained, bare)
  }
  for (const { resource, fresh, entries, acknowledged } of subscriptions) {
    yield change({ change: 'subscription', subscription: resource })
    yield* held(`acknowledged ${resource.name}`, acknowledged, bare)
    yield* held(`pending ${resource.name}`, fresh, bare)
    yield* held(`pending ${resource.name}`, entries, (entry) => entry)
  }
}

/**
 * Replaces the checkpoint, atomically and durably. Resolves to its size in bytes. The broker continues between the writes:
 * changes in the meantime are in the log from `replayFrom` on, and replaying a change twice is safe.
 */
export async function writeCheckpoint(
  directory: string,
  snapshot: Snapshot,
  replayFrom: number,
): Promise<number> {
  const path = join(directory, fileName)
  const file = await open(`${path}.new`, 'w', 0o600)
  let bytes = 0
  try {
    for (const payload of payloads(snapshot, replayFrom)) {
      const record = Buffer.allocUnsafe(headerBytes + payload.length)
      payload.copy(record, headerBytes)
      seal(record, 0, record.length)
      await file.writeFile(record)
      bytes += record.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  const parent = await open(directory)
  await parent.sync()
  await parent.close()
  return bytes
}

type BodyReader = (message: Message) => { orderingKey: string }

/** Loads the checkpoint, if it exists, into `state`. Returns the number of the first segment to replay, and the segments to which
 * the checkpoint refers: they must be kept until the next checkpoint. */
export function readCheckpoint(
  directory: string,
  segments: ReadonlyMap<number, Segment>,
  state: LoggedState,
  body: BodyReader,
): { replayFrom: number; referred: ReadonlySet<Segment> } {
  const referred = new Set<Segment>()
  const path = join(directory, fileName)
  if (!existsSync(path)) return { replayFrom: 0, referred }
  const content = readFileSync(path)
  const messages = new Map<number, Message>()
  let replayFrom = 0
  for (let offset = 0; offset < content.length;) {
    const payload = unseal(content, offset)
    if (!payload)
      throw new StartError(
        `Damaged checkpoint ${path} at byte ${offset}. Put a copy of the folder back, or move it away to begin with an empty one: its undelivered messages would be lost.`,
      )
    offset += headerBytes + payload.length
    if (payload[0] === kinds.change) state.changed(readJsonRecord(payload) as BrokerChange)
    else if (payload[0] === kinds.header) {
      const header = readJsonRecord(payload) as Header
      replayFrom = header.replayFrom
      state.lastId = header.lastId
    } else {
      const { subscription: list, numbers } = readNumbers(payload)
      const [kind = '', name = ''] = list.split(' ')
      for (let at = 0; at < numbers.length; at += fieldsPerMessage) {
        const [id = 0, publishTime = 0, number = 0, position = 0, size = 0, attempts = 0] = numbers.slice(
          at,
          at + fieldsPerMessage,
        )
        const segment = segments.get(number)
        if (!segment)
          throw new StartError(
            `The checkpoint ${path} needs segment ${number} of the log, which is missing. Put a copy of the folder back, or move it away to begin with an empty one: its undelivered messages would be lost.`,
          )
        const message = messages.get(id) ?? {
          id,
          publishTime,
          segment,
          position,
          size,
          body: undefined,
          holders: 0,
        }
        messages.set(id, message)
        referred.add(segment)
        const subscription = state.subscriptions.get(name)
        if (kind === 'retained') state.topics.get(name)?.retained.set(id, message)
        else if (kind === 'acknowledged') subscription?.acknowledged.set(id, message)
        else subscription?.pending.set(id, { message, attempts, key: '' })
      }
    }
  }
  for (const subscription of state.subscriptions.values()) putInOrder(subscription, body)
  return { replayFrom, referred }
}

/** Sorts pending messages by id and reads their ordering keys, which is fast in this order. */
function putInOrder({ resource, pending }: LoggedSubscription, body: BodyReader): void {
  const entries = [...pending.values()].toSorted((a, b) => a.message.id - b.message.id)
  pending.clear()
  for (const { message, attempts } of entries) {
    const key = resource.enableMessageOrdering ? body(message).orderingKey : ''
    pending.set(message.id, { message, attempts, key })
  }
}
