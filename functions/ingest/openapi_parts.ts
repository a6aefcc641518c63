/** Event bus: the parts of the OpenAPI document that the descriptions of several endpoints share. */
import { codes } from '../../schemas/status.ts'
import type { CatalogueEntry } from '../serving/catalogue_entry.ts'
import { catalogue, type ErrorReason } from '../serving/error_catalogue.ts'
import type { openapiSchemas } from './openapi_schemas.ts'

export const security = [{ google: [] }]

/** Errors that every request can get. */
export const ofEveryRequest = [
  'HTTP_MALFORMED',
  'HEADERS_TOO_LARGE',
  'REQUEST_TOO_SLOW',
  'OVERLOADED',
  'INTERNAL',
] as const satisfies readonly ErrorReason[]

/** Errors of requests whose body is read: that of a GET can be anything within the limits. */
export const ofBody = [
  'BODY_TOO_LARGE',
  'INSTANCE_BUSY',
  'ENCODING_UNSUPPORTED',
  'GZIP_BROKEN',
] as const satisfies readonly ErrorReason[]

/** Errors of requests with a token, whose right Pub/Sub checks. */
export const ofPubsub = [
  'CREDENTIALS_MISSING',
  'BUS_UNREACHABLE',
  'BUS_UNREADABLE',
] as const satisfies readonly ErrorReason[]

export function ref(name: keyof typeof openapiSchemas): object {
  return { $ref: `#/components/schemas/${name}` }
}

export function asJson(schema: object): object {
  return { 'application/json': { schema } }
}

/** An error as the document describes it. */
type DescribedError = Pick<CatalogueEntry, 'status' | 'http' | 'when'>

interface ErrorOptions {
  /** Statuses of Pub/Sub's own errors, which have the same form. Default: none. */
  ofPubsubItself?: readonly number[]
  /** Errors beside those of the catalogue, by reason. Default: none. */
  others?: Readonly<Record<string, DescribedError>>
  /** Schema of the body. Default: that of an error alone. */
  schema?: object
}

/** The error responses of these reasons by HTTP status. */
export function errorResponses(
  reasons: readonly ErrorReason[],
  { ofPubsubItself = [], others = {}, schema = ref('Error') }: ErrorOptions = {},
): object {
  const all: (readonly [string, DescribedError])[] = [
    ...reasons.map((reason) => [reason, catalogue[reason]] as const),
    ...Object.entries(others),
  ]
  const byStatus = Map.groupBy(all, ([, { http, status }]) => http ?? codes[status].http)
  const statuses = [...new Set([...byStatus.keys(), ...ofPubsubItself])].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const own = (byStatus.get(status) ?? []).map(([reason, { when }]) => `${reason}: ${when}`)
      const relayed = ofPubsubItself.includes(status) ? ['Or an error of Pub/Sub itself.'] : []
      return [String(status), { description: [...own, ...relayed].join('\n'), content: asJson(schema) }]
    }),
  )
}

/** Statuses of Pub/Sub's own errors. https://cloud.google.com/pubsub/docs/reference/error-codes */
export const pubsubStatuses = [400, 401, 403, 404, 429, 500, 503, 504] as const

export function pathParameter(
  name: string,
  description: string,
  schema: object = { type: 'string' },
): object {
  return { name, in: 'path', required: true, description, schema }
}

export const validateOnly = {
  name: 'validateOnly',
  in: 'query',
  description: 'True: explains what would happen to each event, and publishes nothing.',
  schema: { type: 'boolean' },
}
