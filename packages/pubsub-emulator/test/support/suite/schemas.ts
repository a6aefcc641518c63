/** Schemas: what they are and which messages have them. The encodings are those of Avro's specification. */
import assert from 'node:assert/strict'
import { area, docs, invalid, notFound, type Case } from '../case.ts'
import { encode, type Json, type Session } from '../session.ts'

const schemas = area('schemas', docs.schemas)
const specification = 'https://avro.apache.org/docs/1.11.1/specification/'

const fields = [
  { name: 'id', type: 'string' },
  { name: 'count', type: 'int' },
  { name: 'note', type: ['null', 'string'] },
  { name: 'kind', type: { type: 'enum', name: 'Kind', symbols: ['NEW', 'OLD'] } },
  { name: 'tags', type: { type: 'array', items: 'string' } },
  { name: 'sizes', type: { type: 'map', values: 'long' } },
]
const definition = JSON.stringify({ type: 'record', name: 'Order', fields })
const schema = { type: 'AVRO', definition }

const order = { id: 'a', count: -3, note: { string: 'x' }, kind: 'OLD', tags: ['t'], sizes: { s: 64 } }

/** The order in binary: each number is zigzag, and each list ends with 0. */
const bytes = Buffer.from([2, 0x61, 5, 2, 2, 0x78, 2, 2, 2, 0x74, 0, 2, 2, 0x73, 0x80, 1, 0])

async function create(session: Session, given: Json = schema): Promise<string> {
  const name = session.name('schemas')
  await session.done(
    'POST',
    `projects/${session.target.project}/schemas?schemaId=${name.split('/')[3]}`,
    given,
  )
  return name
}

function validate(session: Session, message: string, encoding: string): Promise<unknown> {
  const path = `projects/${session.target.project}/schemas:validateMessage`
  return session.done('POST', path, { schema, encoding, message })
}

const failed = invalid('Invalid schema message: Message failed schema validation.')

