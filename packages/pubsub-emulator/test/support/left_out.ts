/** What the embedded Pub/Sub leaves out: for each, a request that must be refused by name. */

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
const definition = '{"type": "record", "name": "A", "fields": [{"name": "a", "type": "string"}]}'
const schema = { type: 'AVRO', definition }

export const leftOut: readonly LeftOut[] = [
  {
    what: 'Creating schemas',
    method: 'POST',
    path: 'schemas?schemaId=a-schema',
    body: schema,
    subject: 'Schemas are',
  },
  {
    what: 'Validating schemas',
    method: 'POST',
    path: 'schemas:validate',
    body: { schema },
    subject: 'Validating schemas is',
  },
  {
    what: 'Validating messages',
    method: 'POST',
    path: 'schemas:validateMessage',
    body: { schema, encoding: 'JSON' },
    subject: 'Validating messages against a schema is',
  },
  {
    what: 'Topics with a schema',
    method: 'PUT',
    path: 'topics/with-schema',
    body: { schemaSettings: { schema: 'projects/p/schemas/s' } },
    subject: 'Schemas are',
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
