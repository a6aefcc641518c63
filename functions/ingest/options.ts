/** Event bus: reads the query parameters of a publish request, in the style of Google APIs. */
import { limits } from '../../schemas/limits.ts'
import type { StatusError } from '../serving/answer.ts'
import { fault } from '../serving/errors.ts'

export interface PublishOptions {
  /** `validateOnly=true`: check and explain, publish nothing. https://google.aip.dev/163 */
  validateOnly: boolean
  /** `orderingKey=…`: for every event of the request; empty for none, as in Pub/Sub. */
  orderingKey: string
  /** `attributes.<name>=…`: for every event of the request. */
  attributes: Readonly<Record<string, string>>
}

/** Query parameters that every Google API accepts and that are ignored here. https://cloud.google.com/apis/docs/system-parameters */
const systemParameters = new Set([
  'alt',
  '$alt',
  'prettyPrint',
  '$prettyPrint',
  'quotaUser',
  'fields',
  '$.xgafv',
  '$.userProject',
])

const none: PublishOptions = { validateOnly: false, orderingKey: '', attributes: {} }

/** Returns the options. Throws for an unknown parameter, so that a misspelled one is not ignored, and for values that Pub/Sub refuses. */
export function readOptions(query: URLSearchParams): PublishOptions {
  if (query.size === 0) return none
  let { validateOnly, orderingKey } = none
  const attributes = Object.create(null) as Record<string, string>
  for (const [name, value] of givenParameters(query)) {
    if (name === 'validateOnly') validateOnly = readBoolean(name, value)
    else if (name === 'orderingKey') orderingKey = value
    else if (name.startsWith('attributes.')) attributes[name.slice('attributes.'.length)] = value
    else throw unknownParameter(name, 'validateOnly, orderingKey or attributes.<name>, each at most once')
  }
  checkAttributes(attributes)
  checkOrderingKey(orderingKey)
  return { validateOnly, orderingKey, attributes }
}

/** Yields the parameters without those of every Google API. Throws for a repeated one. */
export function* givenParameters(query: URLSearchParams): Generator<readonly [string, string]> {
  const seen = new Set<string>()
  for (const [name, value] of query) {
    if (systemParameters.has(name)) continue
    if (seen.has(name)) throw invalidParameter(name, 'one value')
    seen.add(name)
    // The replacement character of bytes that are not UTF-8: https://url.spec.whatwg.org/#urlencoded-parsing
    if (value.includes('\uFFFD')) throw invalidParameter(name, 'percent-encoded UTF-8')
    yield [name, value]
  }
}

function readBoolean(name: string, value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  throw invalidParameter(name, 'true or false')
}

// Checked here because Pub/Sub would refuse the whole publish, which several requests can share.
function checkAttributes(attributes: Readonly<Record<string, string>>): void {
  const entries = Object.entries(attributes)
  const limit = limits.attributesPerEvent
  if (entries.length > limit) throw fault('ATTRIBUTES_TOO_MANY', { count: entries.length, limit })
  for (const [name, value] of entries) {
    const field = `attributes.${shown(name)}`
    if (name === '' || name.startsWith('goog')) throw fault('ATTRIBUTE_NAME_INVALID', {}, { field })
    const [nameBytes, valueBytes] = [Buffer.byteLength(name), Buffer.byteLength(value)]
    if (nameBytes > limits.attributeNameBytes) {
      const values = { bytes: nameBytes, limit: limits.attributeNameBytes }
      throw fault('ATTRIBUTE_NAME_TOO_LONG', values, { field })
    }
    if (valueBytes > limits.attributeValueBytes) {
      const values = { bytes: valueBytes, limit: limits.attributeValueBytes }
      throw fault('ATTRIBUTE_VALUE_TOO_LONG', values, { field })
    }
  }
}

function checkOrderingKey(orderingKey: string): void {
  const bytes = Buffer.byteLength(orderingKey)
  const limit = limits.orderingKeyBytes
  if (bytes > limit) throw fault('ORDERING_KEY_TOO_LONG', { bytes, limit }, { field: 'orderingKey' })
}

export function unknownParameter(name: string, expected: string): StatusError {
  return fault('PARAMETER_UNKNOWN', { name: shown(name), expected }, { field: shown(name) })
}

export function invalidParameter(name: string, expected: string): StatusError {
  return fault('PARAMETER_INVALID', { name: shown(name), expected }, { field: shown(name) })
}

/** Returns the start of a name, which could be a misplaced token. Values are never repeated. */
function shown(name: string): string {
  return name.slice(0, 64)
}
