/** Serving: lists the errors that the front door returns by itself. docs/front_door.md shows the same table. */
import type { CatalogueEntry } from './catalogue_entry.ts'

// Uses Pub/Sub's own messages where they exist, so that clients handle these errors in the same way.
export const catalogue = {
  CREDENTIALS_MISSING: {
    status: 'UNAUTHENTICATED',
    message:
      'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other ' +
      'valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    when: 'There is no `Authorization: Bearer <token>` header.',
    headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' },
    domain: 'googleapis.com',
    metadata: { service: 'pubsub.googleapis.com', method: 'google.pubsub.v1.Publisher.Publish' },
  },
  PATH_UNKNOWN: {
    status: 'NOT_FOUND',
    message:
      'Unknown path {path}. Send events with POST to /v1/topics, /v1/topics/<topic> or ' +
      '/v1/projects/<project>/topics/<topic>:publish.',
    when: 'The front door does not have this path.',
  },
  PATH_MALFORMED: {
    status: 'INVALID_ARGUMENT',
    message: 'The path is not valid percent-encoding.',
    when: 'The path is not valid percent-encoded UTF-8.',
  },
  METHOD_NOT_ALLOWED: {
    status: 'UNIMPLEMENTED',
    http: 405,
    message: 'Method {method} is not allowed here: use {allowed}.',
    when: 'The path does not support this method.',
  },
  PROJECT_UNKNOWN: {
    status: 'NOT_FOUND',
    message: 'Resource not found (resource={project}).',
    when: 'The project in the path is not the project of this event bus.',
  },
  TOPIC_INVALID: {
    status: 'INVALID_ARGUMENT',
    message:
      'Invalid resource name given (name={name}). Refer to ' +
      'https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names for more information.',
    when: 'The topic in the path is not a valid topic id.',
  },
  TOPIC_INTERNAL: {
    status: 'PERMISSION_DENIED',
    message: 'Topic {topic} is internal: publish events to a public topic.',
    when: 'Only the platform publishes to the topic.',
  },
  EVENT_TYPE_NOT_ALLOWED: {
    status: 'PERMISSION_DENIED',
    message: 'Source {source} may not send events of type "{name}". {hint}',
    when: 'An event was sent to the topic of a source that may not send its type. Only those who may publish there learn it.',
  },
  EVENT_TYPE_UNKNOWN: {
    status: 'NOT_FOUND',
    message: 'Unknown event type "{name}". {hint}',
    when: 'The catalogue has no event type of this name. Only those who may publish learn it.',
  },
  DEFINITIONS_UNREADABLE: {
    status: 'UNAVAILABLE',
    message: 'The saved event types could not be read. Send the request again.',
    when: 'BigQuery does not return the saved event types, and none were read before.',
    headers: { 'retry-after': '1' },
  },
  PARAMETER_UNKNOWN: {
    status: 'INVALID_ARGUMENT',
    message: 'Unknown query parameter "{name}". Expected {expected}.',
    when: 'The query has an unknown parameter. Its value is not repeated.',
  },
  PARAMETER_INVALID: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid value for {name}: expected {expected}.',
    when: 'A query parameter has an invalid value, or is repeated.',
  },
  PARAMETER_NOT_APPLICABLE: {
    status: 'INVALID_ARGUMENT',
    message: 'Query parameter {name} does not apply to an envelope: set it in each message.',
    when: 'The body is an envelope `{"messages": […]}`, and the query has `orderingKey` or `attributes.<name>`.',
  },
  ATTRIBUTES_TOO_MANY: {
    status: 'INVALID_ARGUMENT',
    message:
      'The value for num_attributes is too large. You passed {count} in the request, but the maximum value is {limit}.',
    when: 'The query has more attributes than a message may have.',
  },
  ATTRIBUTE_NAME_INVALID: {
    status: 'INVALID_ARGUMENT',
    message:
      'One of the attributes in the request has a key that is empty or begins with the reserved prefix goog.',
    when: 'The name of an attribute is empty or begins with `goog`.',
  },
  ATTRIBUTE_NAME_TOO_LONG: {
    status: 'INVALID_ARGUMENT',
    message:
      'One of the attributes in the request has a key that is too long. The length is {bytes} bytes, but the maximum ' +
      'allowed is {limit}.',
    when: 'The name of an attribute is too long.',
  },
  ATTRIBUTE_VALUE_TOO_LONG: {
    status: 'INVALID_ARGUMENT',
    message:
      'One of the attributes in the request has a value that is too long. The length is {bytes} bytes, but the maximum ' +
      'allowed is {limit}.',
    when: 'The value of an attribute is too long.',
  },
  ORDERING_KEY_TOO_LONG: {
    status: 'INVALID_ARGUMENT',
    message: 'The ordering key is too long. The length is {bytes} bytes, but the maximum allowed is {limit}.',
    when: 'The ordering key is too long.',
  },
  BODY_EMPTY: {
    status: 'INVALID_ARGUMENT',
    message: 'The request body is empty. Expected one event as a JSON object.',
    when: 'The body is empty, or only white space.',
  },
  BODY_TOO_LARGE: {
    status: 'INVALID_ARGUMENT',
    http: 413,
    message: 'Request payload size exceeds the limit: {limit} bytes.',
    when: 'The body is too large, before or after decompression.',
  },
  BODY_TOO_DEEP: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid JSON payload received. Objects and arrays are nested deeper than {limit} levels.',
    when: 'The body is nested too deeply for a JSON column of BigQuery.',
  },
  BODY_TOO_WIDE: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid JSON payload received. An object has more than {limit} members.',
    when: 'An object of the body has too many members to be read in a bounded time.',
  },
  EVENT_TOO_MANY_VALUES: {
    status: 'INVALID_ARGUMENT',
    message: 'An event has more than {limit} values.',
    when: 'The members and elements of one event, at all levels, are too many to be held in the memory of a function.',
  },
  BODY_NOT_UTF8: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid JSON payload received. The request body is not valid UTF-8.',
    when: 'The body is not UTF-8, the only encoding of JSON (RFC 8259).',
  },
  BODY_NOT_JSON: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid JSON payload received. {problem}.',
    when: 'The body, or a line of NDJSON, is not JSON (RFC 8259).',
  },
  GZIP_BROKEN: {
    status: 'INVALID_ARGUMENT',
    message: 'The request body is not valid gzip.',
    when: 'The body is declared as gzip, but cannot be decompressed.',
  },
  CHARSET_UNSUPPORTED: {
    status: 'INVALID_ARGUMENT',
    http: 415,
    message: 'Charset "{charset}" is not supported: send JSON in UTF-8 (RFC 8259).',
    when: 'Content-Type declares a charset other than UTF-8 and US-ASCII.',
  },
  ENCODING_UNSUPPORTED: {
    status: 'INVALID_ARGUMENT',
    http: 415,
    message: 'Content-Encoding "{encoding}" is not supported: send gzip or identity.',
    when: 'Content-Encoding is neither gzip nor identity.',
    headers: { 'accept-encoding': 'gzip, identity' },
  },
  EVENT_NOT_AN_OBJECT: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid JSON payload received. Expected an event as a JSON object, got {got}.',
    when: 'The body, an element of an array or a line of NDJSON is not a JSON object.',
  },
  ENVELOPE_INVALID: {
    status: 'INVALID_ARGUMENT',
    message:
      "Invalid JSON payload received. Invalid value at 'messages': expected an array of PubsubMessage objects.",
    when: 'The `messages` of an envelope are not an array of objects. Pub/Sub checks their content.',
  },
  EVENTS_MISSING: {
    status: 'INVALID_ARGUMENT',
    message:
      'The value for message_count is too small. You passed 0 in the request, but the minimum value is 1.',
    when: 'The body, or `messages` of an envelope, is an empty array.',
  },
  EVENTS_TOO_MANY: {
    status: 'INVALID_ARGUMENT',
    message:
      'The value for message_count is too large. You passed {count} in the request, but the maximum value is {limit}.',
    when: 'The request has too many events.',
  },
  EVENT_TOO_LARGE: {
    status: 'INVALID_ARGUMENT',
    message: 'An event is too large: it has {bytes} bytes, but the maximum is {limit}.',
    when: 'One event is so large that it might not fit into a row of BigQuery.',
  },
  EVENTS_TOO_LARGE: {
    status: 'INVALID_ARGUMENT',
    message:
      'The value for request_size is too large. You passed {bytes} in the request, but the maximum value is {limit}.',
    when: 'The events of the request, with their attributes, are too large together.',
  },
  HEADERS_TOO_LARGE: {
    status: 'INVALID_ARGUMENT',
    http: 431,
    message: 'Request header fields are too large: the limit is {limit} bytes.',
    when: 'The request line and the headers are too large.',
  },
  REQUEST_TOO_SLOW: {
    status: 'DEADLINE_EXCEEDED',
    http: 408,
    message: 'The request did not arrive in time.',
    when: 'The headers or the body take too long to arrive.',
  },
  INSTANCE_BUSY: {
    status: 'UNAVAILABLE',
    message: 'The service is busy with large requests. Send the request again.',
    when: 'The bodies of the requests at this moment take all the memory that there is for them.',
    headers: { 'retry-after': '1' },
  },
  HTTP_MALFORMED: {
    status: 'INVALID_ARGUMENT',
    message: 'Malformed HTTP request.',
    when: 'The request is not valid HTTP/1.1, or ends early.',
  },
  BUS_UNREACHABLE: {
    status: 'UNAVAILABLE',
    message: 'The event bus could not be reached. Send the request again.',
    when: 'Pub/Sub sent no response. The events may have been published.',
    headers: { 'retry-after': '1' },
  },
  BUS_UNREADABLE: {
    status: 'UNAVAILABLE',
    message: 'The event bus sent an invalid response (HTTP {http}). Send the request again.',
    when: 'Pub/Sub, or a proxy before it, sent a response that is neither a confirmation nor an error in JSON.',
    headers: { 'retry-after': '1' },
  },
  OVERLOADED: {
    status: 'UNAVAILABLE',
    message: 'Too many requests at the moment: nothing was published. Send the request again.',
    when: 'The request would have waited too long. It was not read.',
    headers: { 'retry-after': '1' },
  },
  INTERNAL: {
    status: 'INTERNAL',
    message: 'Internal error encountered.',
    when: 'An unexpected error, which is logged. The events may have been published.',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>

export type ErrorReason = keyof typeof catalogue
