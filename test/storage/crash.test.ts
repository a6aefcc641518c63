/** `kill -9` of any process at any moment: every event that was answered 2xx is stored, and shown once. `SEEDS` sets the number of kills. */
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { randomFrom } from '../ingest/random.ts'
import { balance, Producer, quarantined } from './accounting.ts'
import { startPlatform, type Part, type Platform } from './platform.ts'

const seeds = Number(process.env['SEEDS'] ?? 40)
/** Number of kills after which the accounts must balance. */
const perRound = 20

/** Two kills at a time: `store`, and one of the other processes. */
const lanes: readonly (readonly Part[])[] = [['store'], ['ingest', 'forward', 'pubsub', 'bigquery']]

/** An instance of `forward` that ends between a delivery and its record is the only cause of a duplicate delivery. */
const tolerated = ['delivered_twice']

describe('a platform whose processes are killed', () => {
  let platform: Platform
  let producer: Producer

  before(async () => {
    platform = await startPlatform()
    producer = new Producer(platform)
  })
  after(() => platform?.stop())

  /** Kills and restarts one process while a burst of events is in flight. */
  const killOne = async (seed: number, parts: readonly Part[]): Promise<void> => {
    const random = randomFrom(seed)
    const killed = platform.processes[random.pick(parts)]
    const burst = random.some(16, () => producer.send())
    // Waits for nothing: varies the moment of the kill.
    await setTimeout(random.below(40))
    await killed.kill()
    await killed.start()
    await Promise.all(burst)
  }

  for (let first = 1; first <= seeds; first += perRound) {
    const last = Math.min(seeds, first + perRound - 1)
    it(`loses no event and shows none twice: seeds ${first} to ${last}`, async () => {
      const before = producer.accepted.length
      await Promise.all(
        lanes.map(async (parts, lane) => {
          for (let seed = first + lane; seed <= last; seed += lanes.length) await killOne(seed, parts)
        }),
      )
      // After many failures Pub/Sub backs off for up to a minute; a restart resets that.
      await platform.processes.pubsub.kill()
      await platform.processes.pubsub.start()
      await balance(platform, producer.accepted, tolerated)
      assert.equal(await quarantined(platform), 0)
      assert.ok(producer.accepted.length > before, 'some events were accepted')
    })
  }
})
