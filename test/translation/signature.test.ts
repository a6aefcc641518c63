/** Signatures of webhooks: published vectors, and texts that are not signatures. */
import assert from 'node:assert/strict'
import type { WebhookSignature } from '../../schemas/webhook.ts'
import { isSigned } from '../../functions/translation/webhook/signature.ts'
import { secrets, signUrl } from './webhooks.ts'

const order = '{"id":820982911946154508,"email":"jon@example.com"}'

/** Name, scheme, secret, headers, body, seconds since 1970. */
const vectors: readonly [string, WebhookSignature, string, Record<string, string>, string, number][] = [
  [
    // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
    'GitHub’s example',
    { scheme: 'digest', header: 'X-Hub-Signature-256', encoding: 'hex', prefix: 'sha256=' },
    secrets.github,
    { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
    'Hello, World!',
    0,
  ],
  [
    // Format of https://shopify.dev/docs/apps/build/webhooks/subscribe/https, computed with openssl dgst -sha256 -hmac.
    'Shopify’s format',
    { scheme: 'digest', header: 'X-Shopify-Hmac-Sha256', encoding: 'base64' },
    'hush-hush-hush-hush',
    { 'x-shopify-hmac-sha256': 'l2LwflE8oesOqsiD4Ba5n5r1JvXiAdSlhGh4Wuw03eE=' },
    order,
    0,
  ],
  [
    // Format and time of https://docs.stripe.com/webhooks#verify-manually, computed with openssl dgst -sha256 -hmac.
    'Stripe’s format',
    { scheme: 'timestamped', header: 'Stripe-Signature' },
    'whsec_test_secret_of_an_endpoint',
    {
      'stripe-signature':
        't=1492774577,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd,' +
        'v1=2f7b2df77992cbc7a095fac587173779f0ffb27e96952d79cefe11bf0622773b,' +
        'v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39',
    },
    order,
    1492774577 + 300,
  ],
  [
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/libraries/javascript/src/index.test.ts
    'the example of Standard Webhooks',
    { scheme: 'standard_webhooks' },
    secrets.standard,
    {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,bm9wZQ== v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    '{"test": 2432232314}',
    1614265330,
  ],
]

describe('a signature', () => {
  for (const [name, scheme, secret, headers, body, now] of vectors) {
    const check = (
      changes: { headers?: object; body?: string; now?: number; secrets?: readonly string[] } = {},
    ) =>
      isSigned(scheme, changes.secrets ?? [secret], {
        headers: { ...headers, ...changes.headers },
        body: Buffer.from(changes.body ?? body),
        now: changes.now ?? now,
      })

    it(`is verified: ${name}`, () => {
      assert.ok(check())
      assert.ok(check({ secrets: ['another secret', secret] }), 'by either secret')
      assert.ok(!check({ secrets: ['another secret'] }))
      assert.ok(!check({ secrets: [] }))
      assert.ok(!check({ body: `${body} ` }))
      if (scheme.scheme !== 'digest') assert.ok(!check({ now: now + 1000 }), 'too late')
      for (const header of Object.keys(headers)) {
        for (const value of [
          '',
          'v1',
          ',',
          '=',
          ' ',
          't=',
          'x'.repeat(5000),
          'v1=,'.repeat(5000),
          [''],
          undefined,
        ])
          assert.ok(
            !check({ headers: { [header]: value } }),
            `${header}: ${JSON.stringify(value)?.slice(0, 20)}`,
          )
      }
    })
  }

  it('with two times is invalid', () => {
    const [, scheme, secret, headers, body, now] = vectors[2]!
    const twice = { 'stripe-signature': `${headers['stripe-signature']},t=${now}` }
    assert.ok(!isSigned(scheme, [secret], { headers: twice, body: Buffer.from(body), now }))
  })
})

describe('npx sluice sign-url', () => {
  const base = 'https://events.acme.example'
  for (const [what, options, message] of [
    ['no time', ['legacy_crm', '--base', base], /either --days <number> or --never/],
    [
      'two times',
      ['legacy_crm', '--base', base, '--days', '1', '--never'],
      /'--days <number>' cannot be used with option '--never'/,
    ],
    [
      'an invalid time',
      ['legacy_crm', '--base', base, '--days', 'x'],
      /'--days <number>' argument 'x' is invalid\. Expected a whole number/,
    ],
    ['no base URL', ['legacy_crm', '--never'], /Missing option: --base <url>/],
    ['an invalid base URL', ['legacy_crm', '--base', 'x', '--never'], /--base must be the output hookUrl/],
    [
      'an invalid name of a translation',
      ['Legacy CRM', '--base', base, '--never'],
      /is not the name of a translation/,
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { out, error } = await signUrl(secrets.crm, ...options)
      assert.equal(out, '')
      assert.match(error, message)
    })
  }

  it('prints a URL without the secret', async () => {
    const { out, error } = await signUrl(secrets.crm, 'legacy_crm@1.2', '--base', `${base}/`, '--never')
    assert.equal(error, '')
    assert.match(
      out,
      /^https:\/\/events\.acme\.example\/v1\/hooks\/legacy_crm@1\.2\?expires=never&signature=[\w-]{43}$/,
    )
    assert.ok(!out.includes(secrets.crm))
    const hooks = await signUrl(secrets.crm, 'legacy_crm@1.2', '--base', `${base}/v1/hooks`, '--never')
    assert.equal(hooks.out, out)
    assert.match((await signUrl('', 'legacy_crm', '--base', base, '--never')).error, /got nothing/)
  })
})
