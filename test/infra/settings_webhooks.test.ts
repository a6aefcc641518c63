/** Webhooks: checks their settings, their function and the exclusion of their request log. */
import assert from 'node:assert/strict'
import { readWebhooks } from '../../functions/translation/webhook/webhooks.ts'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { examples, stack } from './stack.ts'

const secret = 'a secret that stays hidden'
const digest = { scheme: 'digest', header: 'X-Signature', encoding: 'hex' }

function webhooks(changes: object, name = 'shop') {
  return {
    'sluice:webhooks': JSON.stringify({ [name]: { secret, ...changes } }),
  }
}

const schemes =
  '{scheme: digest, header, encoding: hex or base64, prefix?}, {scheme: timestamped, header, tolerance?} or {scheme: standard_webhooks, tolerance?}'
const example =
  'for example {"scheme":"digest","header":"X-Hub-Signature-256","encoding":"hex","prefix":"sha256="}'

/** Settings → the error. */
const refused: readonly (readonly [Record<string, string>, string])[] = [
  [webhooks({}), 'sluice:webhooks.shop must have either signature or signedUrl: true, got neither'],
  [
    webhooks({ signature: digest, signedUrl: true }),
    'sluice:webhooks.shop must have either signature or signedUrl: true, got both',
  ],
  [
    webhooks({ signature: { ...digest, scheme: 'md5' } }),
    `sluice:webhooks.shop.signature has the wrong form, got object. Expected: ${schemes}, ${example}`,
  ],
  [
    webhooks({ signature: { scheme: 'digest', header: 'X-Signature' } }),
    `sluice:webhooks.shop.signature has the wrong form, got object. Expected: ${schemes}, ${example}`,
  ],
  [
    webhooks({ signedUrl: true, secret: 7 }),
    'sluice:webhooks.shop.secret must be string, got number. Expected: a secret of 16 characters or more, set with `pulumi config set --secret`',
  ],
  [
    webhooks({ signedUrl: true, previous_secret: secret }),
    'sluice:webhooks.shop.previous_secret is unknown. Expected: signature, signedUrl, secret, previousSecret. Did you mean previousSecret?',
  ],
  [
    webhooks({ signedUrl: true }, 'Shop Orders'),
    'sluice:webhooks.Shop Orders is unknown. Expected: a name that matches ^[a-z][a-z0-9]*(_[a-z0-9]+)*$',
  ],
]

function functionOf(graph: Graph, name: string): Resource | undefined {
  return ofType(graph, 'gcp:cloudfunctionsv2/function:Function').find((resource) => resource.name === name)
}

function serviceOf(graph: Graph): Record<string, unknown> {
  return functionOf(graph, 'hook')!.inputs['serviceConfig'] as Record<string, unknown>
}

function exclusionsOf(graph: Graph): readonly Resource[] {
  return ofType(graph, 'gcp:logging/projectExclusion:ProjectExclusion').filter(({ name }) =>
    name.startsWith('hook'),
  )
}

describe('webhooks in the settings', () => {
  for (const [settings, sentence] of refused) {
    it(`are rejected: ${sentence.slice(0, 100)}`, async () => {
      await assert.rejects(stack(settings), (error: Error) => {
        assert.equal(error.message, sentence)
        assert.ok(!error.stack?.includes(secret))
        return true
      })
    })
  }

  it('alone add the function that publishes with its own service account', async () => {
    const graph = await stack()
    assert.equal(functionOf(graph, 'hook'), undefined)
    assert.deepEqual(exclusionsOf(graph), [])
    assert.ok(!JSON.stringify(graph.resources).includes('hook-requests'))
  })

  it('are in the environment of that function without the secrets, which it reads from Secret Manager by version', async () => {
    const graph = await stack(webhooks({ signature: digest, previousSecret: `${secret} any more` }))
    const { environmentVariables, secretEnvironmentVariables, ingressSettings } = serviceOf(graph)
    assert.deepEqual(environmentVariables, {
      GOOGLE_CLOUD_PROJECT: 'acme-events',
      DATASET: 'sluice',
      WEBHOOKS: JSON.stringify([{ translation: 'shop', signature: digest }]),
      // Eleven sixteenths of 1024 MiB.
      NODE_OPTIONS: '--max-old-space-size=704',
    })
    const secrets = secretEnvironmentVariables as readonly Record<string, string>[]
    assert.deepEqual(
      secrets.map(({ key, secret: id, version }) => [key, id, version]),
      [
        ['WEBHOOK_SECRET_SHOP', 'webhook-secret-shop', '1'],
        ['WEBHOOK_PREVIOUS_SHOP', 'webhook-previous-shop', '1'],
      ],
    )
    assert.equal(ingressSettings, 'ALLOW_ALL')
    assert.deepEqual(exclusionsOf(graph), [], 'nothing in an URL is a key')
  })

  it('keep signed URLs out of the request log', async () => {
    const graph = await stack(webhooks({ signedUrl: true }))
    const [exclusion, ...others] = exclusionsOf(graph)
    assert.deepEqual(others, [])
    assert.equal(
      exclusion!.inputs['filter'],
      'resource.type="cloud_run_revision" AND resource.labels.service_name="hook" AND log_id("run.googleapis.com/requests")',
    )
  })

  it('have their path at the load balancer only', async () => {
    const graph = await stack({ ...examples['with an edge'], ...webhooks({ signedUrl: true }) })
    const map = ofType(graph, 'gcp:compute/uRLMap:URLMap').find(({ name }) => name === 'edge')!
    const [{ pathRules }] = map.inputs['pathMatchers'] as [
      { pathRules: { paths: string[]; service: string }[] },
    ]
    const rule = pathRules.find(({ paths }) => paths.includes('/v1/hooks/*'))
    assert.equal(graph.resources.find(({ id }) => id === rule?.service)?.name, 'hook')
    assert.equal(serviceOf(graph)['ingressSettings'], 'ALLOW_INTERNAL_AND_GCLB')
  })
})

describe('the secret of a webhook', () => {
  const read = (signature: object | undefined, env: NodeJS.ProcessEnv) =>
    readWebhooks(JSON.stringify([{ translation: 'shop', ...(signature && { signature }) }]), env)

  it('must have the required form, or the function does not start', () => {
    const standard = { scheme: 'standard_webhooks' }
    read(digest, { WEBHOOK_SECRET_SHOP: 'sixteen letters!' })
    read(standard, { WEBHOOK_SECRET_SHOP: `whsec_${Buffer.alloc(24).toString('base64')}` })
    const without = /WEBHOOK_SECRET_SHOP is not a valid webhook secret: expected 16 characters or more\.$/
    for (const value of [undefined, '', 'short'])
      assert.throws(
        () => read(undefined, { ...(value !== undefined && { WEBHOOK_SECRET_SHOP: value }) }),
        without,
      )
    for (const value of [secret, `whsec_${Buffer.alloc(16).toString('base64')}`, 'whsec_!'])
      assert.throws(
        () => read(standard, { WEBHOOK_SECRET_SHOP: value }),
        /expected whsec_ and 24 to 64 bytes/,
      )
    assert.throws(
      () => read(digest, { WEBHOOK_SECRET_SHOP: secret, WEBHOOK_PREVIOUS_SHOP: 'short' }),
      /WEBHOOK_PREVIOUS_SHOP is not a valid webhook secret/,
    )
    assert.throws(
      () => readWebhooks('[{"translation":"X"}]', {}),
      /^Error: Invalid WEBHOOKS: .*\(schema: schemas\/webhook\.ts\)\.$/,
    )
  })
})
