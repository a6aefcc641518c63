/** Reverse ETL to several destinations through the whole stack: each has its own run, state and outcome, and none waits for another. */
import assert from 'node:assert/strict'
import { ReplayStack, webhook, type ShownRun } from '../replay/stack.ts'
import { sluice } from '../support/operate.ts'
import { until } from '../support/until.ts'

const onlyRows = "event.event_name == 'customer_profiles'"
const sync = 'customer_profiles'

describe('a sync with several destinations', function () {
  this.timeout(300_000)
  let stack: ReplayStack

  before(async () => {
    stack = await ReplayStack.start(
      {
        crm: webhook('crm', onlyRows),
        ads: webhook('ads', onlyRows),
        held: { ...webhook('held', onlyRows), paused: true },
      },
      {
        'sluice:syncs': {
          [sync]: { destinations: ['crm', 'ads', 'held'], paused: true },
          lapsed_customers: { destination: 'crm', paused: true },
        },
      },
    )
    const people = Array.from({ length: 5 }, (_, n) => ({
      event_name: 'sign_up',
      consent: { ad_user_data: 'granted', analytics_storage: 'granted' },
      user_id: `u-${n}`,
      email: `u${n}@acme.example`,
    }))
    assert.equal((await stack.client.post('/v1/topics/events', people)).status, 200)
    await until('the events are stored', async () => {
      const [row] = await stack.client.query('SELECT COUNT(*) AS n FROM events')
      return Number(row!['n']) === 5
    })
  })
  after(() => stack?.stack.remove())

  const countsOf = ({ state, counts }: ShownRun) => [
    state,
    counts['added'],
    counts['delivered'],
    counts['refused'],
  ]

  it('shows in a dry run what each destination would get', async () => {
    for (const destination of ['crm', 'ads']) {
      const { state, counts, result } = await stack.done('sync', { sync, destination, dry_run: true })
      assert.deepEqual([state, counts['added']], ['finished', 5])
      const { samples } = result as { samples: { added: readonly object[] } }
      assert.equal(samples.added.length, 5)
    }
    assert.deepEqual(await stack.client.received(), [])
  })

  it('delivers to one while another refuses every row and a third is paused', async () => {
    await stack.client.thirdPartyAnswers({ status: 422, path: '/crm' })
    const held = await stack.ask('sync', { sync, destination: 'held' })
    const crm = await stack.ask('sync', { sync, destination: 'crm' })
    const ads = await stack.ask('sync', { sync, destination: 'ads' })
    assert.deepEqual(countsOf(await stack.ended(ads)), ['finished', 5, 5, 0])
    assert.deepEqual(countsOf(await stack.ended(crm)), ['finished', 5, 0, 5])
    await until('the run of the paused destination has sent its rows', async () => {
      const run = await stack.run(held)
      return run?.state === 'settling' && run.counts['pending'] === 5
    })
    const rows = await stack.client.query(
      `SELECT run_id, destination FROM runs WHERE name = '${sync}' AND NOT dry_run ORDER BY destination`,
    )
    assert.deepEqual(
      rows.map(({ run_id, destination }) => [run_id, destination]),
      [
        [ads, 'ads'],
        [crm, 'crm'],
        [held, 'held'],
      ],
    )
  })

  it('keeps the state of each: the next runs send only what each has not accepted', async () => {
    const state = await stack.client.query(
      'SELECT destination, COUNT(*) AS n FROM sync_state GROUP BY destination',
    )
    assert.deepEqual(
      state.map(({ destination, n }) => [destination, Number(n)]),
      [['ads', 5]],
    )
    await stack.client.thirdPartyAnswers(undefined)
    assert.deepEqual(countsOf(await stack.done('sync', { sync, destination: 'crm' })), ['finished', 5, 5, 0])
    const ads = await stack.done('sync', { sync, destination: 'ads' })
    assert.deepEqual([ads.state, ads.counts['sent'], ads.counts['unchanged']], ['finished', 0, 5])
    // The same row is another change, with an id of its own, for each destination.
    const ids = [...(await stack.arrivals('crm')), ...(await stack.arrivals('ads'))]
    assert.deepEqual([ids.length, new Set(ids).size], [15, 10])
  })

  it('refuses a request that names none or a wrong one, with the field', async () => {
    const violation = async (request: object): Promise<unknown> => {
      const { status, body } = await stack.console('POST', 'runs/sync', request)
      assert.equal(status, 400)
      const { details } = body['error'] as { details: { fieldViolations: readonly object[] }[] }
      return details[0]!.fieldViolations[0]
    }
    const expected = `Sync "${sync}": expected one of its destinations in the field destination: crm, ads, held; got`
    assert.deepEqual(await violation({ sync }), { field: 'destination', description: `${expected} none.` })
    assert.deepEqual(await violation({ sync: 'lapsed_customers', destination: 'ads' }), {
      field: 'destination',
      description:
        'Sync "lapsed_customers": expected one of its destinations in the field destination: crm; got "ads".',
    })
    const run = await stack.ended(await stack.askDirectly('sync', { sync }))
    assert.deepEqual([run.state, run.reason], ['failed', `${expected} none.`])
  })

  it('runs for each destination by one command', async () => {
    const { code, stdout, stderr } = await sluice(['sync', sync, '--dry-run', '--json'], {
      dir: stack.stack.dir,
    })
    // Of the paused destination, the run before is still in progress.
    assert.equal(code, 1, stderr)
    const runs = JSON.parse(stdout) as readonly { destination: string; state: string; counts: object }[]
    assert.deepEqual(
      runs.map(({ destination, state }) => [destination, state]),
      [
        ['crm', 'finished'],
        ['ads', 'finished'],
        ['held', 'cancelled'],
      ],
    )
  })

  it('still takes the setting of a single destination, which a request need not name', async () => {
    const { state } = await stack.done('sync', { sync: 'lapsed_customers', dry_run: true })
    assert.equal(state, 'finished')
  })
})
