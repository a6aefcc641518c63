/** Reconciliation through the whole stack: requested at the console or by the scheduler's job, done by `sync`, recorded in table `runs`, and
 * logged with the text that the alert matches. */
import assert from 'node:assert/strict'
import { jobsOf, schedulerAgent } from '../local/apply/scheduler.ts'
import { ofType } from '../local/pulumi/graph.ts'
import { stack as graphOf } from './infra/stack.ts'
import { ReplayStack, webhook } from './replay/stack.ts'
import { operate } from './support/operate.ts'
import { until } from './support/until.ts'
import { at, day } from './schemas/views/warehouse.ts'

/** Returns the text that the filter of an alert matches in `jsonPayload.message`. */
async function messagesOf(alert: string): Promise<string> {
  const policies = ofType(await graphOf(), 'gcp:monitoring/alertPolicy:AlertPolicy')
  const { conditions } = policies.find(({ name }) => name === alert)!.inputs as {
    conditions: readonly [{ conditionMatchedLog: { filter: string } }]
  }
  const { filter } = conditions[0].conditionMatchedLog
  assert.ok(filter.includes('"sync"') && filter.includes('severity=ERROR'), filter)
  return /jsonPayload\.message:"([^"]+)"/.exec(filter)![1]!
}

describe('the daily check of the promises', function () {
  this.timeout(300_000)
  let stack: ReplayStack

  before(async () => {
    stack = await ReplayStack.start({ crm: webhook('crm') })
  })
  after(() => stack.stack.remove())

  /** Entries that `sync` logged, as Cloud Logging reads them. */
  const logged = (): readonly Readonly<Record<string, unknown>>[] =>
    stack.stack.output
      .split('\n')
      .filter((line) => line.startsWith('sync: {'))
      .map((line) => JSON.parse(line.slice('sync: '.length)) as Record<string, unknown>)

  /** Stores an event that is permitted for `crm` and never delivered. */
  const storePermitted = (id: string) =>
    stack.client.arrange(
      `INSERT INTO events (event_id, event_name, event_time, received_at, stored_at, topic, message_id, definition, hop, decisions)
VALUES ('${id}', 'purchase', TIMESTAMP '${at('10:00:00')}', TIMESTAMP '${at('10:00:00')}', TIMESTAMP '${at('10:00:01')}', 'events', 'm-${id}',
  'purchase@1.0', 0, [STRUCT('crm' AS destination, TRUE AS permitted, 'some' AS rule, 'permitted' AS reason)])`,
    )

  const clear = () => stack.client.arrange('DELETE FROM events WHERE TRUE')

  it('finishes while the promises hold, and logs nothing', async () => {
    const run = await stack.done('reconcile', {})
    assert.deepEqual([run.state, run.reason, run.counts], ['finished', null, { broken: 0 }])
    assert.deepEqual(logged(), [])
  })

  it('fails with the promise, destination, day and count, in the row and in the log', async () => {
    await storePermitted('lost-1')
    await storePermitted('lost-2')
    const run = await stack.done('reconcile', {})
    const reason = `Broken: unexplained of crm on ${day}: 2`
    assert.deepEqual([run.state, run.reason, run.counts], ['failed', reason, { broken: 2 }])
    assert.deepEqual(run.result, {
      broken: [{ promise: 'unexplained', destination: 'crm', day, count: 2 }],
    })
    await until('the line is logged', () => logged().length > 0)
    const [line, ...others] = logged()
    assert.deepEqual(others, [])
    assert.equal(line!['severity'], 'ERROR')
    assert.ok(String(line!['message']).includes(await messagesOf('reconciliation')), JSON.stringify(line))
    assert.equal(line!['reason'], reason)
    assert.ok(!String(line!['message']).includes(await messagesOf('runs')), 'one alert is enough')
    await clear()
  })

  it('runs when Cloud Scheduler publishes the message of the job', async () => {
    const { facts } = stack.stack
    const [job] = jobsOf(await graphOf()).filter(({ name }) => name === 'sluice-reconcile')
    const { attributes, data } = job!
    const response = await fetch(
      `http://${facts.pubsubHost}/v1/projects/${facts.project}/topics/scheduled-runs:publish`,
      {
        method: 'POST',
        // The project of the local stack has this number.
        headers: {
          authorization: `Bearer ${await stack.client.tokenOf(schedulerAgent(100_000_000_000))}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ messages: [{ attributes, data }] }),
      },
    )
    assert.equal(response.status, 200)
    const { messageIds } = (await response.json()) as { messageIds: readonly string[] }
    await until('the run has finished', async () => {
      const rows = await stack.client.query(`SELECT kind, state FROM runs WHERE run_id = '${messageIds[0]}'`)
      return rows[0]?.['kind'] === 'reconcile' && rows[0]['state'] === 'finished'
    })
  })

  it('reports only the requested days', async () => {
    await stack.client.arrange(
      `INSERT INTO events (event_id, event_name, event_time, received_at, stored_at, topic, message_id, definition, hop, decisions)
SELECT 'old', 'purchase', old, old, old, 'events', 'm-old', 'purchase@1.0', 0,
  [STRUCT('crm' AS destination, TRUE AS permitted, 'some' AS rule, 'permitted' AS reason)]
FROM (SELECT TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 5 DAY) AS old)`,
    )
    assert.equal((await stack.done('reconcile', {})).state, 'finished')
    assert.equal((await stack.done('reconcile', { days: 6 })).counts['broken'], 1)
    const { status, body } = await stack.console('POST', 'runs/reconcile', { days: 31 })
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /number of days before today to check/)
    await clear()
  })

  it('fails with the alert of runs when a view cannot be read', async () => {
    const before = logged().length
    await stack.client.arrange('DROP VIEW duplicate_orders')
    const run = await stack.done('reconcile', {})
    assert.equal(run.state, 'failed')
    assert.match(run.reason!, /^notFound: BigQuery rejected a statement of the check/)
    const message = await messagesOf('runs')
    await until('the line is logged', () =>
      logged()
        .slice(before)
        .some((line) => String(line['message']).includes(message)),
    )
  })

  it('is requested by a command, which exits with 1 when a promise is broken', async () => {
    // Starting the stack creates the view again.
    await stack.stack.stop()
    await stack.stack.start()
    assert.match(await operate(stack.stack.dir, 'reconcile'), /finished after .*\n {2}broken {2}0$/)
    await storePermitted('lost-3')
    await assert.rejects(
      operate(stack.stack.dir, 'reconcile', '--days', '1'),
      (error: { code: number; stdout: string }) => {
        assert.equal(error.code, 1)
        assert.match(error.stdout, /Broken: unexplained of crm on /)
        return true
      },
    )
  })
})

describe('the job of the daily check', () => {
  it('is in every stack, at 04:00 UTC, and publishes a run request that reaches sync', async () => {
    const graph = await graphOf()
    const jobs = jobsOf(graph).filter(({ name }) => name === 'sluice-reconcile')
    assert.deepEqual(jobs, [
      {
        name: 'sluice-reconcile',
        schedule: '0 4 * * *',
        timeZone: 'Etc/UTC',
        paused: false,
        topic: 'projects/acme-events/topics/scheduled-runs',
        attributes: { kind: 'reconcile' },
        data: Buffer.from('{}').toString('base64'),
      },
    ])
    const subscriptions = ofType(graph, 'gcp:pubsub/subscription:Subscription').filter(({ inputs }) =>
      String(inputs['filter']).includes('"reconcile"'),
    )
    assert.deepEqual(
      subscriptions.map(({ inputs }) => [inputs['name'], inputs['filter'], inputs['pushConfig']]),
      ['runs-reconcile', 'scheduled-runs-reconcile'].map((name) => [
        name,
        'attributes.kind = "reconcile"',
        {
          pushEndpoint: 'https://sync-abc123-ew.a.run.app',
          oidcToken: {
            serviceAccountEmail: 'sluice-push@acme-events.iam.gserviceaccount.com',
            audience: 'https://sync-abc123-ew.a.run.app',
          },
        },
      ]),
    )
  })
})
