/** The OpenAPI document of the front door: a public validator accepts it, it has every documented path, and no answer lies outside it. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { Compile } from 'typebox/schema'
import { openapi } from '../../functions/ingest/openapi.ts'
import { partner, producer, project, startBus, stranger, type Bus } from '../support/bus.ts'
import { startFrontDoor, type Answered, type FrontDoor } from '../support/front_door.ts'
import { isOverloaded, topicNames } from './context.ts'
import { requestsOf, type OpenapiDocument, type Operation, type Schema } from './openapi_requests.ts'
import { seed } from './random.ts'

/** Returns the document with its references resolved. */
async function resolved(document: object): Promise<OpenapiDocument> {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document) as Record<string, unknown>)
  assert.ok(valid, JSON.stringify(errors, null, 2))
  assert.equal(validator.version, '3.1')
  return validator.resolveRefs() as object as OpenapiDocument
}

/** Forbids members that the document does not name. */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]))
  // Details of errors are messages of Google with members of their own.
  const isOpen =
    !('properties' in value) || '@type' in (value.properties as object) || 'additionalProperties' in value
  return (isOpen || !('type' in value) ? members : { ...members, additionalProperties: false }) as Value
}

const checks = new Map<Schema, ReturnType<typeof Compile>>()

/** Returns what the document does not say of an answer; undefined if it says all of it. */
function unsaid({ responses }: Operation, { status, headers, text, json }: Answered): string | undefined {
  const response = responses[status]
  if (!response) return `status ${status}`
  const contentType = String(headers['content-type']).split(';')[0]!
  const schema = response.content[contentType]?.schema
  if (!schema) return `${contentType} with status ${status}`
  if (!checks.has(schema)) checks.set(schema, Compile(closed(schema) as object))
  const value = contentType.endsWith('json') ? json : text
  return checks.get(schema)!.Check(value) ? undefined : `this body with status ${status}`
}

describe('the OpenAPI document', () => {
  it('is accepted by a public validator, which would refuse a mistake in it', async () => {
    const { paths } = await resolved(openapi())
    assert.ok(Object.keys(paths).length >= 8)
    await assert.rejects(resolved({ ...openapi(), paths: { '/v1/topics': { post: { responses: 7 } } } }))
  })

  it('has the paths and methods of docs/front_door.md', async () => {
    const page = await readFile(new URL('../../docs/front_door.md', import.meta.url), 'utf8')
    const [, section = ''] = /\n## Paths\n(.*?)\n## /s.exec(page) ?? []
    const documented = [...section.matchAll(/^\| `((?:GET|POST) [^`]+)`/gm)].map((match) => match[1]!)
    const { paths } = openapi() as OpenapiDocument
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll('{', '<').replaceAll('}', '>')}`,
      ),
    )
    assert.deepEqual(described.toSorted(), documented.toSorted())
  })

  describe(`describes every answer (SEED=${seed} repeats these requests)`, () => {
    let bus: Bus
    let door: FrontDoor
    let document: OpenapiDocument
    before(async () => {
      bus = await startBus(topicNames)
      door = await startFrontDoor({ bus: bus.host, identityDir: bus.dir })
      document = await resolved(openapi())
    })
    after(async () => {
      await door?.stop()
      await bus?.stop()
    })

    it('to generated requests of all operations', async () => {
      const statuses = new Set<string>()
      const known = {
        path: {
          topic: ['events', 'view_content', 'purchase', 'stored', 'custom_topic'],
          project: [project],
          name: ['purchase', 'view_content', 'nobody_saved_it'],
        },
        tokens: [producer, partner, stranger].map((account) => bus.issuer.accessToken(account)),
      }
      const requests = requestsOf(document, { ...known, tokens: [...known.tokens, 'garbage', ''] })
      const property = fc.asyncProperty(requests, async ({ operation, request }) => {
        const answered = await door.send(request)
        if (isOverloaded(answered)) return
        statuses.add(`${operation.operationId} ${answered.status}`)
        assert.equal(unsaid(operation, answered), undefined, answered.text)
      })
      await fc.assert(property, { seed, numRuns: 1500 })
      const expected = [
        ...['publishEvents', 'publishToTopic', 'publishAsPubsub'].flatMap((id) =>
          [200, 400, 401, 403].map((status) => `${id} ${status}`),
        ),
        ...[200, 400, 401, 403].map((status) => `listEventTypes ${status}`),
        ...[200, 400, 401, 403, 404].map((status) => `getEventType ${status}`),
        'listContextFields 200',
        'getLimits 200',
        'getOpenapi 200',
      ]
      assert.deepEqual(
        expected.filter((each) => !statuses.has(each)),
        [],
        'these answers were not provoked',
      )
      assert.deepEqual(
        [...statuses].filter((each) => / 5\d\d$/.test(each)),
        [],
      )
    })

    it('and a document that left one out would be noticed', async () => {
      const { post } = document.paths['/v1/topics']!
      const answered = await door.send({ token: bus.issuer.accessToken(producer), body: '{}' })
      assert.equal(unsaid(post!, answered), undefined)
      const { 200: ok, ...others } = post!.responses
      assert.equal(unsaid({ ...post!, responses: others }, answered), 'status 200')
      const other = { ...answered, json: { ...(answered.json as object), unsaid: true } }
      assert.equal(unsaid({ ...post!, responses: { 200: ok! } }, other), 'this body with status 200')
    })
  })
})
