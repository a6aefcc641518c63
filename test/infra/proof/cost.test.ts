/** Cost: compares the estimate with figures calculated by hand from infra/proof/prices.ts. */
import assert from 'node:assert/strict'
import { monthlyCost, type CostEstimate } from '../../../infra/proof/cost.ts'
import { prices } from '../../../infra/proof/prices.ts'
import { calculate, type CalculationOptions } from '../../../infra/proof/calculation.ts'
import { formatCost } from '../../../cli/inspect/cost_text.ts'
import { parseAmount, parseBytes, parseDays, parseTable } from '../../../cli/terminal/values.ts'
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
      // 1, 0.5 and 0.6875 GiB for as long: 455 314 + 1 142 945 / 2 + 2 235 957 × 0.6875 GiB s, 360 000 of it free, × $0.0000025
      'Cloud Run: memory while requests are served': '5.51',
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
    assert.equal(estimate.usd.toFixed(2), '113.95')
    const text = formatCost(calculate(graph, usage, { eventsPerUser: 100 }))
    assert.match(text, /^A month with 10,000,000 events of 700 bytes to 2 destinations:$/m)
    assert.match(text, /^ +\$113\.95 {2}in all, \$11\.40 for a million events$/m)
    assert.match(text, /^Assumed: /m)
    assert.ok(text.includes(`${prices.runCpu.source} (${prices.runCpu.read})`))
    assert.ok(text.includes(`${prices.egress.source} (${prices.egress.read}, by ${prices.egress.otherwise})`))
  })

  it('shows how each item follows, so that a reader can calculate it again', () => {
    const { lines } = monthlyCost(graph, { events: 10_000_000, bytes: 700, destinations: 2 })
    const formula = (what: string) => lines.find((line) => line.what === what)?.formula
    assert.equal(
      formula('requests'),
      '10,000,000 of ingest + 10,000,000 of store + 20,000,000 of forward = 40 million requests, − 2 free, × $0.4 = $15.20',
    )
    assert.equal(
      formula('publishing and delivery'),
      '10,000,000 events × (1,000 published + 1,000 to store + 1,000 published by store + 2 × 1,000 to forward) bytes = 0.0454747 TiB, − 0.00976563 free, × $40 = $1.43',
    )
    assert.equal(
      formula('to third parties'),
      '10,000,000 events × 2 destinations × (700 + 300) bytes = 18.6265 GiB, × $0.12 = $2.24',
    )
  })

  it('counts the minimum of Pub/Sub once for the messages of a request', () => {
    const usage = { events: 10_000_000, bytes: 547, destinations: 2, perRequest: 100 }
    const amount = (mode: 'push' | 'drain') =>
      monthlyCost(graph, { ...usage, mode }).lines.find(({ what }) => what === 'publishing and delivery')!
        .amount
    // In drain mode 5 × 847 bytes; a push has one message, which counts 1000: 847 + 4 × 1000.
    assert.equal(amount('drain').toFixed(7), (0.04235 / 1.099511627776).toFixed(7))
    assert.equal(amount('push').toFixed(7), (0.04847 / 1.099511627776).toFixed(7))
  })

  describe('calculates for a month of ten million events of 1000 bytes to one destination', () => {
    const usage = { events: 10_000_000, bytes: 1000, destinations: 1 }
    const of = (options: Partial<CalculationOptions>, region?: string) =>
      calculate(
        graph,
        { ...usage, ...(region !== undefined && { region }) },
        { eventsPerUser: 100, ...options },
      )

    it('the rows of earlier months, at half the price after 90 days', () => {
      // 13 × 10^9 bytes a month of 30.4167 days: 12.1072 GiB, of which 10 are free. 59.5833 more days are 23.7169 GiB × $0.02,
      // 275 days 109.462 GiB × $0.01.
      const { kept, usd, totalUsd } = of({ retention: 365 })
      assert.deepEqual(
        kept.lines.map(({ amount, usd: cost }) => [amount.toFixed(3), cost.toFixed(3)]),
        [
          ['23.717', '0.474'],
          ['109.462', '1.095'],
        ],
      )
      // with 2.1072 GiB × $0.02 for the month
      assert.equal(kept.logicalUsd.toFixed(3), '1.611')
      assert.equal(totalUsd.toFixed(6), (usd + kept.usd).toFixed(6))
      assert.equal(of({ retention: 20 }).kept.usd, 0)
    })

    it('the retention of the stack: 400 days of deliveries, and a year of events that never expire', () => {
      const { kept, usage: used } = of({})
      assert.deepEqual(kept.days, { events: 0, deliveries: 400 })
      // events 275 days of 9.3132 GiB, deliveries 310 days of 2.7940 GiB a month
      assert.equal(kept.lines[1]?.amount.toFixed(2), '112.68')
      assert.equal(used.region, 'europe-west1')
    })

    it('physical bytes, and the compression from which they cost less', () => {
      const { kept } = of({ retention: 365, compression: 4 })
      // In EU $0.044 and $0.022. Two weeks of expired rows, 5.5726 GiB, are billed, too: (41.3967 × 0.044 + 109.462 × 0.022) / (35.8241 × 0.02 +
      // 109.462 × 0.01)
      assert.equal(kept.breakEven.toFixed(3), '2.335')
      // Of (35.8241 / 4) GiB 8.956 are free: 5.5726 / 4 × 0.044 + 109.462 / 4 × 0.022
      assert.equal(kept.physicalUsd?.toFixed(3), '0.663')
      assert.equal(kept.usd.toFixed(3), '1.569')
      assert.equal(of({ retention: 365 }).kept.physicalUsd, null)
    })

    it('a dataset that is billed by physical bytes', async () => {
      const physical = await stack({ 'sluice:storageBilling': 'PHYSICAL' })
      const options = { retention: 365, eventsPerUser: 100 }
      const { kept, lines, totalUsd } = calculate(physical, usage, { ...options, compression: 4 })
      assert.equal(lines.find(({ what }) => what.startsWith('storage'))?.amount.toFixed(4), '3.0268')
      assert.equal(kept.usd.toFixed(3), '0.663')
      assert.ok(totalUsd < of({ retention: 365 }).totalUsd)
      const unknown = calculate(physical, usage, options)
      assert.match(unknown.gaps.join(), /Without --compression its rows have the price of logical ones/)
    })

    it('the bytes that analysts read', () => {
      // 3 TiB, 1 of them free, × $6.25
      assert.equal(of({ queriedTib: 3 }).queries.usd, 12.5)
      assert.equal(of({}).queries.usd, 0)
    })

    it('the prices of a region, and says what no source shows', () => {
      const first = of({}, 'us-central1')
      const second = of({}, 'europe-west3')
      const item = ({ lines }: CostEstimate, what: string) =>
        lines.find((line) => line.what.startsWith(what))!
      assert.deepEqual([first.place.tier, second.place.tier], [1, 2])
      // The free 180,000 seconds of $0.000024 are a discount of $4.32: 128,571 seconds of $0.0000336.
      const { amount, usd } = item(second, 'CPU while')
      assert.equal(usd.toFixed(6), (amount * 0.000_033_6 - 4.32).toFixed(6))
      assert.equal(item(second, 'memory while').price.usd, 0.000_003_5)
      assert.equal(item(second, 'publishing').usd, item(first, 'publishing').usd)
      assert.doesNotMatch(first.gaps.join(), /Tier/)
      assert.match(second.gaps.join(), /No source shows Tier 2 prices of minimum instances and worker pools/)
    })

    it('what others publish, and nothing beyond', () => {
      const others = (events: number, eventsPerUser = 100) =>
        calculate(graph, { ...usage, events }, { eventsPerUser }).published.map(({ usd }) => usd)
      // 100,000 users: 120 + 15,000 × 0.012 + 75,000 × 0.011
      assert.deepEqual(others(10_000_000), [1125, null, null])
      // 12,000 users: 120 + 2,000 × 0.012
      assert.deepEqual(others(1_000_000, 1_000_000 / 12_000), [144, 265, null])
      assert.deepEqual(others(100_000), [0, 0, null])
      const { published } = of({})
      assert.ok(published.every(({ source, read }) => source.startsWith('https://') && read === '2026-11-23'))
      assert.match(formatCost(of({})), /–  RudderStack Cloud: not published above 1,000,000 events/)
    })
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

  it('reads bytes, days and tables', () => {
    assert.deepEqual(['1024', '2TiB', '1.5 GiB'].map(parseBytes), [1024, 2 ** 41, 1.5 * 2 ** 30])
    assert.throws(() => parseBytes('2TB'), {
      message: 'Expected bytes such as 2TiB, 500GiB or 1099511627776.',
    })
    assert.throws(() => parseDays('1.5'), /Expected a number of days such as 400/)
    assert.equal(parseTable('acme.com:billing.export.v1_0-1'), 'acme.com:billing.export.v1_0-1')
    for (const table of ['billing.export', 'a.b.c` WHERE 1=1', 'a.b.c.d e'])
      assert.throws(() => parseTable(table), /Expected a table such as/)
  })
})
