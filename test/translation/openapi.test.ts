/** The OpenAPI document: no answer of the payload translator or of a webhook lies outside it. Through a whole stack. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { openapi } from '../../functions/ingest/openapi.ts'
import { resolved, unsaid } from '../ingest/openapi_answers.ts'
import { isOfTranslator, requestsOf, type OpenapiDocument } from '../ingest/openapi_requests.ts'
import { seed } from '../ingest/random.ts'
import { tokenOf } from '../support/roles.ts'
import { until } from '../support/until.ts'
import { openEndpoint, orders, type Endpoint } from './endpoint.ts'
import { config, hmac, secrets, translations } from './webhooks.ts'

describe(`the OpenAPI document describes every answer of translate and hook (SEED=${seed} repeats these requests)`, () => {
  let endpoint: Endpoint
  let document: OpenapiDocument

  before(async () => {
    const { paths } = await resolved(openapi())
    document = { paths: Object.fromEntries(Object.entries(paths).filter(([path]) => isOfTranslator(path))) }
    endpoint = await openEndpoint(config)
    for (const translation of [...translations, orders]) await endpoint.save(translation)
    await until('the function finds the translations', async () => {
      const { status } = await endpoint.post('/v1/translators/shop_orders?validateOnly=true', '{}')
      return status !== 404
    })
  })
  after(() => endpoint?.stack.remove())

  it('to generated requests', async () => {
    const { facts } = endpoint.stack
    const producer = tokenOf(facts, 'producer')
    const names = [
      'shop_hooks',
      'shop_hooks',
      'shop_orders',
      'shop_orders@1.0',
      'nobody_saved_it',
      'shop_hooks@9.9',
    ]
    const tokens = [producer, tokenOf(facts, 'analyst'), 'garbage', '']
    const statuses = new Set<string>()
    const generated = requestsOf(document, { path: { translation: names }, tokens })
    // The second record is refused.
    const partly = fc.constant({
      operation: document.paths['/v1/translators/{translation}']!['post']!,
      request: {
        path: '/v1/translators/shop_hooks',
        token: producer,
        headers: { 'content-type': 'application/json' },
        body: '[{"email":"ada@example.com"},{"email":"nobody"}]',
      },
    })
    const requests = fc.oneof({ weight: 30, arbitrary: generated }, { weight: 1, arbitrary: partly })
    const property = fc.asyncProperty(requests, async ({ operation, request }) => {
      const { path, token, headers, body } = request
      const isHook = path.startsWith('/v1/hooks/')
      // A webhook needs no token, but a signature.
      const isSigned = isHook && token === producer
      const response = await fetch(facts.baseUrl + path, {
        method: 'POST',
        headers: {
          ...headers,
          ...(token !== undefined && !isHook && { authorization: `Bearer ${token}` }),
          ...(isSigned && { 'x-shopify-hmac-sha256': hmac(secrets.shop, String(body), 'base64') }),
        },
        body: String(body),
      })
      const text = await response.text()
      statuses.add(`${operation.operationId} ${response.status}`)
      const answered = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text,
        json: JSON.parse(text) as unknown,
      }
      assert.equal(unsaid(operation, answered), undefined, text)
    })
    await fc.assert(property, { seed, numRuns: 500 })
    const expected = [
      ...[200, 207, 400, 401, 403, 404].map((status) => `translatePayload ${status}`),
      ...[200, 400, 401].map((status) => `receiveWebhook ${status}`),
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
})
