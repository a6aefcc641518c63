/** JSON to protobuf messages: accepts and refuses what Google's JSON front end does, with its messages. */
import { badRequest, type FieldViolation } from '../errors.ts'
import { messageType, snakeCase, type Field, type MessageType } from './message_type.ts'

type Json = Record<string, unknown>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The position of a value in the request, as errors name it. */
function at(path: string): string {
  return path === '' ? '' : ` at '${path}'`
}

/** Collects all violations, because Google reports all of them. */
class Reader {
  readonly violations: FieldViolation[] = []

  message(type: MessageType, value: Json, path: string): Json {
    const message: Json = {}
    for (const name in value) {
      const field = type.fields.get(name)
      if (!field) this.#unknown(name, path, 'Cannot find field.')
      else if (value[name] !== null)
        message[field.name] = this.#field(
          field,
          value[name],
          path === '' ? field.protoName : `${path}.${field.protoName}`,
          path,
        )
    }
    return message
  }

  #unknown(name: string, path: string, why: string): undefined {
    const description = `Invalid JSON payload received. Unknown name "${name}"${at(path)}: ${why}`
    this.violations.push(path === '' ? { description } : { field: path, description })
  }

  #invalid(path: string, type: string, what: string): undefined {
    this.violations.push({ field: path, description: `Invalid value at '${path}' (${type}), ${what}` })
  }

  #field(field: Field, value: unknown, path: string, parent: string): unknown {
    if (field.shape === 'list') {
      if (Array.isArray(value))
        return value.map((item, index) => this.#value(field, item, `${path}[${index}]`))
      // The front end reads a single value as the first item of a list and refuses its type.
      return this.#invalid(path, typeName(field), JSON.stringify(value))
    }
    if (Array.isArray(value))
      return this.#unknown(field.protoName, parent, 'Proto field is not repeating, cannot start list.')
    if (field.shape === 'one') return this.#value(field, value, path)
    if (!isObject(value)) return this.#invalid(path, 'Map', JSON.stringify(value))
    Object.entries(value).forEach(([, item], index) => {
      if (typeof item !== 'string')
        this.#invalid(`${path}[${index}].value`, 'TYPE_STRING', JSON.stringify(item))
    })
    return value
  }

  #value(field: Field, value: unknown, path: string): unknown {
    const invalid = (): undefined => this.#invalid(path, typeName(field), JSON.stringify(value))
    switch (field.kind) {
      case 'string':
        return typeof value === 'string' ? value : invalid()
      case 'bytes':
        return this.#bytes(value, path)
      case 'bool':
        return typeof value === 'boolean' ? value : invalid()
      case 'int32':
      case 'int64':
        return integer(value) ?? invalid()
      case 'enum':
        return field.values.includes(value as string) ? value : invalid()
      case 'duration':
        return duration(value) ?? invalid()
      case 'timestamp':
        return timestamp(value) ?? invalid()
      case 'fieldMask':
        if (typeof value !== 'string') return invalid()
        return { paths: value === '' ? [] : value.split(',').map((name) => snakeCase(name.trim())) }
      default:
        return isObject(value) ? this.message(messageType(field.type), value, path) : invalid()
    }
  }

  #bytes(value: unknown, path: string): Buffer | undefined {
    if (typeof value !== 'string') return this.#invalid(path, 'TYPE_BYTES', JSON.stringify(value))
    const digits = value.endsWith('=') ? value.replace(/={1,2}$/, '') : value
    // Node's decoder accepts the URL-safe alphabet and missing padding, as Google's does, but skips invalid characters: then
    // the result is too short.
    const bytes = Buffer.from(digits, 'base64')
    if (digits.length % 4 !== 1 && bytes.length === Math.floor((digits.length * 3) / 4)) return bytes
    return this.#invalid(path, 'TYPE_BYTES', `Base64 decoding failed for ${JSON.stringify(value)}`)
  }
}

function typeName({ kind, type }: Field): string {
  return kind === 'message' || kind === 'enum' || type.startsWith('google.')
    ? `type.googleapis.com/${type}`
    : `TYPE_${type.toUpperCase()}`
}

function integer(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

function duration(value: unknown): { seconds: number; nanos: number } | undefined {
  const match = typeof value === 'string' ? /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s$/.exec(value) : null
  if (!match) return undefined
  const [, minus, seconds = '0', fraction = ''] = match
  const sign = minus === '-' ? -1 : 1
  return { seconds: sign * Number(seconds), nanos: sign * Number(fraction.padEnd(9, '0')) }
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d{1,9}))?(?:Z|[+-]\d{2}:\d{2})$/

function timestamp(value: unknown): { seconds: number; nanos: number } | undefined {
  const match = typeof value === 'string' ? rfc3339.exec(value) : null
  const time = match ? Date.parse(match[0]) : NaN
  if (Number.isNaN(time)) return undefined
  return { seconds: Math.floor(time / 1000), nanos: Number((match?.[1] ?? '').padEnd(9, '0')) }
}

/** Converts a parsed JSON document to a message of the named type. Throws INVALID_ARGUMENT with all violations. */
export function fromJson(fullName: string, value: unknown): object {
  if (!isObject(value))
    throw badRequest([
      { description: 'Invalid JSON payload received. Unknown name "": Root element must be a message.' },
    ])
  const reader = new Reader()
  const message = reader.message(messageType(fullName), value, '')
  if (reader.violations.length > 0) throw badRequest(reader.violations)
  return message
}

/** Converts the query parameters of a call to a message. A dot leads to a member of a member. `members` are those that the body has.
 * Throws INVALID_ARGUMENT for an unknown parameter. */
export function fromQuery(fullName: string, query: URLSearchParams, members: Json = {}): object {
  const value: Json = { ...members }
  for (const [parameter, text] of query) {
    if (systemParameters.has(parameter)) continue
    const names = parameter.split('.')
    const last = names.pop() ?? ''
    let [target, type] = [value, fullName]
    for (const name of names) {
      type = queryField(type, name, parameter).type
      target = (target[name] ??= {}) as Json
    }
    const { kind } = queryField(type, last, parameter)
    target[last] = kind === 'bool' ? text === 'true' : text
  }
  return fromJson(fullName, value)
}

function queryField(fullName: string, name: string, parameter: string): Field {
  const field = messageType(fullName).fields.get(name)
  if (field) return field
  throw badRequest([
    {
      description: `Invalid JSON payload received. Unknown name "${parameter}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
    },
  ])
}

/** https://cloud.google.com/apis/docs/system-parameters */
const systemParameters = new Set([
  '$.xgafv',
  '$alt',
  'access_token',
  'alt',
  'callback',
  'fields',
  'key',
  'oauth_token',
  'prettyPrint',
  'quotaUser',
  'uploadType',
  'upload_protocol',
])
