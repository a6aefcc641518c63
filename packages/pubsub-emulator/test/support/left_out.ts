/** What the embedded Pub/Sub leaves out: for each, a request that must be refused by name. */
import { encode } from './session.ts'

export interface LeftOut {
  what: string
  method: string
  /** The path below the project. `TOPIC` and `SNAPSHOT` stand for names of resources that exist. */
  path: string
  body?: object
  /** The expected message, without its common end. */
  subject: string
}

const table = { bigqueryConfig: { table: 'p.d.t' } }
const bucket = { cloudStorageConfig: { bucket: 'b' } }
const bigtable = { bigtableConfig: { table: 'projects/p/instances/i/tables/t' } }
const transforms = [{ javascriptUdf: { functionName: 'f', code: 'function f(m) { return m }' } }]
const condition = { title: 'until', expression: 'request.time < timestamp("2030-01-01T00:00:00Z")' }
const conditional = { role: 'roles/pubsub.viewer', members: ['allUsers'], condition }
const definition =
  '{"type": "record", "name": "A", "fields": [{"name": "a", "type": "string", "default": ""}, {"name": "b", "type": "double"}]}'
const schema = { type: 'AVRO', definition }

export const leftOut: readonly LeftOut[] = [
  {
    what: 'Protocol buffer schemas',
    method: 'POST',
    path: 'schemas?schemaId=a-schema',
    body: { type: 'PROTOCOL_BUFFER', definition: 'syntax = "proto3"; message A { string a = 1; }' },
    subject: 'Schemas of type PROTOCOL_BUFFER are',
  },
  {
    what: 'Avro schemas that are not a record',
    method: 'POST',
    path: 'schemas:validate',
    body: { schema: { type: 'AVRO', definition: '"string"' } },
    subject: 'AVRO schemas whose top-level type is not a record are',
  },
  {
    what: 'JSON messages without a field that has a default',
    method: 'POST',
    path: 'schemas:validateMessage',
    body: { schema, encoding: 'JSON', message: encode('{"b": 1.5}') },
    subject: 'A JSON message without a field that has a default is',
  },
  {
    what: 'JSON messages with fields that the schema does not have',
    method: 'POST',
    path: 'schemas:validateMessage',
    body: { schema, encoding: 'JSON', message: encode('{"a": "x", "b": 1.5, "c": 1}') },
    subject: 'A JSON message with fields that the schema does not have is',
  },
  {
    what: 'JSON integers for a float or a double',
    method: 'POST',
    path: 'schemas:validateMessage',
    body: { schema, encoding: 'JSON', message: encode('{"a": "x", "b": 1}') },
    subject: 'A JSON integer for a double is',
  },
  {
    what: 'Topics that ingest from elsewhere',
    method: 'PUT',
    path: 'topics/ingesting',
    body: { ingestionDataSourceSettings: { cloudStorage: { bucket: 'b' } } },
    subject: 'Ingestion topics are',
  },
  {
    what: 'Message transforms',
    method: 'PUT',
    path: 'topics/transforming',
    body: { messageTransforms: transforms },
    subject: 'Message transforms are',
  },
  {
    what: 'Subscriptions that write to BigQuery',
    method: 'PUT',
    path: 'subscriptions/bigquery',
    body: { topic: 'TOPIC', ...table },
    subject: 'Subscriptions with bigqueryConfig are',
  },
  {
    what: 'Subscriptions that write to Cloud Storage',
    method: 'PUT',
    path: 'subscriptions/storage',
    body: { topic: 'TOPIC', ...bucket },
    subject: 'Subscriptions with cloudStorageConfig are',
  },
  {
    what: 'Subscriptions that write to Bigtable',
    method: 'PUT',
    path: 'subscriptions/bigtable',
    body: { topic: 'TOPIC', ...bigtable },
    subject: 'Subscriptions with bigtableConfig are',
  },
  {
    what: 'Changing the expiration of a snapshot',
    method: 'PATCH',
    path: 'SNAPSHOT',
    body: { snapshot: { expireTime: '2030-01-01T00:00:00Z' }, updateMask: 'expireTime' },
    subject: 'Changing the expire_time of a snapshot is',
  },
  {
    what: 'IAM conditions',
    method: 'POST',
    path: 'TOPIC:setIamPolicy',
    body: { policy: { version: 3, bindings: [conditional] } },
    subject: 'IAM conditions are',
  },
  {
    what: 'Audit configurations of policies',
    method: 'POST',
    path: 'TOPIC:setIamPolicy',
    body: {
      policy: { auditConfigs: [{ service: 'allServices', auditLogConfigs: [{ logType: 'DATA_READ' }] }] },
    },
    subject: 'Audit configs are',
  },
]
