/** Limits: everything the front door enforces, told by `GET /v1/limits`. */

export const limits = {
  /** Bytes of a request body, after gunzip. https://cloud.google.com/pubsub/quotas#resource_limits */
  requestBytes: 10_485_760,
  /** Bytes of all events of one request together. */
  publishBytes: 10_000_000,
  /** Events of one request. */
  eventsPerRequest: 1000,
  /** Bytes of one event. A BigQuery row has at most 10 MB, and quarantine keeps the event in base64, a third larger.
   * https://cloud.google.com/bigquery/quotas#streaming_inserts */
  eventBytes: 6_000_000,
  /** Objects and arrays within one another. BigQuery keeps JSON of no more; and a hostile body of ten million brackets would
   * keep the parser busy for seconds. https://cloud.google.com/bigquery/docs/json-data#limitations */
  nestingLevels: 500,
  /** Bytes of the request line and header together, Node's own bound. */
  headerBytes: 16_384,
  /** Attributes of one event, bytes of their names and of their values. */
  attributesPerEvent: 100,
  attributeNameBytes: 256,
  attributeValueBytes: 1024,
  /** Bytes of an ordering key. */
  orderingKeyBytes: 1024,
} as const
