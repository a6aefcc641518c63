/** Cost: compares the estimate with figures calculated by hand from infra/proof/prices.ts. */
import assert from 'node:assert/strict'
import { monthlyCost, type CostEstimate } from '../../../infra/proof/cost.ts'
import { prices } from '../../../infra/proof/prices.ts'
import { formatCost } from '../../../cli/inspect/cost_text.ts'
import { parseAmount } from '../../../cli/terminal/values.ts'
import type { Graph } from '../../../local/pulumi/graph.ts'
import { add } from '../mutations.ts'
import { stack } from '../stack.ts'

function cents({ lines }: CostEstimate): Record<string, string> {
  return Object.fromEntries(lines.map(({ service, what, usd }) => [`${service}: ${what}`, usd.toFixed(2)]))
}

describe('npx sluice cost', () => {
  let graph: Graph
  before(async () => {
    graph = await stack()
  })

  it('estimates ten million events of 700 bytes to two destinations', () => {
    const usage = { events: 10_000_000, bytes: 700, destinations: 2 }
    const estimate = monthlyCost(graph, usage)
    assert.deepEqual(cents(estimate), {
      // 10 M to ingest, 10 M to store, 20 M to forward, 2 M of them free: 38 × $0.40
      'Cloud Run: requests': '15.20',
      // 3.805 events a second; with 50 ms each an instance of ingest is busy 1 − e^−0.190 = 17.33 % of 2 628 000 s, with 150 ms
      // one of store 43.49 %, with 250 ms for twice as many one of forward 85.08 %: 3 834 215 s, 180 000 of them free, × $0.000024
      'Cloud Run: CPU while requests are served': '87.70',
      // one GiB for as long, 360 000 GiB s of it free, × $0.0000025
      'Cloud Run: memory while requests are served': '8.69',
      'Cloud Run: minimum instances': '0.00',
      // 5 × 10 M × 1000 B = 0.045475 TiB, 0.009766 of it free, × $40
      'Pub/Sub: publishing and delivery': '1.43',
      // 10 M × 700 B × 7 of 30.42 days = 1.5003 GiB months × $0.27
      'Pub/Sub: topic retention': '0.41',
      // 30 M rows of 1024 B = 28.610 GiB × $0.05
      'BigQuery: rows of events and deliveries': '1.43',
      // 10 M × (700 + 2 × 300) B = 12.107 GiB, 10 of them free, × $0.02
      'BigQuery: storage of one month of rows': '0.04',
      // successful requests are excluded
      'Cloud Logging: request logs': '0.00',
      'Secret Manager: secrets': '0.00',
      // 20 M × 1000 B = 18.626 GiB × $0.12
      'Internet: to third parties': '2.24',
    })
    assert.equal(estimate.usd.toFixed(2), '117.13')
    const text = formatCost(estimate, usage)
    assert.match(text, /^A month with 10,000,000 events of 700 bytes to 2 destinations:$/m)
    assert.match(text, /^ +\$117\.13 {2}in all, \$11\.71 for a million events$/m)
    assert.match(text, /^Assumed: /m)
    assert.ok(text.includes(`${prices.runCpu.source} (${prices.runCpu.read})`))
    assert.ok(text.includes(`${prices.egress.source} (${prices.egress.read}, by ${prices.egress.otherwise})`))
  })

  it('adds an instance if one is at its concurrency limit or has no CPU left', () => {
    // 1000 a second: ingest has 50 at once and uses one CPU whole, store has 150 at once in 1.875 instances of 80, forward has 250 in 0.3125
    // of 800 and uses one CPU whole: 3.875 instances for 2 628 000 s, 180 000 s free, × $0.000024.
    const { lines } = monthlyCost(graph, { events: 2_628_000_000, bytes: 700, destinations: 1 })
    const cpu = lines.find(({ what }) => what.startsWith('CPU'))
    assert.equal(Math.round(cpu?.amount ?? 0), 10_183_500)
    assert.equal(cpu?.usd.toFixed(2), '240.08')
  })

  it('includes minimum instances and the load balancer of the graph', async () => {
    const usage = { events: 0, bytes: 700, destinations: 0 }
    const ready = await stack({ 'sluice:instances': '{"min":1,"max":20}' })
    // One per function: each one CPU for 2 628 000 s × $0.0000025
    const functions = ready.resources.filter(({ type }) => type.endsWith(':Function')).length
    assert.equal(monthlyCost(ready, usage).usd.toFixed(2), (functions * 6.57).toFixed(2))
    const edge = add(graph, 'gcp:compute/globalForwardingRule:GlobalForwardingRule', 'edge', {})
    // 730 hours × $0.025
    assert.equal(monthlyCost(edge, usage).usd.toFixed(2), '18.25')
    assert.equal(monthlyCost(graph, usage).usd, 0)
  })

  it('includes the share of the requests that is logged', async () => {
    const usage = { events: 1_000_000_000, bytes: 700, destinations: 2 }
    const logs = async (share: string): Promise<string | undefined> =>
      cents(monthlyCost(await stack({ 'sluice:requestLogShare': share }), usage))[
        'Cloud Logging: request logs'
      ]
    // 4000 M × 1024 B = 3814.697 GiB, 50 of them free, × $0.50
    assert.equal(await logs('1'), '1882.35')
    // a quarter: 953.674 GiB
    assert.equal(await logs('0.25'), '451.84')
    assert.equal(await logs('0'), '0.00')
  })

  it('reads amounts with a unit', () => {
    assert.deepEqual(
      ['1500', '200k', '50M', '1.5G'].map(parseAmount),
      [1500, 200_000, 50_000_000, 1_500_000_000],
    )
    assert.throws(() => parseAmount('50 million'), {
      message: 'Expected a number such as 550, 200k or 50M.',
    })
  })
})
