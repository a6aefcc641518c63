/** The wire format: HTTP as in Google's front end. */
import assert from 'node:assert/strict'
import { area, docs, type Case } from '../case.ts'

const wire = area('wire', docs.errors)
const unknownMethod = { status: 404, code: 'NOT_FOUND' }

export const wireCases: readonly Case[] = [
  wire('content-type', 'returns JSON with its charset', async (session) => {
    const { headers } = await session.call('GET', `projects/${session.target.project}/topics`)
    assert.equal(headers.get('content-type'), 'application/json; charset=UTF-8')
  }),
  wire('pretty', 'returns pretty-printed JSON', async (session) => {
    const { text } = await session.call('GET', await session.topic())
    assert.match(text, /^\{\n {2}"name": "/)
  }),
  wire('error-shape', 'returns errors as code, message and status', async (session) => {
    const { body, headers } = await session.call('GET', session.name('topics'))
    assert.equal(headers.get('content-type'), 'application/json; charset=UTF-8')
    assert.deepEqual(Object.keys(body), ['error'])
    const error = body['error'] as object
    assert.deepEqual(Object.keys(error), ['code', 'message', 'status'])
  }),
  wire('unknown-verb', 'answers 404 for an unknown custom method', async (session) => {
    await session.refused('POST', `${await session.topic()}:shout`, {}, unknownMethod)
  }),
  wire('wrong-method', 'answers 404 for the wrong HTTP method', async (session) => {
    await session.refused('GET', `${await session.topic()}:publish`, undefined, unknownMethod)
  }),
  wire('post-topic', 'answers 404 for POST on a topic', async (session) => {
    await session.refused('POST', await session.topic(), {}, unknownMethod)
  }),
  wire('unknown-path', 'answers 404 outside the API', async (session) => {
    await session.refused('GET', 'nothing/here', undefined, unknownMethod)
  }),
  wire('unknown-query', 'refuses an unknown query parameter', async (session) => {
    await session.refused('GET', `projects/${session.target.project}/topics?nonsense=1`, undefined, {
      status: 400,
      code: 'INVALID_ARGUMENT',
      message: `Invalid JSON payload received. Unknown name "nonsense": Cannot bind query parameter. Field 'nonsense' could not be found in request message.`,
    })
  }),
  wire('system-query', 'accepts the system parameters of every Google API', async (session) => {
    await session.done('GET', `projects/${session.target.project}/topics?alt=json&prettyPrint=true`)
  }),
  wire(
    'defaults-left-out',
    'omits members with default values',
    async (session) => {
      assert.deepEqual(
        await session.done('POST', `${await session.subscription(await session.topic())}:pull`, {
          maxMessages: 1,
          returnImmediately: true,
        }),
        {},
      )
    },
    [],
    docs.json,
  ),
  wire('keep-alive', 'serves many requests on few connections', async (session) => {
    const topic = await session.topic()
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => (await session.call('GET', topic)).status),
    )
    assert.ok(statuses.every((status) => status === 200))
  }),
]
