/** Records: the framing of the log, and the binary layout of messages and acknowledgements. */
import { crc32 } from 'node:zlib'
import type { Body } from '../message.ts'

/** Bytes before each record's payload: its length and its CRC-32. */
export const headerBytes = 8

/** The first byte of every payload. Replay skips `moved` messages, and `held` lists and the `header` of checkpoints. */
export const kinds = {
  change: 1,
  message: 2,
  settled: 3,
  attempted: 4,
  moved: 5,
  held: 6,
  header: 7,
} as const

/** A record's payload and its position in the segment. `payload[0]` is its kind. */
export interface FramedRecord {
  payload: Buffer
  position: number
}

/** Writes the header of a record whose payload is already in the buffer. */
export function seal(buffer: Buffer, start: number, end: number): void {
  buffer.writeUInt32LE(end - start - headerBytes, start)
  buffer.writeUInt32LE(crc32(buffer.subarray(start + headerBytes, end)), start + 4)
}

/** Returns the payload of the record at `offset`, or undefined if it is damaged or incomplete in the buffer. */
export function unseal(buffer: Buffer, offset: number): Buffer | undefined {
  if (offset + headerBytes > buffer.length) return undefined
  const end = offset + headerBytes + buffer.readUInt32LE(offset)
  if (end > buffer.length || end === offset + headerBytes) return undefined
  const payload = buffer.subarray(offset + headerBytes, end)
  return crc32(payload) === buffer.readUInt32LE(offset + 4) ? payload : undefined
}

/** A message in the log. */
export interface LoggedMessage {
  id: number
  publishTime: number
  topic: string
  body: Body
}

// kind 1, id 8, publish time 8, then the lengths of topic 2, ordering key 2 and attributes 4.
const fixedBytes = 25
const emptyAttributes = '{}'

/** Prepares a message for the log: `write` fills exactly `size` bytes of payload. */
export function messageRecord({ id, publishTime, topic, body }: LoggedMessage): {
  size: number
  write: (buffer: Buffer, offset: number) => void
} {
  let attributes = emptyAttributes
  for (const _ in body.attributes) {
    attributes = JSON.stringify(body.attributes)
    break
  }
  const topicBytes = Buffer.byteLength(topic)
  const keyBytes = Buffer.byteLength(body.orderingKey)
  const attributeBytes = Buffer.byteLength(attributes)
  return {
    size: fixedBytes + topicBytes + keyBytes + attributeBytes + body.data.length,
    write(buffer, offset) {
      buffer[offset] = kinds.message
      buffer.writeDoubleLE(id, offset + 1)
      buffer.writeDoubleLE(publishTime, offset + 9)
      buffer.writeUInt16LE(topicBytes, offset + 17)
      buffer.writeUInt16LE(keyBytes, offset + 19)
      buffer.writeUInt32LE(attributeBytes, offset + 21)
      let at = offset + fixedBytes
      at += buffer.write(topic, at)
      at += buffer.write(body.orderingKey, at)
      at += buffer.write(attributes, at)
      body.data.copy(buffer, at)
    },
  }
}

/** Reads a message record's payload. The data is a view of the payload, not a copy. */
export function readMessage(payload: Buffer): LoggedMessage {
  let at = fixedBytes
  const text = (length: number): string => payload.toString('utf8', at, (at += length))
  const topic = text(payload.readUInt16LE(17))
  const orderingKey = text(payload.readUInt16LE(19))
  const attributes = JSON.parse(text(payload.readUInt32LE(21))) as Body['attributes']
  return {
    id: payload.readDoubleLE(1),
    publishTime: payload.readDoubleLE(9),
    topic,
    body: { data: payload.subarray(at), attributes, orderingKey },
  }
}

/** Encodes numbers of a subscription: settled message ids, or alternating ids and delivery attempts. */
export function numbersRecord(kind: number, subscription: string, numbers: readonly number[]): Buffer {
  const nameBytes = Buffer.byteLength(subscription)
  const payload = Buffer.allocUnsafe(3 + nameBytes + numbers.length * 8)
  payload[0] = kind
  payload.writeUInt16LE(nameBytes, 1)
  payload.write(subscription, 3)
  let at = 3 + nameBytes
  for (const number of numbers) at = payload.writeDoubleLE(number, at)
  return payload
}

export function readNumbers(payload: Buffer): { subscription: string; numbers: number[] } {
  const nameEnd = 3 + payload.readUInt16LE(1)
  const numbers: number[] = []
  for (let at = nameEnd; at < payload.length; at += 8) numbers.push(payload.readDoubleLE(at))
  return { subscription: payload.toString('utf8', 3, nameEnd), numbers }
}

/** Encodes a JSON document, for the kinds that are written rarely. */
export function jsonRecord(kind: number, document: unknown): Buffer {
  return Buffer.concat([Buffer.of(kind), Buffer.from(JSON.stringify(document))])
}

export function readJsonRecord(payload: Buffer): unknown {
  return JSON.parse(payload.toString('utf8', 1))
}
