/** `kill -9` at any moment, of any process: what was answered 2xx is stored, and shown once. `SEEDS=200` takes longer. */
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { randomFrom } from '../ingest/random.ts'
import { balance, Producer, quarantined } from './accounting.ts'
import { startPlatform, type Part, type Platform } from './platform.ts'

const seeds = Number(process.env['SEEDS'] ?? 40)
/** After so many blows the books must balance. */
const perRound = 20

/** Two blows at a time: the store, the heart of it, and one of the others. */
const lanes: readonly (readonly Part[])[] = [['store'], ['ingest', 'forward', 'pubsub', 'bigquery']]

/** An instance of `forward` that ends between a delivery and its record is the one way to deliver twice. */
const tolerated = ['delivered_twice']

describe('a platform whose processes are killed', () => {
  let platform: Platform
  let producer: Producer

  before(async () => {
    platform = await startPlatform()
    producer = new Producer(platform)
  })
  after(() => platform?.stop())

  /** One blow, while a burst of events is on its way. */
  const strike = async (seed: number, parts: readonly Part[]): Promise<void> => {
    const random = randomFrom(seed)
    const victim = platform.victims[random.pick(parts)]
    const burst = random.some(16, () => producer.send())
    // Not a wait for anything: the moment of the blow.
    await setTimeout(random.below(40))
    await victim.kill()
    await victim.start()
    await Promise.all(burst)
  }

  for (let first = 1; first <= seeds; first += perRound) {
    const last = Math.min(seeds, first + perRound - 1)
    it(`loses nothing and shows nothing twice: seeds ${first} to ${last}`, async () => {
      const before = producer.accepted.length
      await Promise.all(
        lanes.map(async (parts, lane) => {
          for (let seed = first + lane; seed <= last; seed += lanes.length) await strike(seed, parts)
        }),
      )
      // A bus that was refused so often leaves an endpoint alone for up to a minute; a new one starts afresh.
      await platform.victims.pubsub.kill()
      await platform.victims.pubsub.start()
      await balance(platform, producer.accepted, tolerated)
      assert.equal(await quarantined(platform), 0)
      assert.ok(producer.accepted.length > before, 'some events were accepted')
    })
  }
})
