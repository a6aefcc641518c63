/** The web door in the graph: off by default, what its account may do, its logs, its settings, and what it can cost at most. */
import assert from 'node:assert/strict'
import { webCeiling } from '../../infra/proof/web_ceiling.ts'
import { stackWarnings } from '../../infra/settings/warnings.ts'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { functionAt } from './routes.ts'
import { stack } from './stack.ts'

const key = 'pk_of_the_shop_0001'
const pixelSecret = 'a secret of the newsletter and us'
const web = { key, origins: ['https://shop.acme.example'], events: ['page_view'] }

const edge = {
  'sluice:edge': JSON.stringify({ domain: 'events.acme.example', armor: { rateLimitPerMinute: 600 } }),
}

function shop(changes: object = {}, events: readonly string[] = ['page_view', 'purchase']) {
  return { 'sluice:sources': JSON.stringify({ web_shop: { events, web: { ...web, ...changes } } }) }
}

function functionOf(graph: Graph): Resource | undefined {
  return ofType(graph, 'gcp:cloudfunctionsv2/function:Function').find(({ name }) => name === 'collect')
}

function environmentOf(graph: Graph): Readonly<Record<string, string>> {
  const { environmentVariables } = functionOf(graph)!.inputs['serviceConfig'] as {
    environmentVariables: Record<string, string>
  }
  return environmentVariables
}

const path = 'sluice:sources.web_shop.web'

/** Settings → the error. */
const refused: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  [
    'without the edge',
    shop(),
    `${path} opens a door to the internet without a load balancer that limits each address: set sluice:edge with armor, or state \`public: true\` if the limits of the function are enough for you. docs/web.md#public-use`,
  ],
  [
    'with neither origins nor pixels',
    { ...edge, ...shop({ origins: [] }) },
    `${path} must have origins, pixelSecret or both, got neither`,
  ],
  [
    'with an origin that browsers write otherwise',
    { ...edge, ...shop({ origins: ['https://Shop.acme.example:443'] }) },
    `${path}.origins.0 must be as browsers send it: https://shop.acme.example, got "https://Shop.acme.example:443"`,
  ],
  [
    'with an event type that the source may not send',
    { ...edge, ...shop({ events: ['page_view', 'refund'] }) },
    `${path}.events: "refund" is not among the event types that the source may send`,
  ],
  [
    'with a short secret',
    { ...edge, ...shop({ pixelSecret: 'hush' }) },
    `${path}.pixelSecret must be 32 characters or more`,
  ],
]

