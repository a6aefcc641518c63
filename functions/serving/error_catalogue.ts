/** Serving: the error catalogue, everything the front door refuses by itself. docs/front_door.md shows it as a table. */
import type { StatusCode } from '../../schemas/status.ts'

/** One kind of error. Its key in the catalogue is the `reason` of the google.rpc.ErrorInfo in the answer, and never changes. */
export interface CatalogueEntry {
  status: StatusCode
  /** HTTP status, where it is another than the code's own. */
  http?: number
  /** What the caller reads; `{name}` stands for a value. */
  message: string
  /** When it happens. */
  when: string
  /** Headers the answer always has. */
  headers?: Readonly<Record<string, string>>
  /** Who defines the reason: this service unless told. */
  domain?: string
  metadata?: Readonly<Record<string, string>>
}

// Where Pub/Sub has words of its own for a fault, they are used: what a client does on them holds here too.
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
      'There is nothing at {path}. Events are POSTed to /v1/topics, /v1/topics/<topic> or ' +
      '/v1/projects/<project>/topics/<topic>:publish.',
    when: 'The path is none of the front door.',
  },
  PATH_MALFORMED: {
    status: 'INVALID_ARGUMENT',
    message: 'The path is not valid percent-encoding.',
    when: 'A `%` of the path starts no byte of UTF-8.',
  },
  METHOD_NOT_ALLOWED: {
    status: 'UNIMPLEMENTED',
    http: 405,
    message: 'Method {method} is not allowed here: use {allowed}.',
    when: 'The path exists, but not for this method.',
  },
  PROJECT_UNKNOWN: {
    status: 'NOT_FOUND',
    message: 'Resource not found (resource={project}).',
    when: 'The path names another project than the one of this event bus.',
  },
  TOPIC_INVALID: {
    status: 'INVALID_ARGUMENT',
    message:
      'Invalid resource name given (name={name}). Refer to ' +
      'https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names for more information.',
    when: 'The topic in the path is no possible id of a topic.',
  },
  TOPIC_INTERNAL: {
    status: 'PERMISSION_DENIED',
    message: 'Topic {topic} belongs to the platform: events enter by a public topic.',
    when: 'The topic is one that only the platform publishes to.',
  },
  PARAMETER_UNKNOWN: {
    status: 'INVALID_ARGUMENT',
    message:
      'Unknown query parameter "{name}". There are validateOnly, orderingKey and attributes.<name>, each given once.',
    when: 'The query has a parameter that is not known. Its value is not repeated.',
  },
  PARAMETER_INVALID: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid value for {name}: expected {expected}.',
    when: 'A query parameter has a value it cannot have, or is given twice.',
  },
  PARAMETER_NOT_APPLICABLE: {
    status: 'INVALID_ARGUMENT',
    message: 'The messages of an envelope carry their own {name}: it cannot be given in the query too.',
    when: 'An envelope `{"messages": […]}` comes with `orderingKey` or `attributes.<name>` in the query.',
  },
  ATTRIBUTES_TOO_MANY: {
    status: 'INVALID_ARGUMENT',
    message:
      'The value for num_attributes is too large. You passed {count} in the request, but the maximum value is {limit}.',
    when: 'The query gives more attributes than a message may have.',
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
    when: 'The body has nothing but white space.',
  },
  BODY_TOO_LARGE: {
    status: 'INVALID_ARGUMENT',
    http: 413,
    message: 'Request payload size exceeds the limit: {limit} bytes.',
    when: 'The body is too large, as it is sent or unpacked.',
  },
  BODY_TOO_DEEP: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid JSON payload received. Objects and arrays are nested deeper than {limit} levels.',
    when: 'The body is nested too deeply for BigQuery to keep it as JSON.',
  },
  BODY_NOT_UTF8: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid JSON payload received. The request body is not valid UTF-8.',
    when: 'The body is not UTF-8, the only encoding of JSON (RFC 8259).',
  },
  BODY_NOT_JSON: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid JSON payload received. {fault}.',
    when: 'The body, or a line of NDJSON, is not JSON (RFC 8259).',
  },
  GZIP_BROKEN: {
    status: 'INVALID_ARGUMENT',
    message: 'The request body is not valid gzip.',
    when: 'The body is declared as gzip and cannot be unpacked.',
  },
  CHARSET_UNSUPPORTED: {
    status: 'INVALID_ARGUMENT',
    http: 415,
    message: 'Charset "{charset}" is not supported: send JSON in UTF-8 (RFC 8259).',
    when: 'Content-Type declares another charset than UTF-8 or US-ASCII.',
  },
  ENCODING_UNSUPPORTED: {
    status: 'INVALID_ARGUMENT',
    http: 415,
    message: 'Content-Encoding "{encoding}" is not supported: send gzip or identity.',
    when: 'The body is packed in another way than gzip.',
    headers: { 'accept-encoding': 'gzip, identity' },
  },
  EVENT_NOT_AN_OBJECT: {
    status: 'INVALID_ARGUMENT',
    message: 'Invalid JSON payload received. Expected an event as a JSON object, got {got}.',
    when: 'The body, an element of an array or a line of NDJSON is no JSON object.',
  },
  ENVELOPE_INVALID: {
    status: 'INVALID_ARGUMENT',
    message:
      "Invalid JSON payload received. Invalid value at 'messages': expected an array of PubsubMessage objects.",
    when: 'The `messages` of an envelope are no array of objects. What is in them, Pub/Sub judges.',
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
    when: 'One event is larger than a row of BigQuery can surely hold.',
  },
  EVENTS_TOO_LARGE: {
    status: 'INVALID_ARGUMENT',
    message:
      'The value for request_size is too large. You passed {bytes} in the request, but the maximum value is {limit}.',
    when: 'The events of the request, with the attributes each gets, are too large together.',
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
  HTTP_MALFORMED: {
    status: 'INVALID_ARGUMENT',
    message: 'Malformed HTTP request.',
    when: 'What came is no HTTP/1.1, or ends before it is whole.',
  },
  BUS_UNREACHABLE: {
    status: 'UNAVAILABLE',
    message: 'The event bus could not be reached. Send the request again.',
    when: 'Pub/Sub gave no answer. Whether it has the events is not known.',
    headers: { 'retry-after': '1' },
  },
  BUS_UNREADABLE: {
    status: 'UNAVAILABLE',
    message: 'The event bus gave an answer that cannot be passed on (HTTP {http}). Send the request again.',
    when: 'Pub/Sub, or a proxy before it, gave an answer that is neither a confirmation nor an error in JSON.',
    headers: { 'retry-after': '1' },
  },
  INTERNAL: {
    status: 'INTERNAL',
    message: 'Internal error encountered.',
    when: 'A fault of this service, told in its log. Whether Pub/Sub has the events is not known.',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>

export type ErrorReason = keyof typeof catalogue
