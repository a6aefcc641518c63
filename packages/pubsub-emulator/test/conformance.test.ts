/** Runs the conformance suite against the embedded Pub/Sub. */
import { openEmbedded, type Embedded } from './support/embedded.ts'
import { Session } from './support/session.ts'
import { suite } from './support/suite/index.ts'

describe('the embedded Pub/Sub', () => {
  let embedded: Embedded
  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => embedded.close())

  for (const { id, does, run } of suite)
    it(`${does} (${id})`, async () => {
      const session = new Session(embedded.target)
      try {
        await run(session)
      } finally {
        await session.close()
      }
    })

  /** Unsupported features return an explicit error. */
  const leftOut: Record<string, readonly [method: string, path: string, body?: object]> = {
    'BigQuery subscriptions': ['PUT', 'subscriptions/bigquery', { bigqueryConfig: { table: 'p.d.t' } }],
    'Cloud Storage subscriptions': ['PUT', 'subscriptions/storage', { cloudStorageConfig: { bucket: 'b' } }],
    'topic schemas': ['PUT', 'topics/with-schema', { schemaSettings: { schema: 'projects/p/schemas/s' } }],
    'the schema service': ['GET', 'schemas'],
    snapshots: ['GET', 'snapshots'],
    'IAM policies': ['GET', 'topics/some-topic:getIamPolicy'],
  }
  for (const [what, [method, path, body]] of Object.entries(leftOut))
    it(`answers UNIMPLEMENTED to ${what}`, async () => {
      const session = new Session(embedded.target)
      const topic = await session.topic()
      const request = body && (path.startsWith('subscriptions') ? { topic, ...body } : body)
      await session.refused(method, `projects/${embedded.target.project}/${path}`, request, {
        status: 501,
        code: 'UNIMPLEMENTED',
      })
      await session.close()
    })
})
