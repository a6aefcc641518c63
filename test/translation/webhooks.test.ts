/** Webhooks, over HTTP against a complete stack: payloads without a token, signed as the vendors document. */
import assert from 'node:assert/strict'
import { signQuery } from '../../functions/translation/webhook/signed_address.ts'
import { webhookBodyBytes } from '../../schemas/webhook.ts'
import { tokenOf } from '../support/roles.ts'
import { until } from '../support/until.ts'
import { openEndpoint, type Answered, type Endpoint } from './endpoint.ts'
import {
  config,
  hmac,
  secondsNow,
  secrets,
  signUrl,
  standardHeaders,
  stripeSignature,
  translations,
  webhooks,
} from './webhooks.ts'

describe('a webhook', () => {
  let endpoint: Endpoint

  before(async () => {
    endpoint = await openEndpoint(config)
    for (const translation of translations) await endpoint.save(translation)
    await until('the functions find the translations', async () => {
      const answers = await Promise.all(
        translations.map(({ name }) => endpoint.post(`/v1/translators/${name}?validateOnly=true`, '{}')),
      )
      return answers.every(({ status }) => status !== 404)
    })
  })
  after(() => endpoint?.stack.remove())

  /** Sends without a token, and repeats until the function has loaded the translation. */
  const send = (
    to: string,
    body: BodyInit,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> =>
    until('function hook finds the translation', async () => {
      const answered = await endpoint.post(`/v1/hooks/${to}`, body, { authorization: '', ...headers })
      const reason = answered.body.error?.details?.[0]?.reason
      return (reason !== 'TRANSLATION_UNKNOWN' || to.startsWith('never_saved')) && answered
    })
  const rowOf = (id: string) =>
    until(`${id} is in BigQuery`, async () => {
      const rows = await endpoint.client.query(`SELECT email FROM events WHERE event_id = '${id}'`)
      return rows[0]
    })
  const refused = ({ status, body }: Answered, why: string): void => {
    assert.equal(status, 401, why)
    assert.equal(body.error!.status, 'UNAUTHENTICATED')
    assert.equal(body.error!.details![0]!.reason, 'SIGNATURE_INVALID')
  }
  const order = (id: string): string => JSON.stringify({ id, email: 'ada@example.com' })

  it('of GitHub is accepted: the example of its documentation', async () => {
    const headers = {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    }
    const answered = await send('github_pushes', 'Hello, World!', headers)
    assert.deepEqual([answered.status, answered.body.accepted], [200, 1], JSON.stringify(answered.body))
    assert.equal(answered.body.translation, 'github_pushes@1.0')
    refused(await send('github_pushes', 'Hello, World?', headers), 'another body')
    refused(await send('github_pushes', 'Hello, World!'), 'no signature')
    const bare = headers['x-hub-signature-256'].slice('sha256='.length)
    refused(await send('github_pushes', 'Hello, World!', { 'x-hub-signature-256': bare }), 'no prefix')
  })

  it('of Shopify is accepted, with the current and the previous secret', async () => {
    for (const [id, secret] of [
      ['s-1', secrets.shop],
      ['s-2', secrets.shopBefore],
    ] as const) {
      const headers = { 'x-shopify-hmac-sha256': hmac(secret, order(id), 'base64') }
      assert.equal((await send('shop_hooks', order(id), headers)).status, 200)
      assert.equal((await rowOf(id))['email'], 'ada@example.com')
    }
    const foreign = { 'x-shopify-hmac-sha256': hmac(secrets.crm, order('s-3'), 'base64') }
    refused(await send('shop_hooks', order('s-3'), foreign), 'another secret')
  })

  it('of Stripe is accepted for five minutes', async () => {
    const signed = (time: number) => ({
      'stripe-signature': stripeSignature(secrets.payments, time, order('t-1')),
    })
    assert.equal((await send('payments', order('t-1'), signed(secondsNow()))).status, 200)
    refused(await send('payments', order('t-1'), signed(secondsNow() - 400)), 'too old')
    refused(await send('payments', order('t-1'), signed(secondsNow() + 400)), 'too new')
    refused(await send('payments', order('t-2'), signed(secondsNow())), 'another body')
  })

  it('of Standard Webhooks is accepted for five minutes', async () => {
    const signed = (time: number) => standardHeaders(secrets.standard, 'msg_1', time, order('m-1'))
    assert.equal((await send('standard_hooks', order('m-1'), signed(secondsNow()))).status, 200)
    refused(await send('standard_hooks', order('m-1'), signed(secondsNow() - 400)), 'too old')
    const other = { ...signed(secondsNow()), 'webhook-id': 'msg_2' }
    refused(await send('standard_hooks', order('m-1'), other), 'another id')
  })

  it('at a signed URL is accepted until the URL expires, for that path only', async () => {
    const base = endpoint.stack.facts.baseUrl
    const { out, error } = await signUrl(secrets.crm, 'legacy_crm', '--base', base, '--days', '1')
    assert.equal(error, '')
    const signed = out.slice(`${base}/v1/hooks/`.length)
    assert.equal((await send(signed, order('c-1'))).status, 200)
    await rowOf('c-1')
    const explained = await send(`${signed}&validateOnly=true`, order('c-2'))
    assert.equal(explained.body.results![0]!.valid, true)

    const path = '/v1/hooks/legacy_crm'
    const at = (expires: string | number, signedFor = path, to = 'legacy_crm'): string =>
      `${to}?${signQuery(secrets.crm, signedFor, String(expires))}`
    assert.equal((await send(at('never'), order('c-3'))).status, 200)
    refused(await send(at(secondsNow() - 1), order('c-4')), 'expired')
    refused(await send(at('never', path, 'legacy_crm@1.0'), order('c-4')), 'for another path')
    refused(await send(at('never', `${path}@1.0`), order('c-4')), 'for one version')
    refused(await send(at('soon'), order('c-4')), 'invalid expiry')
    refused(await send(signed.replace(/expires=\d+/, 'expires=never'), order('c-4')), 'changed expiry')
    refused(await send(`${at('never')}&expires=never`, order('c-4')), 'repeated expiry')
    refused(await send('legacy_crm', order('c-4')), 'no signature')
  })

  it('is listed by the console for those who may read definitions', async () => {
    const { baseUrl } = endpoint.stack.facts
    const response = await fetch(`${baseUrl}/v1/console/definitions`, {
      headers: { authorization: `Bearer ${tokenOf(endpoint.stack.facts, 'analyst')}` },
    })
    const { hookUrl, webhooks: names } = (await response.json()) as { hookUrl: string; webhooks: string[] }
    assert.equal(hookUrl, baseUrl)
    assert.deepEqual(names.toSorted(), Object.keys(webhooks).toSorted())
  })

  it('without a valid signature gets the same response for every name', async () => {
    const answers = await Promise.all(
      ['shop_hooks', 'legacy_crm', 'never_saved', 'nobody_knows', 'shop_hooks@9.9'].map(async (to) => {
        const { status, body } = await send(to, order('x'), { 'x-shopify-hmac-sha256': 'A'.repeat(43) + '=' })
        const large = await endpoint.post(`/v1/hooks/${to}`, Buffer.alloc(webhookBodyBytes + 1), {
          authorization: '',
        })
        return JSON.stringify([status, body, large.status, large.body])
      }),
    )
    assert.deepEqual(new Set(answers).size, 1, answers.join('\n'))
    assert.match(answers[0]!, /^\[401,.*,413,.*10485760 bytes/)
  })

  it('with a valid signature gets the errors, and refused records are logged', async () => {
    const signed = { 'x-sum': hmac(secrets.shop, '{}', 'hex') }
    const unknown = await send('never_saved', '{}', signed)
    assert.match(unknown.body.error!.message, /There is no translation "never_saved"/)
    const bad = JSON.stringify([{ email: 'hidden-mail-value' }, { email: 'ada@example.com' }])
    const some = await send('shop_hooks', bad, { 'x-shopify-hmac-sha256': hmac(secrets.shop, bad, 'base64') })
    assert.deepEqual([some.status, some.body.accepted, some.body.refused], [207, 1, 1])
    await until('the refused record is logged', () =>
      /records of a webhook were refused.*"refused":1,"fields":\["email"\]/.test(endpoint.stack.output),
    )
    assert.equal((await fetch(`${endpoint.stack.facts.baseUrl}/v1/hooks/shop_hooks`)).status, 405)
  })

  it('leaves no secret, signature or value in the log', () => {
    const { output } = endpoint.stack
    for (const hidden of [...Object.values(secrets), 'signature=', 'hidden-mail-value'])
      assert.ok(!output.includes(hidden), hidden)
    assert.match(output, /sluice:webhooks: anyone with the secret can publish the events of github_pushes, /)
    assert.match(output, /anyone with the URL can publish the events of legacy_crm until it expires/)
  })

  it('gets 503 if the function cannot publish to the bus', async () => {
    const { pubsubHost, project, token } = endpoint.stack.facts
    const topic = `http://${pubsubHost}/v1/projects/${project}/topics/events`
    const gone = await fetch(topic, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
    assert.equal(gone.status, 200)
    const headers = { 'x-shopify-hmac-sha256': hmac(secrets.shop, order('b-1'), 'base64') }
    const { status, body } = await send('shop_hooks', order('b-1'), headers)
    assert.deepEqual([status, body.error!.details![0]!.reason], [503, 'BUS_CLOSED'])
  })
})
