/** Delivery: `requests_per_second` of a destination is what all instances of `forward` send together. Five instances as deployed, behind the
 * embedded Pub/Sub, with the embedded BigQuery between them. */
import assert from 'node:assert/strict'
import { startForwarding, type Forwarding } from '../../bench/forwarding.ts'
import { startMoodyParty, type MoodyParty } from '../../bench/moody_party.ts'
import { tables } from '../../schemas/warehouse.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'
import { until } from '../support/until.ts'

const limit = 20

/** Number of times that the use of the rate is measured at most: timers of a busy machine are late. */
const maxLooks = 4

/** Returns the largest number of requests in any second. */
function peakOf(times: readonly number[]): number {
  let peak = 0
  let first = 0
  for (const [index, time] of times.entries()) {
    while (time - times[first]! >= 1000) first++
    peak = Math.max(peak, index - first + 1)
  }
  return peak
}

describe('requests_per_second', () => {
  let warehouse: TestWarehouse
  let party: MoodyParty
  before(async () => {
    warehouse = await startWarehouse()
    for (const table of [tables.deliveries, tables.suppressions, tables.senders])
      await warehouse.createTable(table)
    party = await startMoodyParty()
  })
  after(async () => {
    await party.stop()
    await warehouse.stop()
  })

  for (const instances of [1, 5])
    it(`is never passed by ${instances} instances together, and at least 80 % of it is used`, async function () {
      this.timeout(420_000)
      const id = `limited${instances}`
      const env = { ...warehouse.env, GOOGLE_CLOUD_PROJECT: warehouse.project, DATASET: warehouse.dataset }
      const destination = { id, url: `${party.url}/${id}`, requestsPerSecond: limit }
      const forwarding: Forwarding = await startForwarding({ destinations: [destination], instances, env })
      try {
        const times = (): readonly number[] => [...party.accepted(`/${id}`).values()]
        await forwarding.publish([id], 2000)
        // Several instances begin once each knows that the others know it, after half a minute, and the bus has backed off meanwhile.
        await until('the instances have begun', () => times().length >= 5 * limit, 150_000)
        let perSecond = 0
        for (let look = 1; look <= maxLooks && perSecond < 0.8 * limit; look++) {
          const begun = times().length
          await until('they have sent for a while', () => times().length >= begun + 15 * limit, 60_000)
          const sent = times().slice(begun)
          perSecond = (sent.length - 1) / ((sent.at(-1)! - sent[0]!) / 1000)
        }
        const accepted = times().length
        const begun = forwarding.begun(`/${id}`)
        assert.ok(begun.length >= accepted, `${begun.length} requests are known, ${accepted} were accepted`)
        const peak = peakOf(begun)
        assert.ok(peak <= limit, `${peak} requests within a second`)
        assert.ok(perSecond >= 0.8 * limit, `${perSecond} requests per second`)
      } finally {
        await forwarding.stop()
      }
    })
})
