/** Scale: compares instances, quotas and backlogs with figures calculated by hand from infra/proof/cost.ts and infra/proof/drain_cost.ts. */
import assert from 'node:assert/strict'
import { replayMaxBytesBilled } from '../../../functions/replay/job.ts'
import { ownReads, statementBytes } from '../../../infra/proof/own_reads.ts'
import { fixedLimits, quotas, type Quota } from '../../../infra/proof/quotas.ts'
import {
  catchUpSeconds,
  deadAfterSeconds,
  firstLimit,
  quotaShares,
  scaleOf,
  type ScaleUsage,
} from '../../../infra/proof/scale.ts'
import type { Graph } from '../../../local/pulumi/graph.ts'
import { stack } from '../stack.ts'

const push: ScaleUsage = { eventsPerDay: 1e8, bytes: 550, destinations: 2, perRequest: 1, mode: 'push' }
const drain: ScaleUsage = { ...push, eventsPerDay: 1e9, perRequest: 100, mode: 'drain' }

function rounded(values: Readonly<Record<string, number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.toFixed(2)]))
}

describe('the scale of an environment', () => {
  let graph: Graph
  before(async () => {
    graph = await stack()
  })

  it('has instances for the busiest second in push mode', () => {
    // 100 M a day are 1,157.4 a second, three times as many 3,472.2. At 60 %: ingest 3.472 CPUs, 5.79; store 3,472.2 × 150 ms = 520.8 requests
    // at a time, 80 in an instance, 10.85; forward 6,944.4 requests of 1 ms, 11.57.
    const { mean, peak, instances, maxInstances, needs } = scaleOf(graph, push)
    assert.deepEqual([mean.toFixed(1), peak.toFixed(1)], ['1157.4', '3472.2'])
    assert.deepEqual(instances, { ingest: 6, store: 11, forward: 12 })
    assert.equal(maxInstances, 20)
    assert.deepEqual(rounded(needs), {
      runCpu: '29.00',
      // published by ingest and by store, 1,000 B each: 3,472.2 × 2
      publish: '6.94',
      // to store and to two destinations
      push: '10.42',
      // a row of the event and two of deliveries, 1,024 B each
      insertInMultiRegion: '10.67',
    })
  })

  it('has worker pools for the busiest second in drain mode', () => {
    // 1 B a day: 34,722 a second. ingest: 347.2 requests of 1 + 99 × 0.02 = 2.98 ms, 1.03 CPUs, at 60 % 1.72. store-drain: 34,722 × 0.12 ms at
    // 60 %, 6.94. forward-drain: 69,444 × 0.15 ms at 60 %, 17.36.
    const { instances, maxInstances, maxPoolInstances, needs } = scaleOf(graph, drain)
    assert.deepEqual(instances, { ingest: 2, 'store-drain': 7, 'forward-drain': 18 })
    assert.deepEqual([maxInstances, maxPoolInstances], [20, 18])
    assert.deepEqual(rounded(needs), {
      runCpu: '27.00',
      publish: '69.44',
      pull: '104.17',
      insertInMultiRegion: '106.67',
    })
  })

  it('has the backlog of a destination that was down for a day', () => {
    // 100 M × 850 B. 20 instances of 1,000 requests a second at 60 % are 12,000; 2,314.8 of them are for new events.
    const pushed = scaleOf(graph, push).backlog
    assert.deepEqual(
      [pushed.messages, pushed.bytes, pushed.ageSeconds, pushed.catchUpSeconds.toFixed(0)],
      [1e8, 85e9, 86_400, '10325'],
    )
    // 18 instances of 0.6 CPUs ÷ 0.15 ms = 4,000 a second are 72,000; 23,148.1 of them are for new events.
    assert.equal(scaleOf(graph, drain).backlog.catchUpSeconds.toFixed(0), '20470')
    assert.equal(catchUpSeconds(86_400, 2, 1), 86_400)
    assert.equal(catchUpSeconds(1, 1, 1), Infinity)
  })

  it('stores an event of 550 B and two deliveries of 300 B, and costs what npx sluice cost says', async () => {
    const { monthlyCost } = await import('../../../infra/proof/cost.ts')
    const { storedPerDay, usd, usdPerMillion } = scaleOf(graph, push)
    assert.equal(storedPerDay, 1150e8)
    // 30.41666… days
    const events = 3_041_666_666.6666665
    assert.equal(usd, monthlyCost(graph, { events, bytes: 550, destinations: 2, mode: 'push' }).usd)
    assert.equal(usdPerMillion.toFixed(4), (usd / 3041.666_667).toFixed(4))
  })

  it('reads the location of the dataset and the retry policy from the stack', async () => {
    const region = await stack({ 'sluice:location': 'europe-west1' })
    assert.equal(scaleOf(region, push).needs.insertInRegion?.toFixed(2), '10.67')
    // 99 delays before the hundredth attempt: 10, 20, 40, 80, 160 and 320 seconds, then 93 of 600
    assert.equal(deadAfterSeconds(graph), 56_430)
    const short = await stack({ 'sluice:delivery': '{"maxAttempts":5,"maximumBackoff":"30s"}' })
    assert.equal(deadAfterSeconds(short), 10 + 20 + 30 + 30)
  })

  it('names the quota that breaks first', () => {
    const much = { ...quotas, runCpu: { value: 1e9 } }
    // 20 MB/s are 6,666.7 events of three deliveries of 1,000 B in the busiest second, a third of it on average, 192 M a day.
    const { name, eventsPerDay } = firstLimit(graph, push, much)
    assert.equal(name, 'push')
    assert.ok(Math.abs(eventsPerDay - 192e6) < 1e6, String(eventsPerDay))
    const first = firstLimit(graph, push, quotas)
    assert.equal(first.name, 'runCpu')
    const shareAt = (size: number) =>
      quotaShares(scaleOf(graph, { ...push, eventsPerDay: size }), quotas)[0]!.share
    assert.ok(shareAt(first.eventsPerDay) > 1 && shareAt(first.eventsPerDay * 0.99) <= 1)
  })

  it('has what the runs of the platform read, and from when a statement reads too much', () => {
    // 500 GiB are 536.87 GB. The promises read 4 days of 38 + 8 + 8 B and, for each destination, 10 + 1 B of a decision and 83 B of an attempt.
    const reads = new Map(ownReads(1e6, 2, 30).map((read) => [read.what, read]))
    const promises = reads.get('daily check of the promises')!
    assert.equal(promises.failsFrom, 536_870_912_000 / (4 * (54 + 2 * 94)))
    // 242 B of 1 M events, 4 days of them a day, for 30 days
    assert.equal(promises.bytesPerMonth, 242e6 * 4 * 30)
    assert.equal(promises.usd.toFixed(2), '0.17')
    // five destinations: 0.66 GB at the end of a day, half of it on average, 96 times a day
    const health = ownReads(1e6, 5, 1).find(({ what }) => what === 'health check')!
    assert.equal(health.bytesPerMonth, (54 + 5 * 121) * 1e6 * 48)
    // four columns of 32 days
    assert.equal(reads.get('links of people')!.failsFrom, 536_870_912_000 / (32 * 80))
    assert.equal(statementBytes, replayMaxBytesBilled)
  })

  it('has a page of Google and the date on which it was read for each quota', () => {
    for (const { what, source, read } of [...Object.values<Quota>(quotas), ...fixedLimits]) {
      assert.match(source, /^https:\/\/cloud\.google\.com\/[a-z]+\//, what)
      assert.match(read, /^2026-\d\d-\d\d$/, what)
    }
  })
})
