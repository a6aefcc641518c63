/** Runs: one at a time per scope, each to its end, also after interruptions. */
import assert from 'node:assert/strict'
import type { LeasedRun } from '../functions/runs/run_log.ts'
import { startLog, type Log } from './runs/log.ts'
import { until } from './support/until.ts'

describe('a run', () => {
  let log: Log
  before(async () => {
    log = await startLog()
  })
  beforeEach(() => log.logged.splice(0))
  after(() => log.stop())

  it('is done once, however often its request is delivered', async () => {
    let times = 0
    const push = log.instance({
      work: async (run) => {
        times++
        await run.end({ state: 'finished', counts: { sent: 3 } })
        return 'done'
      },
    })
    assert.equal(await push('once'), 204)
    assert.equal(await push('once'), 204)
    assert.equal(times, 1)
    assert.deepEqual(await log.run('once'), { state: 'finished', reason: null, counts: '{"sent":3}' })
  })

  it('resumes where it was at the next push, and excludes others of its scope until it has ended', async () => {
    const positions: unknown[] = []
    const push = log.instance({
      work: async (run, { id }) => {
        positions.push([id, run.position, run.counts])
        if (run.position === null) {
          await run.save({ counts: { sent: 1 }, position: { after: 'a' } })
          return 'retry'
        }
        await run.end({ state: 'finished', counts: run.counts })
        return 'done'
      },
    })
    assert.equal(await push('first'), 425)
    assert.equal(await push('second'), 425)
    assert.equal((await log.run('second'))?.['state'], 'waiting')
    assert.equal(await push('first'), 204)
    assert.equal(await push('second'), 425)
    assert.equal(await push('second'), 204)
    assert.deepEqual(positions.slice(0, 3), [
      ['first', null, {}],
      ['first', { after: 'a' }, { sent: 1 }],
      ['second', null, {}],
    ])
  })

  it('runs concurrently with runs of other scopes', async () => {
    const push = log.instance({
      describe: ({ id }) => ({ scope: `reprocess/${id}` }),
      work: async () => 'retry',
    })
    assert.equal(await push('this'), 425)
    assert.equal(await push('that'), 425)
    assert.equal((await log.run('that'))?.['state'], 'running')
  })

  it('is taken over after its process stalls, which then cannot change it', async () => {
    let stalled: LeasedRun | undefined
    const scope = { describe: () => ({ scope: 'reprocess/stalled' }) }
    const stalling = log.instance(
      { ...scope, work: (run) => ((stalled = run), new Promise<never>(() => {})) },
      { leaseMs: 300 },
    )
    void stalling('stalled')
    await until('the run is held', () => stalled)
    await stalled!.save({ counts: { sent: 5 }, position: 'five' })

    let seen: unknown
    const push = log.instance({
      ...scope,
      work: async (run) => {
        seen = [run.position, run.counts]
        await until('the first process has lost the run', async () => {
          return (await stalled!.save({ counts: { sent: 6 } })) === 'lost'
        })
        await stalled!.end({ state: 'failed', counts: {} })
        await run.end({ state: 'finished', counts: { sent: 7 } })
        return 'done'
      },
    })
    await until('the lease has expired', async () => (await push('stalled')) === 204)
    assert.deepEqual(seen, ['five', { sent: 5 }])
    assert.deepEqual(await log.run('stalled'), { state: 'finished', reason: null, counts: '{"sent":7}' })
  })

  it('learns that it is cancelled when it saves its progress', async () => {
    const push = log.instance({
      describe: () => ({ scope: 'reprocess/cancel' }),
      work: async (run, { id }) => {
        assert.equal(await run.save({ counts: {} }), 'continue')
        assert.equal(await push('c', { run: id }, 'cancel'), 204)
        assert.equal(await run.save({ counts: { sent: 1 } }), 'cancelled')
        await run.end({ state: 'cancelled', counts: { sent: 1 } })
        return 'done'
      },
    })
    assert.equal(await push('cancelled'), 204)
    assert.equal((await log.run('cancelled'))?.['state'], 'cancelled')
  })

  it('does nothing more after it is cancelled while it waits, or between two pushes', async () => {
    const begun: string[] = []
    const push = log.instance({
      describe: () => ({ scope: 'reprocess/waits' }),
      work: async (run, { id }) => {
        begun.push(id)
        await run.save({ counts: { sent: 2 } })
        return 'retry'
      },
    })
    assert.equal(await push('long'), 425)
    assert.equal(await push('waits'), 425)
    for (const run of ['waits', 'long']) assert.equal(await push(`c-${run}`, { run }, 'cancel'), 204)
    assert.equal(await push('waits'), 204)
    assert.equal(await push('long'), 204)
    assert.deepEqual(begun, ['long'])
    assert.deepEqual(await log.run('long'), {
      state: 'cancelled',
      reason: 'Cancelled on request.',
      counts: '{"sent":2}',
    })
    assert.equal((await log.run('waits'))?.['state'], 'cancelled')
  })

  it('does not start if it was cancelled before its request arrives', async () => {
    const begun: string[] = []
    const push = log.instance({
      work: async (run, { id }) => {
        begun.push(id)
        await run.end({ state: 'finished', counts: {} })
        return 'done'
      },
    })
    assert.equal(await push('c-early', { run: 'early' }, 'cancel'), 204)
    assert.deepEqual(log.logged.splice(0), ['no active run has this id; it is cancelled if it starts later'])
    assert.equal(await push('early'), 204)
    assert.equal(await push('later'), 204)
    assert.deepEqual(begun, ['later'])
    assert.deepEqual(await log.run('early'), {
      state: 'cancelled',
      reason: 'Cancelled on request.',
      counts: '{}',
    })
    // A run that has ended does not change.
    assert.equal(await push('c-later', { run: 'later' }, 'cancel'), 204)
    assert.equal(await push('later'), 204)
    assert.equal((await log.run('later'))?.['state'], 'finished')
  })

  it('is cancelled if it begins at the same time', async () => {
    const push = log.instance({
      describe: ({ id }) => ({ scope: `reprocess/${id}` }),
      work: async (run) => {
        while ((await run.save({ counts: {} })) !== 'cancelled');
        await run.end({ state: 'cancelled', counts: {} })
        return 'done'
      },
    })
    for (const id of ['race-0', 'race-1', 'race-2'])
      assert.deepEqual(await Promise.all([push(id), push(`c-${id}`, { run: id }, 'cancel')]), [204, 204])
  })

  it('fails with the reason if its request is invalid, and logs an alert', async () => {
    const push = log.instance({
      describe: () => {
        throw new Error('Destination "crn" is not configured in this environment. Configured: crm.')
      },
    })
    assert.equal(await push('impossible'), 204)
    assert.deepEqual(await log.run('impossible'), {
      state: 'failed',
      reason: 'Destination "crn" is not configured in this environment. Configured: crm.',
      counts: '{}',
    })
    assert.deepEqual(log.logged, [
      'a run was stopped: Destination "crn" is not configured in this environment. Configured: crm.',
    ])
  })

  it('logs an unreadable run request once and acknowledges it', async () => {
    const push = log.instance({})
    assert.equal(await push('unreadable', { from: 'yesterday' }), 204)
    assert.equal(await push('unknown', {}, 'dance'), 204)
    assert.equal(await push('lost', { run: 'nobody' }, 'cancel'), 204)
    assert.deepEqual(log.logged, [
      'invalid run request',
      'invalid run request',
      'no active run has this id; it is cancelled if it starts later',
    ])
    assert.equal(await log.run('unreadable'), undefined)
  })

  it('is retried after an error of its worker, and resumes', async () => {
    let times = 0
    const push = log.instance({
      describe: () => ({ scope: 'reprocess/stumbles' }),
      work: async (run) => {
        if (times++ === 0) throw new Error('BigQuery is not available.')
        await run.end({ state: 'finished', counts: {} })
        return 'done'
      },
    })
    await assert.rejects(push('stumbles'), /BigQuery is not available/)
    assert.equal(await push('stumbles'), 204)
    assert.equal((await log.run('stumbles'))?.['state'], 'finished')
  })
})
