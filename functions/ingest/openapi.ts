/** Event bus: describes the endpoints of the front door as an OpenAPI document. https://spec.openapis.org/oas/v3.1.1.html */
import { moduleForms } from '../../schemas/catalogue/module_forms.ts'
import { codes } from '../../schemas/status.ts'
import type { CatalogueEntry } from '../serving/catalogue_entry.ts'
import { catalogue, type ErrorReason } from '../serving/error_catalogue.ts'
import { openapiSchemas } from './openapi_schemas.ts'

let built: object | undefined

/** Returns the document. */
export function openapi(): object {
  return (built ??= {
    openapi: '3.1.1',
    info: {
      title: 'Sluice: the front door',
      version: '1',
      description: 'Takes events of producers, and tells them which events there are.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The address that served this document.' }],
    paths,
    components: { schemas: openapiSchemas, securitySchemes },
  })
}

const securitySchemes = {
  google: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An OAuth 2.0 access token of Google with the scope https://www.googleapis.com/auth/pubsub or ' +
      'https://www.googleapis.com/auth/cloud-platform. Its account may publish to the topic.',
  },
}

const security = [{ google: [] }]

/** Errors that every request can get. */
const ofEveryRequest = [
  'HTTP_MALFORMED',
  'HEADERS_TOO_LARGE',
  'REQUEST_TOO_SLOW',
  'OVERLOADED',
  'INTERNAL',
] as const satisfies readonly ErrorReason[]

/** Errors of requests whose body is read: that of a GET can be anything within the limits. */
const ofBody = [
  'BODY_TOO_LARGE',
  'INSTANCE_BUSY',
  'ENCODING_UNSUPPORTED',
  'GZIP_BROKEN',
] as const satisfies readonly ErrorReason[]

/** Errors of requests with a token, whose right Pub/Sub checks. */
const ofPubsub = [
  'CREDENTIALS_MISSING',
  'BUS_UNREACHABLE',
  'BUS_UNREADABLE',
] as const satisfies readonly ErrorReason[]

/** Reasons that are not of publishing. */
const notOfPublishing = new Set<string>([
  'METHOD_NOT_ALLOWED',
  'EVENT_TYPE_UNKNOWN',
  'DEFINITIONS_UNREADABLE',
])

const publishErrors = (Object.keys(catalogue) as ErrorReason[]).filter(
  (reason) => !notOfPublishing.has(reason),
)

const catalogueErrors = [
  ...ofEveryRequest,
  ...ofBody,
  ...ofPubsub,
  'PATH_MALFORMED',
  'PARAMETER_UNKNOWN',
  'PARAMETER_INVALID',
  'EVENT_TYPE_UNKNOWN',
  'DEFINITIONS_UNREADABLE',
] as const satisfies readonly ErrorReason[]

function ref(name: keyof typeof openapiSchemas): object {
  return { $ref: `#/components/schemas/${name}` }
}

function asJson(schema: object): object {
  return { 'application/json': { schema } }
}

/** The error responses of these reasons by HTTP status. Pub/Sub's own errors have the same form. */
function errorResponses(reasons: readonly ErrorReason[], ofPubsubItself: readonly number[] = []): object {
  const byStatus = Map.groupBy(reasons, (reason) => {
    const { http, status }: CatalogueEntry = catalogue[reason]
    return http ?? codes[status].http
  })
  const statuses = [...new Set([...byStatus.keys(), ...ofPubsubItself])].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const own = (byStatus.get(status) ?? []).map((reason) => `${reason}: ${catalogue[reason].when}`)
      const relayed = ofPubsubItself.includes(status) ? ['Or an error of Pub/Sub itself.'] : []
      return [String(status), { description: [...own, ...relayed].join('\n'), content: asJson(ref('Error')) }]
    }),
  )
}

/** Statuses of Pub/Sub's own errors. https://cloud.google.com/pubsub/docs/reference/error-codes */
const pubsubStatuses = [400, 401, 403, 404, 429, 500, 503, 504] as const

