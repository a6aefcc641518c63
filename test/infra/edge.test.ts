/** Edge: checks that one domain serves every path with its function, and that the functions are not reachable otherwise. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openEdge } from '../../local/edge.ts'
import { ofType, type Graph } from '../../local/pulumi/graph.ts'
import { functionFor, only } from './routes.ts'
import { examples, stack } from './stack.ts'

function ingressOf(graph: Graph): Record<string, unknown> {
  return Object.fromEntries(
    ofType(graph, 'gcp:cloudfunctionsv2/function:Function').map(({ name, inputs }) => [
      name,
      (inputs['serviceConfig'] as Record<string, unknown>)['ingressSettings'],
    ]),
  )
}

describe('the edge', () => {
  let graph: Graph
  before(async () => {
    graph = await stack(examples['with an edge'])
  })

  it('exists only if a domain is configured', async () => {
    const { resources } = await stack()
    assert.deepEqual(
      resources.filter(({ type }) => type.startsWith('gcp:compute/')),
      [],
    )
    assert.deepEqual(ingressOf(await stack()), {
      ingest: 'ALLOW_ALL',
      translate: 'ALLOW_ALL',
      store: 'ALLOW_INTERNAL_ONLY',
      forward: 'ALLOW_INTERNAL_ONLY',
      console: 'ALLOW_ALL',
      sync: 'ALLOW_INTERNAL_ONLY',
      act: 'ALLOW_INTERNAL_ONLY',
      erase: 'ALLOW_INTERNAL_ONLY',
    })
  })

  it('is the only way in from the internet', () => {
    assert.deepEqual(ingressOf(graph), {
      ingest: 'ALLOW_INTERNAL_AND_GCLB',
      translate: 'ALLOW_INTERNAL_AND_GCLB',
      store: 'ALLOW_INTERNAL_ONLY',
      forward: 'ALLOW_INTERNAL_ONLY',
      console: 'ALLOW_INTERNAL_AND_GCLB',
      sync: 'ALLOW_INTERNAL_ONLY',
      act: 'ALLOW_INTERNAL_ONLY',
      erase: 'ALLOW_INTERNAL_ONLY',
    })
  })

  it('routes every path to the same function as the local stack', async () => {
    const local = await openEdge({ port: 0, tokens: () => false })
    const answering = async (name: string) => {
      const server = createServer((_, response) => response.end(name)).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
    }
    const stubs = await Promise.all([answering('ingest'), answering('translate'), answering('console')])
    const [ingest, translate, console] = stubs.map(({ url }) => url)
    local.open({ ingest: ingest!, translate: translate!, console: console!, greeting: '', token: '' })
    try {
      const paths = [
        '/',
        '/console',
        '/console/',
        '/console/console-0.js',
        '/v1/console/overview',
        '/v1/topics',
        '/v1/topics/view_content',
        '/v1/projects/acme-events/topics/view_content:publish',
        '/v1/limits',
        '/v1/event-types/purchase',
        '/v1/openapi.json',
        '/v1/translators/partner',
        '/v1/translators',
        '/v1/consoles',
      ]
      for (const path of paths) {
        const answer = await fetch(local.url + path)
        assert.equal(functionFor(graph, path), await answer.text(), path)
      }
    } finally {
      await local.close()
      for (const stub of stubs) stub.close()
    }
  })

  it('requires TLS 1.2 or newer, and redirects plain HTTP', () => {
    const proxy = only(graph, 'gcp:compute/targetHttpsProxy:TargetHttpsProxy', 'edge')
    const policy = graph.resources.find(({ id }) => id === proxy.inputs['sslPolicy'])
    assert.deepEqual(policy?.inputs, { profile: 'MODERN', minTlsVersion: 'TLS_1_2' })
    const certificate = only(graph, 'gcp:compute/managedSslCertificate:ManagedSslCertificate', 'edge')
    assert.deepEqual(proxy.inputs['sslCertificates'], [certificate.id])
    assert.deepEqual(certificate.inputs['managed'], { domains: ['events.acme.example'] })
    const rules = ofType(graph, 'gcp:compute/globalForwardingRule:GlobalForwardingRule')
    assert.deepEqual(
      new Map(rules.map(({ inputs }) => [inputs['portRange'], [inputs['target'], inputs['ipAddress']]])),
      new Map([
        ['443', [proxy.id, '203.0.113.80']],
        [
          '80',
          [only(graph, 'gcp:compute/targetHttpProxy:TargetHttpProxy', 'edge-redirect').id, '203.0.113.80'],
        ],
      ]),
    )
    const redirect = only(graph, 'gcp:compute/uRLMap:URLMap', 'edge-redirect')
    assert.deepEqual(redirect.inputs['defaultUrlRedirect'], {
      httpsRedirect: true,
      redirectResponseCode: 'PERMANENT_REDIRECT',
      stripQuery: false,
    })
  })

  it('serves all public endpoints, at an address that outlives the stack', () => {
    const { baseUrl, consoleUrl, dns } = graph.outputs
    assert.equal(baseUrl, 'https://events.acme.example')
    assert.equal(consoleUrl, 'https://events.acme.example/console/')
    assert.deepEqual(dns, { 'events.acme.example': '203.0.113.80' })
    const address = only(graph, 'gcp:compute/globalAddress:GlobalAddress', 'edge')
    assert.ok(address.protect && address.retainOnDelete)
  })

  it('limits requests per IP address only if configured', async () => {
    assert.deepEqual(ofType(graph, 'gcp:compute/securityPolicy:SecurityPolicy'), [])
    const full = await stack(examples['with everything'])
    const policy = only(full, 'gcp:compute/securityPolicy:SecurityPolicy', 'edge')
    const [limit] = policy.inputs['rules'] as readonly { rateLimitOptions: object }[]
    assert.deepEqual(limit?.rateLimitOptions, {
      conformAction: 'allow',
      exceedAction: 'deny(429)',
      enforceOnKey: 'IP',
      rateLimitThreshold: { count: 6000, intervalSec: 60 },
    })
    for (const { inputs } of ofType(full, 'gcp:compute/backendService:BackendService'))
      assert.equal(inputs['securityPolicy'], policy.id)
  })

  it('is how console reaches translate', () => {
    const deployed = only(graph, 'gcp:cloudfunctionsv2/function:Function', 'console')
    const { environmentVariables } = deployed.inputs['serviceConfig'] as {
      environmentVariables: Record<string, string>
    }
    assert.equal(environmentVariables['TRANSLATE_URL'], 'https://events.acme.example')
  })

  it('waits for its API', () => {
    const api = only(graph, 'gcp:projects/service:Service', 'compute')
    const address = only(graph, 'gcp:compute/globalAddress:GlobalAddress', 'edge')
    assert.ok(address.dependencies.includes(api.urn))
  })
})
