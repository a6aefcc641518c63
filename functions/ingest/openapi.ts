/** Event bus: describes the public endpoints as an OpenAPI document: the front door, the translator and the webhooks. https://spec.openapis.org/oas/v3.1.1.html */
import { moduleForms } from '../../schemas/catalogue/module_forms.ts'
import { collectPaths } from '../collect/openapi_paths.ts'
import { catalogue, type ErrorReason } from '../serving/error_catalogue.ts'
import { deprecationHeaders } from './deprecation.ts'
import {
  asJson,
  errorResponses,
  ofBody,
  ofEveryRequest,
  ofPubsub,
  pathParameter,
  pubsubStatuses,
  ref,
  security,
  validateOnly,
} from './openapi_parts.ts'
import { openapiSchemas } from './openapi_schemas.ts'
import { translatorPaths } from './openapi_translators.ts'

let built: object | undefined

/** Returns the document. */
export function openapi(): object {
  return (built ??= {
    openapi: '3.1.1',
    info: {
      title: 'Sluice',
      version: '1',
      description: 'Takes events and raw payloads of producers, and tells them which events there are.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The address that served this document.' }],
    paths: { ...frontDoorPaths, ...translatorPaths },
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

const publishParameters = [
  validateOnly,
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
          headers: deprecationHeaders,
          content: asJson({ oneOf: [ref('Published'), ref('Explained')] }),
        },
        ...errorResponses(publishErrors, { ofPubsubItself: pubsubStatuses }),
      },
    },
  }
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
        ...errorResponses(catalogueErrors, { ofPubsubItself: pubsubStatuses }),
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

const paging = [
  {
    name: 'pageSize',
    in: 'query',
    description:
      'Maximum number of event types, only of the list as JSON. 0 stands for 1000, as every larger number does.',
    schema: { type: 'integer', minimum: 0 },
  },
  {
    name: 'pageToken',
    in: 'query',
    description: 'The `nextPageToken` of the page before. The other parameters but `pageSize` are the same.',
    schema: { type: 'string' },
  },
]

const frontDoorPaths = {
  '/v1/topics': publishOperation('publishEvents', 'Publishes events that name their types.', []),
  '/v1/topics/{topic}': publishOperation('publishToTopic', 'Publishes events of one type.', [topic]),
  '/v1/projects/{project}/topics/{topic}:publish': publishOperation(
    'publishAsPubsub',
    'Publishes events of one type, at the path of the Pub/Sub API.',
    [pathParameter('project', 'The Google Cloud project of the event bus.'), topic],
  ),
  ...collectPaths,
  '/v1/event-types': catalogueOperation('listEventTypes', 'The event types.', {
    schema: ref('EventTypes'),
    forms: moduleForms,
    parameters: [names, ...paging],
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