describe('the web door', () => {
  it('is not there unless a source asks for it', async () => {
    const graph = await stack({
      'sluice:sources': JSON.stringify({
        shop: { members: ['serviceAccount:pos@acme-shop.iam.gserviceaccount.com'], events: ['page_view'] },
      }),
    })
    assert.equal(functionOf(graph), undefined)
    assert.equal(graph.outputs['collectUrl'], '')
    assert.equal(webCeiling(graph, 1), undefined)
  })

  it('may publish to the topics of web sources, read its secrets, and do nothing else', async () => {
    const graph = await stack({
      'sluice:sources': JSON.stringify({
        web_shop: { events: ['page_view'], web: { ...web, public: true } },
        newsletter: {
          events: ['view_content'],
          web: { key, events: ['view_content'], pixelSecret, public: true },
        },
        closed: { members: ['serviceAccount:pos@acme-shop.iam.gserviceaccount.com'], events: ['page_view'] },
      }),
    })
    const email = 'serviceAccount:sluice-collect@acme-events.iam.gserviceaccount.com'
    const held = grantsOf(graph)
      .filter(({ member }) => member === email)
      .map(({ role, resource }) => `${role} ${resource.replace('projects/acme-events/', '')}`)
    assert.deepEqual(held.toSorted(), [
      'roles/pubsub.publisher topics/source-newsletter',
      'roles/pubsub.publisher topics/source-web_shop',
      'roles/secretmanager.secretAccessor secrets/pixel-secret-newsletter',
    ])
    assert.equal(JSON.stringify(environmentOf(graph)).includes(pixelSecret), false)
  })

  it('keeps its requests out of the logs, whatever is on', async () => {
    const graph = await stack(shop({ public: true }))
    const [exclusion] = ofType(graph, 'gcp:logging/projectExclusion:ProjectExclusion').filter(
      ({ name }) => name === 'collect-requests',
    )
    assert.equal(
      exclusion!.inputs['filter'],
      'resource.type="cloud_run_revision" AND resource.labels.service_name="collect" AND log_id("run.googleapis.com/requests")',
    )
  })

  it('trusts one hop of its own address, and two behind the load balancer, which alone reaches it', async () => {
    const open = await stack(shop({ public: true }))
    assert.equal(environmentOf(open)['TRUSTED_HOPS'], '1')
    assert.equal(functionAt(open, `${String(open.outputs['collectUrl'])}/web_shop`), 'collect')
    const behind = await stack({ ...edge, ...shop() })
    assert.equal(environmentOf(behind)['TRUSTED_HOPS'], '2')
    assert.equal(behind.outputs['collectUrl'], 'https://events.acme.example/v1/collect')
    assert.equal(functionAt(behind, 'https://events.acme.example/v1/collect/web_shop/pixel.gif'), 'collect')
    const { ingressSettings } = functionOf(behind)!.inputs['serviceConfig'] as { ingressSettings: string }
    assert.equal(ingressSettings, 'ALLOW_INTERNAL_AND_GCLB')
  })

  for (const [what, settings, message] of refused)
    it(`is refused ${what}`, async () => {
      await assert.rejects(stack(settings), (error: Error) => {
        assert.ok(error.message.split('\n').includes(message), error.message)
        assert.ok(!error.message.includes('hush'))
        return true
      })
    })

  it('needs no members, and a warning tells that it is open without the edge', async () => {
    const settings = shop({ public: true, events: ['*'] })
    assert.ok(functionOf(await stack(settings)))
    assert.deepEqual(stackWarnings(settings), [
      `${path} is open to the internet without Cloud Armor. Its limits count in each instance. docs/web.md#public-use`,
      `${path}.events: * does not stand for purchase; name what pages may send`,
    ])
  })

  describe('can cost no more', () => {
    it('than its instances, their requests and the events of its sources', async () => {
      const graph = await stack(shop({ public: true, perMinute: 600 }))
      const ceiling = webCeiling(graph, 1)!
      assert.deepEqual([ceiling.instances, ceiling.concurrency], [2, 80])
      // Two instances of one vCPU and half a GiB, for 730 hours: 2 × 2,628,000 s × ($0.000024 + 0.5 × $0.0000025).
      assert.equal(ceiling.instanceUsd.toFixed(2), '132.71')
      // 2 × 10,000 a second × 2,628,000 s = 52,560 million requests at $0.40.
      assert.equal(ceiling.requestUsd.toFixed(2), '21024.00')
      // 2 × 600 × (43,800 minutes + 1)
      assert.equal(ceiling.events, 52_561_200)
      // With one destination: three functions' requests, four parts of Pub/Sub, seven days of retention, two rows in BigQuery and a month of them,
      // and the way out, $63.07 + $17.96 + $6.23 + $8.25 + $2.30 + $13.79; the rest is the time that the three functions are busy.
      assert.ok(ceiling.eventUsd > 111.6 && ceiling.eventUsd < 400, String(ceiling.eventUsd))
      assert.equal(ceiling.usd, ceiling.instanceUsd + ceiling.requestUsd + ceiling.eventUsd)
    })

    it('if its rate or its instances are halved, than half as many events', async () => {
      const events = async (settings: Readonly<Record<string, string>>) =>
        webCeiling(await stack(settings), 1)!.events
      assert.equal(await events(shop({ public: true, perMinute: 300 })), 52_561_200 / 2)
      const one = { ...shop({ public: true, perMinute: 600 }), 'sluice:instances': '{"min":0,"max":1}' }
      assert.equal(await events(one), 52_561_200 / 2)
    })
  })
})
