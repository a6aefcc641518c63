/** Protobuf messages to JSON: omits default values, as Google's JSON front end does. */
import { messageType, type Field } from './message_type.ts'

type Json = Record<string, unknown>

/** Returns the fraction digits of a second, in as few groups of three as the value needs. */
function fraction(nanos: number): string {
  if (nanos === 0) return ''
  const digits = String(Math.abs(nanos)).padStart(9, '0')
  return `.${digits.replace(/(?:000){1,2}$/, '')}`
}

function duration({ seconds = 0, nanos = 0 }: { seconds?: number; nanos?: number }): string {
  const minus = seconds < 0 || nanos < 0 ? '-' : ''
  return `${minus}${Math.abs(seconds)}${fraction(nanos)}s`
}

function timestamp({ seconds = 0, nanos = 0 }: { seconds?: number; nanos?: number }): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${fraction(nanos)}Z`
}

function value({ kind, type }: Field, given: unknown): unknown {
  switch (kind) {
    case 'bytes':
      return (given as Buffer).toString('base64')
    case 'int64':
      return String(given)
    case 'duration':
      return duration(given as object)
    case 'timestamp':
      return timestamp(given as object)
    case 'message':
      return toJson(type, given as object)
    default:
      return given
  }
}

function isDefault(given: unknown): boolean {
  return (
    given === undefined ||
    given === null ||
    given === '' ||
    given === 0 ||
    given === false ||
    (given instanceof Uint8Array && given.length === 0)
  )
}

/** Returns the JSON form of a message of the named type. */
export function toJson(fullName: string, message: object): Json {
  const { fields } = messageType(fullName)
  const json: Json = {}
  for (const [name, field] of fields) {
    // Each field is listed by two names.
    const given = name === field.name ? (message as Json)[name] : undefined
    if (isDefault(given)) continue
    if (field.shape === 'list') {
      const list = given as unknown[]
      if (list.length > 0) json[name] = list.map((item) => value(field, item))
    } else if (field.shape === 'map') {
      if (Object.keys(given as Json).length > 0) json[name] = given
    } else json[name] = value(field, given)
  }
  return json
}
