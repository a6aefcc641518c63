/** Limits: lists the limits of ingest, as `GET /v1/limits` returns them. */

export const limits = {
  /** Bytes of a decompressed request body. https://cloud.google.com/pubsub/quotas#resource_limits */
  requestBytes: 10_485_760,
  /** Total bytes of the events in one request. */
  publishBytes: 10_000_000,
  /** Events in one request. */
  eventsPerRequest: 1000,
  /** Bytes of one event. A BigQuery row has at most 10 MB, and quarantine stores the event in base64, which is a third larger.
   * https://cloud.google.com/bigquery/quotas#streaming_inserts */
  eventBytes: 6_000_000,
  /** Nesting depth of objects and arrays: BigQuery's maximum for JSON. A body of ten million brackets would also block the parser for
   * seconds. https://cloud.google.com/bigquery/docs/json-data#limitations */
  nestingLevels: 500,
  /** Members of one object. One object of half a million members would block the parser for a second. */
  membersPerObject: 10_000,
  /** Members and elements of one event, at all levels; an empty object or list counts as one more. A purchase of 10,000 items with ten fields
   * has 110,000. Six megabytes of `{},` would take 130 MB as values. */
  valuesPerEvent: 200_000,
  /** Bytes of the request line and headers together: the limit of Node.js. */
  headerBytes: 16_384,
  /** Attributes of one event, and bytes of each name and value. */
  attributesPerEvent: 100,
  attributeNameBytes: 256,
  attributeValueBytes: 1024,
  /** Bytes of an ordering key. */
  orderingKeyBytes: 1024,
} as const
