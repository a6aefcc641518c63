/** The OpenAPI document: a public validator accepts it, it has every documented path, and no answer of the
 * front door lies outside it. test/translation/openapi.test.ts has those of the translator and of webhooks. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { openapi } from '../../functions/ingest/openapi.ts'
import { partner, producer, project, startBus, stranger, type Bus } from '../support/bus.ts'
import { startFrontDoor, type FrontDoor } from '../support/front_door.ts'
import { isOverloaded, topicNames } from './context.ts'
import { resolved, unsaid } from './openapi_answers.ts'
import { isOfTranslator, operationsOf, requestsOf, type OpenapiDocument } from './openapi_requests.ts'
import { seed } from './random.ts'

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
    const described = operationsOf(paths).map(
      ({ path, method }) => `${method.toUpperCase()} ${path.replaceAll('{', '<').replaceAll('}', '>')}`,
    )
    const ofTranslator = ['POST /v1/hooks/<translation>', 'POST /v1/translators/<translation>']
    assert.deepEqual(described.toSorted(), [...documented, ...ofTranslator].toSorted())
  })

  describe(`describes every answer (SEED=${seed} repeats these requests)`, () => {
    let bus: Bus
    let door: FrontDoor
    let document: OpenapiDocument
    before(async () => {
      bus = await startBus(topicNames)
      door = await startFrontDoor({ bus: bus.host, identityDir: bus.dir })
      const { paths } = await resolved(openapi())
      // Other functions answer these.
      const ofOthers = (path: string): boolean => isOfTranslator(path) || path.startsWith('/v1/collect/')
      document = {
        paths: Object.fromEntries(Object.entries(paths).filter(([path]) => !ofOthers(path))),
      }
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