const publishParameters = [
  {
    name: 'validateOnly',
    in: 'query',
    description: 'True: explains what would happen to each event, and publishes nothing.',
    schema: { type: 'boolean' },
  },
  {
    name: 'orderingKey',
    in: 'query',
    description: 'Ordering key of every event of the request.',
    schema: { type: 'string' },
  },
  {
    name: 'attributes.event_name',
    in: 'query',
    description: 'Name of the events that have none. `attributes.<name>` sets any other message attribute.',
    schema: { type: 'string' },
  },
]

function publishOperation(operationId: string, summary: string, parameters: readonly object[]): object {
  return {
    post: {
      operationId,
      summary,
      security,
      parameters: [...parameters, ...publishParameters],
      requestBody: {
        required: true,
        content: {
          ...asJson({
            anyOf: [ref('Event'), { type: 'array', minItems: 1, items: ref('Event') }, ref('Envelope')],
          }),
          'application/x-ndjson': { schema: { type: 'string', description: 'One event per line.' } },
        },
      },
      responses: {
        200: {
          description: 'Pub/Sub has stored the events durably; with validateOnly, the explanations.',
          content: asJson({ oneOf: [ref('Published'), ref('Explained')] }),
        },
        ...errorResponses(publishErrors, pubsubStatuses),
      },
    },
  }
}

function pathParameter(name: string, description: string, schema: object = { type: 'string' }): object {
  return { name, in: 'path', required: true, description, schema }
}

const topic = pathParameter('topic', 'The topic: an event type, or `events`.')

function publicDocument(operationId: string, summary: string, schema: object): object {
  return {
    get: {
      operationId,
      summary,
      security: [],
      responses: {
        200: { description: summary, content: asJson(schema) },
        ...errorResponses(ofEveryRequest),
      },
    },
  }
}

function catalogueOperation(
  operationId: string,
  summary: string,
  { schema, forms, parameters }: { schema: object; forms: readonly string[]; parameters: readonly object[] },
): object {
  const as = { name: 'as', in: 'query', description: 'Another form than JSON.', schema: { enum: forms } }
  return {
    get: {
      operationId,
      summary,
      security,
      parameters: [...parameters, as],
      responses: {
        200: {
          description: summary,
          content: {
            ...asJson(schema),
            ...(forms.includes('schema') && { 'application/schema+json': { schema: { type: 'object' } } }),
            'text/plain': { schema: { type: 'string' } },
            'text/markdown': { schema: { type: 'string' } },
          },
        },
        ...errorResponses(catalogueErrors, pubsubStatuses),
      },
    },
  }
}

const names = {
  name: 'names',
  in: 'query',
  description: 'Only these event types, separated by commas.',
  schema: { type: 'string' },
}

const paths = {
  '/v1/topics': publishOperation('publishEvents', 'Publishes events that name their types.', []),
  '/v1/topics/{topic}': publishOperation('publishToTopic', 'Publishes events of one type.', [topic]),
  '/v1/projects/{project}/topics/{topic}:publish': publishOperation(
    'publishAsPubsub',
    'Publishes events of one type, at the path of the Pub/Sub API.',
    [pathParameter('project', 'The Google Cloud project of the event bus.'), topic],
  ),
  '/v1/event-types': catalogueOperation('listEventTypes', 'The event types.', {
    schema: ref('EventTypes'),
    forms: moduleForms,
    parameters: [names],
  }),
  '/v1/event-types/{name}': catalogueOperation('getEventType', 'An event type.', {
    schema: ref('EventType'),
    forms: ['schema', ...moduleForms],
    parameters: [pathParameter('name', 'Name of the event type.')],
  }),
  '/v1/context-fields': publicDocument(
    'listContextFields',
    'The fields that all event types share.',
    ref('ContextFields'),
  ),
  '/v1/limits': publicDocument('getLimits', 'The limits of a request.', ref('Limits')),
  '/v1/openapi.json': publicDocument('getOpenapi', 'This document.', {
    type: 'object',
    required: ['openapi'],
  }),
}
