/** Delivery: instances that come, stall and go never send more than the limit together. Many random histories, with a table in memory whose
 * statements take up to seconds; rate_shared.test.ts does the same with the embedded BigQuery. */
import assert from 'node:assert/strict'
import { createSenders } from '../../functions/delivery/senders.ts'
import { randomFrom } from '../ingest/random.ts'
import { createTimers, type Timers } from './timers.ts'

interface Row {
  instance: string
  at: number
}

/** The table, as the statements of an instance see it: each is done at a random time between its begin and its end, and some fail. */
function createTable({ now, wait }: Timers, below: (limit: number) => number) {
  const rows: Row[] = []
  const time = (): number => now().getTime()
  const run = async (sql: string, parameters: object): Promise<readonly (readonly string[])[]> => {
    await wait(below(4000))
    const { instance = [] } = parameters as { instance?: readonly string[] }
    let result: readonly (readonly string[])[] = []
    if (sql.startsWith('INSERT')) rows.push({ instance: instance[1]!, at: time() })
    if (sql.startsWith('SELECT')) {
      const live = rows.filter(({ at }) => at > time() - 45_000)
      result = [...new Set(live.map((row) => row.instance))].map((each) => ['crm', each])
    }
    await wait(below(4000))
    if (below(20) === 0) throw new Error('BigQuery did not run the statement in time.')
    return result
  }
  return run
}

describe('the instances that share a rate', () => {
  it('never may send more than the limit together, and use all of it once they are settled', async function () {
    this.timeout(120_000)
    for (let seed = 1; seed <= 12; seed++) {
      const { below } = randomFrom(seed)
      const timers = createTimers()
      const run = createTable(timers, below)
      const limit = 1 + below(12)
      const create = () =>
        createSenders(new Map([['crm', limit]]), {
          instance: String(below(1_000_000_000)),
          table: 'senders',
          run,
          now: () => timers.now().getTime(),
          warn: () => {},
        })
      let instances: { shareOf: ReturnType<typeof create>; idleUntil: number }[] = []
      /** What each may send now, and what the same ones might still be counted for at the third party, a second ago. */
      let before = 0
      for (let second = 0; second < 400; second++) {
        const isSettling = second > 250
        if (!isSettling && below(15) === 0 && instances.length < 6)
          instances.push({ shareOf: create(), idleUntil: 0 })
        if (!isSettling && below(60) === 0) instances = instances.slice(1)
        for (const instance of instances)
          if (!isSettling && below(80) === 0) instance.idleUntil = second + below(70)
        const sum = instances
          .filter(({ idleUntil }) => idleUntil <= second)
          .reduce((total, { shareOf }) => total + (shareOf('crm')?.requests ?? 0), 0)
        assert.ok(sum <= limit, `seed ${seed}, after ${second} s: ${sum} of ${limit}`)
        before = sum
        await timers.advance(1000)
      }
      if (instances.length > 0)
        assert.ok(before >= 0.8 * limit, `seed ${seed}: ${before} of ${limit} in the end`)
    }
  })

  it('is one that begins at once if it is alone, and sends nothing while BigQuery runs no statements', async () => {
    const timers = createTimers()
    let isUp = true
    const warnings: string[] = []
    const shareOf = createSenders(new Map([['crm', 10]]), {
      instance: 'only',
      table: 'senders',
      run: async () => {
        if (!isUp) throw new Error('HTTP 503')
        return [['crm', 'only']]
      },
      now: () => timers.now().getTime(),
      warn: (message) => warnings.push(message),
    })
    const after = async (seconds: number): Promise<number | undefined> => {
      for (let second = 0; second < seconds; second++) {
        shareOf('crm')
        await timers.advance(1000)
      }
      return shareOf('crm')?.requests
    }
    assert.equal(shareOf('other'), undefined, 'a destination without a limit never asks')
    assert.equal(await after(1), 10)
    assert.equal(await after(60), 10)
    isUp = false
    assert.equal(await after(46), undefined)
    assert.ok(warnings.length > 0)
    isUp = true
    assert.equal(await after(5), 10)
  })
})
