/** Delivery: an instance that Cloud Run ends gives its waiting events back to the bus, well within the time that it has.
 * https://cloud.google.com/run/docs/container-contract#instance-shutdown */
import assert from 'node:assert/strict'
import { startForwarding } from '../../bench/forwarding.ts'
import { startGoogle } from '../../bench/google.ts'
import { startMoodyParty } from '../../bench/moody_party.ts'
import { until } from '../support/until.ts'

describe('an instance with events that wait in their pushes', () => {
  it('ends on SIGTERM without waiting for the end of the pause, and aborts no request', async () => {
    const [google, party] = await Promise.all([startGoogle(), startMoodyParty()])
    const destination = { id: 'paused', url: `${party.url}/paused` }
    const forwarding = await startForwarding({ destinations: [destination], instances: 1, env: google.env })
    try {
      await forwarding.publish(['paused'], 1)
      await until('the destination takes events', () => party.accepted('/paused').size === 1)
      party.answers('/paused', { share: 1, status: 429, retryAfter: 14, latency: 20 })
      await forwarding.publish(['paused'], 1)
      await until('it is paused', () => party.failed('/paused') > 0 && forwarding.front.inFlight() === 0)
      await forwarding.publish(['paused'], 10)
      await until('events wait', () => forwarding.front.inFlight() > 0)
      const begun = performance.now()
      assert.deepEqual(await forwarding.terminate(), ['exit code 0'])
      assert.ok(performance.now() - begun < 8000, `${performance.now() - begun} ms`)
      assert.doesNotMatch(forwarding.output(), /still open/)
    } finally {
      await forwarding.stop()
      await party.stop()
      await google.stop()
    }
  })
})
