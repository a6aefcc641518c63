/** Faults of BigQuery and Pub/Sub: every accepted event is stored in the end, shown once, and not forwarded before. */
import assert from 'node:assert/strict'
import { balance, Producer, quarantined } from './accounting.ts'
import { faults } from './faults.ts'
import { startPlatform, type Platform } from './platform.ts'
import { until } from '../support/until.ts'

const events = 40

describe('the store neither loses nor duplicates events despite', () => {
  let platform: Platform
  const accepted: string[] = []
  let refused = 0

  before(async () => {
    platform = await startPlatform()
  })
  after(() => platform?.stop())

  for (const { name, begin, afterSending, isMet, end, isOutage, members = '', isRefused } of faults) {
    it(name, async () => {
      platform.lines.bigquery.clearRequests()
      await begin?.(platform)
      const producer = new Producer(platform)
      await Promise.all(
        Array.from({ length: events }, (_, index) => producer.send(index % 4 < 2 ? members : '')),
      )
      assert.equal(producer.accepted.length, events, 'the front door accepts events despite the fault')
      await afterSending?.(platform)
      await until('the fault has had its effect', () => isMet(platform))
      if (isOutage) {
        const bodies = (await platform.client.received()).map(({ body }) => body).join('\n')
        for (const mark of producer.accepted)
          assert.ok(!bodies.includes(mark), `event ${mark} was forwarded although nothing can be stored`)
      }
      await end?.(platform)
      accepted.push(...producer.accepted)
      await balance(platform, accepted)
      if (isRefused) refused += events / 2
      assert.equal(
        await quarantined(platform),
        refused,
        'only events that BigQuery refuses are in quarantine',
      )
    })
  }
})