export const schemaCases: readonly Case[] = [
  schemas('list', 'lists schemas, with their definitions in the full view', async (session) => {
    const name = await create(session)
    for (const [view, expected] of [
      ['FULL', definition],
      ['BASIC', undefined],
    ] as const) {
      const path = `projects/${session.target.project}/schemas?view=${view}&pageSize=1000`
      const { schemas: listed } = (await session.done('GET', path)) as { schemas: Json[] }
      const found = listed.find((one) => one['name'] === name)!
      assert.equal(found['definition'], expected)
      assert.equal(found['type'], 'AVRO')
    }
  }),
  schemas('create', 'returns a new schema with its revision', async (session) => {
    const name = await create(session)
    const got = await session.done('GET', name)
    assert.deepEqual([got['name'], got['type'], got['definition']], [name, 'AVRO', definition])
    assert.match(String(got['revisionId']), /^[0-9a-f]{8}$/)
    const { schemas: revisions } = await session.done('GET', `${name}:listRevisions`)
    assert.equal((revisions as Json[]).length, 1)
    assert.equal((await session.done('GET', `${name}@${String(got['revisionId'])}`))['name'], name)
  }),
  schemas('missing', 'answers 404 for a schema that does not exist', async (session) => {
    const missing = `projects/${session.target.project}/schemas/no-such-schema`
    for (const [method, path] of [
      ['GET', missing],
      ['DELETE', missing],
      ['GET', `${missing}:listRevisions`],
    ] as const)
      await session.refused(method, path, undefined, notFound)
    await session.refused(
      'PUT',
      session.name('topics'),
      { schemaSettings: { schema: missing, encoding: 'JSON' } },
      notFound,
    )
  }),
  schemas('unknown-member', 'names an unknown member of a schema', async (session) => {
    await session.refused(
      'POST',
      `projects/${session.target.project}/schemas?schemaId=a-schema`,
      { type: 'AVRO', definition: '{}', colour: 'red' },
      invalid('Invalid JSON payload received. Unknown name "colour" at \'schema\': Cannot find field.'),
    )
  }),
  schemas(
    'definition',
    'refuses definitions that are not Avro',
    async (session) => {
      const path = `projects/${session.target.project}/schemas:validate`
      await session.done('POST', path, { schema })
      for (const bad of [
        '{',
        '{"type": "record", "name": "A"}',
        '{"type": "record", "name": "1A", "fields": []}',
        '{"type": "record", "name": "A", "fields": [{"name": "a", "type": "nothing"}]}',
        '{"type": "record", "name": "A", "fields": [{"name": "a", "type": "int"}, {"name": "a", "type": "int"}]}',
        '{"type": "record", "name": "A", "fields": [{"name": "a", "type": ["int", "int"]}]}',
        '{"type": "record", "name": "A", "fields": [{"name": "a", "type": "int", "default": "x"}]}',
      ])
        await session.refused('POST', path, { schema: { type: 'AVRO', definition: bad } }, invalid())
    },
    [],
    specification,
  ),
  schemas(
    'json',
    'validates messages in JSON',
    async (session) => {
      const path = `projects/${session.target.project}/schemas:validateMessage`
      await validate(session, encode(JSON.stringify(order)), 'JSON')
      await validate(session, encode(JSON.stringify({ ...order, note: null })), 'JSON')
      for (const bad of [
        { ...order, id: 1 },
        { ...order, count: 1.5 },
        { ...order, count: 2_147_483_648 },
        { ...order, note: 'x' },
        { ...order, note: { int: 1 } },
        { ...order, kind: 'ODD' },
        { ...order, tags: [1] },
        { ...order, sizes: { s: '1' } },
        { id: 'a' },
        [],
      ])
        await session.refused(
          'POST',
          path,
          { schema, encoding: 'JSON', message: encode(JSON.stringify(bad)) },
          failed,
        )
      await session.refused('POST', path, { schema, encoding: 'JSON', message: encode('{') }, failed)
    },
    [],
    `${specification}#json-encoding`,
  ),
  schemas(
    'binary',
    'validates messages in binary',
    async (session) => {
      const path = `projects/${session.target.project}/schemas:validateMessage`
      await validate(session, bytes.toString('base64'), 'BINARY')
      for (const bad of [
        bytes.subarray(0, -1),
        Buffer.concat([bytes, Buffer.of(0)]),
        Buffer.of(3),
        Buffer.of(2, 0xff),
      ])
        await session.refused(
          'POST',
          path,
          { schema, encoding: 'BINARY', message: bad.toString('base64') },
          failed,
        )
    },
    [],
    `${specification}#binary-encoding`,
  ),
  schemas(
    'publish',
    'publishes only messages of the schema of the topic, and names it in their attributes',
    async (session) => {
      const name = await create(session)
      const topic = await session.topic({ schemaSettings: { schema: name, encoding: 'JSON' } })
      const subscription = await session.subscription(topic)
      await session.refused(
        'POST',
        `${topic}:publish`,
        { messages: [{ data: encode('{"id": 1}') }] },
        invalid('Invalid data in message: Message failed schema validation.'),
      )
      await session.publish(topic, JSON.stringify(order))
      const [received] = await session.pull(subscription)
      const { revisionId } = await session.done('GET', name)
      assert.deepEqual(received!.message.attributes, {
        googclient_schemaencoding: 'JSON',
        googclient_schemaname: name,
        googclient_schemarevisionid: revisionId,
      })
    },
    [],
    'https://cloud.google.com/pubsub/docs/schemas-valid',
  ),
  schemas('deleted', 'names the deleted schema of a topic', async (session) => {
    const name = await create(session)
    const topic = await session.topic({ schemaSettings: { schema: name, encoding: 'JSON' } })
    await session.done('DELETE', name)
    const { schemaSettings } = (await session.done('GET', topic)) as { schemaSettings: Json }
    assert.equal(schemaSettings['schema'], '_deleted-schema_')
  }),
]
