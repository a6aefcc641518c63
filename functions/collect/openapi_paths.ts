/** Web door: its part of the OpenAPI document of the front door. The load balancer serves both at one address. */

function ref(name: 'Event' | 'Published' | 'Error'): object {
  return { $ref: `#/components/schemas/${name}` }
}

function asJson(schema: object): object {
  return { 'application/json': { schema } }
}

/** HTTP status → what it means here. */
const errors: Readonly<Record<string, string>> = {
  400: 'The body, the query or an event is invalid, or an event has no name.',
  403: 'The source, its key, the origin, an event type or the parameter of a pixel is refused. Nothing was published.',
  404: 'The path is unknown.',
  405: 'The path does not support this method.',
  408: 'The request took too long to arrive.',
  413: 'The body is larger than the source allows.',
  415: 'The encoding or charset of the body is not supported.',
  429: 'The client or the source has sent too much in this minute. Nothing was published.',
  431: 'The request line and the headers are too large.',
  500: 'An unexpected error.',
  503: 'The service is busy, or the event bus cannot be reached.',
}

const errorResponses = Object.fromEntries(
  Object.entries(errors).map(([status, description]) => [
    status,
    { description, content: asJson(ref('Error')) },
  ]),
)

function parameter(name: string, place: 'path' | 'query', description: string): object {
  return { name, in: place, required: true, description, schema: { type: 'string' } }
}

const source = parameter('source', 'path', 'Name of a source with a web door.')
const body = { anyOf: [ref('Event'), { type: 'array', minItems: 1, items: ref('Event') }] }

/** Path → its operations. */
export const collectPaths = {
  '/v1/collect/{source}': {
    post: {
      operationId: 'collectEvents',
      summary: 'Takes events of a web page. Its origin, and the event types, must be those of the source.',
      security: [],
      parameters: [source, parameter('key', 'query', 'The public key of the source.')],
      requestBody: {
        required: true,
        content: {
          ...asJson(body),
          'application/x-ndjson': { schema: { type: 'string', description: 'One event per line.' } },
          'text/plain': { schema: { type: 'string', description: 'The same JSON, as sendBeacon sends it.' } },
        },
      },
      responses: {
        200: { description: 'Pub/Sub has stored the events durably.', content: asJson(ref('Published')) },
        ...errorResponses,
      },
    },
  },
  '/v1/collect/{source}/pixel.gif': {
    get: {
      operationId: 'collectPixel',
      summary: 'Takes the event that the parameter holds, and returns an image.',
      security: [],
      parameters: [source, parameter('p', 'query', 'The event, sealed by `sluice pixel`.')],
      responses: {
        200: {
          description: 'A transparent image of one point.',
          content: { 'image/gif': { schema: { type: 'string' } } },
        },
        ...errorResponses,
      },
    },
  },
} as const
