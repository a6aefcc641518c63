/** BYTES functions, encodings and digests. */
import { createHash } from 'node:crypto'
import { farmFingerprint64 } from './farm_fingerprint.ts'
import { mostBytes, tooLong } from '../output_limit.ts'
import { scalarFunction } from './scalar_function.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  const text = groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text.replace(/=+$/, ''))
    .map((letter) => {
      const index = alphabet.indexOf(letter)
      if (index < 0) throw new Error('Failed to decode invalid base32 string')
      return index.toString(2).padStart(5, '0')
    })
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

function substring(bytes: Buffer, position: bigint, length: bigint): Buffer {
  if (length < 0n) throw new Error('Third argument in SUBSTR() cannot be negative')
  const at = Number(position)
  const start = at > 0 ? at - 1 : at === 0 ? 0 : Math.max(0, bytes.length + at)
  return bytes.subarray(start, Math.min(bytes.length, start + Number(length)))
}

function pad(bytes: Buffer, length: bigint, pattern: Buffer, side: 'left' | 'right'): Buffer {
  const size = Number(length)
  if (size < 0) throw new Error('Second argument (output size) for LPAD/RPAD cannot be negative')
  if (pattern.length === 0) throw new Error('Third argument (pad pattern) for LPAD/RPAD cannot be empty')
  if (size > mostBytes) throw new Error(tooLong('LPAD/RPAD'))
  if (bytes.length >= size) return bytes.subarray(0, size)
  const filling = Buffer.alloc(size - bytes.length, pattern)
  return Buffer.concat(side === 'left' ? [filling, bytes] : [bytes, filling])
}

function trim(bytes: Buffer, set: Buffer, side: string): Buffer {
  let [start, end] = [0, bytes.length]
  if (side !== 'right') while (start < end && set.includes(bytes[start]!)) start++
  if (side !== 'left') while (end > start && set.includes(bytes[end - 1]!)) end--
  return bytes.subarray(start, end)
}

/** Shifts the 26 ASCII letters from `first` by `by`. Other bytes are unchanged. */
function shiftLetters(bytes: Buffer, first: number, by: number): Buffer {
  return Buffer.from(bytes.map((byte) => (byte >= first && byte < first + 26 ? byte + by : byte)))
}

export const bytesFunctions = [
  scalarFunction('bq_bytes_lower', ['BYTES'], 'BYTES', (bytes) => shiftLetters(bytes, 65, 32)),
  scalarFunction('bq_bytes_upper', ['BYTES'], 'BYTES', (bytes) => shiftLetters(bytes, 97, -32)),
  scalarFunction('bq_bytes_substr', ['BYTES', 'INT64', 'INT64'], 'BYTES', substring),
  scalarFunction('bq_bytes_right', ['BYTES', 'INT64'], 'BYTES', (bytes, n) => {
    if (n < 0n) throw new Error('Second argument in RIGHT() cannot be negative')
    return bytes.subarray(Math.max(0, bytes.length - Number(n)))
  }),
  scalarFunction('bq_bytes_reverse', ['BYTES'], 'BYTES', (bytes) => Buffer.from(bytes.toReversed())),
  scalarFunction('bq_bytes_lpad', ['BYTES', 'INT64', 'BYTES'], 'BYTES', (b, n, p) => pad(b, n, p, 'left')),
  scalarFunction('bq_bytes_rpad', ['BYTES', 'INT64', 'BYTES'], 'BYTES', (b, n, p) => pad(b, n, p, 'right')),
  scalarFunction('bq_bytes_trim', ['BYTES', 'BYTES', 'STRING'], 'BYTES', trim),
  scalarFunction('bq_bytes_strpos', ['BYTES', 'BYTES'], 'INT64', (a, b) => BigInt(a.indexOf(b) + 1)),
  scalarFunction('bq_bytes_ascii', ['BYTES'], 'INT64', (bytes) => BigInt(bytes[0] ?? 0)),
  scalarFunction('bq_bytes_code_points', ['BYTES'], 'INT64S', (bytes) => [...bytes].map(BigInt)),
  scalarFunction('bq_code_points_to_bytes', ['INT64S'], 'BYTES', (codes) => {
    const bad = codes.find((code) => code !== null && (code < 0n || code > 255n))
    if (bad !== undefined) throw new Error(`Invalid ASCII value ${bad}`)
    return codes.includes(null) ? null : Buffer.from(codes.map(Number))
  }),
  scalarFunction('bq_safe_decode', ['BYTES'], 'STRING', (bytes) => new TextDecoder('utf-8').decode(bytes)),
  scalarFunction('bq_to_base32', ['BYTES'], 'STRING', toBase32),
  scalarFunction('bq_from_base32', ['STRING'], 'BYTES', fromBase32),
  scalarFunction('bq_from_base64', ['STRING'], 'BYTES', (text) => {
    const digits = text.replace(/[\s=]+/g, '').length
    if (!/^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/.test(text) || digits % 4 === 1)
      throw new Error('Failed to decode invalid base64 string')
    return Buffer.from(text, 'base64')
  }),
  scalarFunction('bq_from_hex', ['STRING'], 'BYTES', (text) => {
    if (!/^[0-9a-fA-F]*$/.test(text)) throw new Error('Failed to decode invalid hexadecimal string')
    return Buffer.from(text.length % 2 === 1 ? `0${text}` : text, 'hex')
  }),
  scalarFunction('bq_sha512', ['BYTES'], 'BYTES', (bytes) => createHash('sha512').update(bytes).digest()),
  scalarFunction('bq_farm_fingerprint', ['BYTES'], 'INT64', (bytes) =>
    BigInt.asIntN(64, farmFingerprint64(bytes)),
  ),
]
