/** Local scheduler: publishes the messages of jobs when they are due, as Cloud Scheduler's service agent. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { jobsOf, schedulerAgent } from '../../local/apply/scheduler.ts'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { startScheduler, type ScheduledJob } from '../../local/scheduler/scheduler.ts'
import { examples, stack } from '../infra/stack.ts'
import { until } from '../support/until.ts'

/** Returns a job that is due every second. Cloud Scheduler supports minutes only, but the test must be fast. */
function job(more: Partial<ScheduledJob>): ScheduledJob {
  return {
    name: 'often',
    schedule: '* * * * * *',
    timeZone: 'Etc/UTC',
    paused: false,
    topic: 'projects/p/topics/runs',
    attributes: { kind: 'sync' },
    data: Buffer.from('{"sync":"often"}').toString('base64'),
    ...more,
  }
}

/** Starts a server that records publish requests and returns these statuses, the last one repeatedly. */
async function openBus(...statuses: readonly number[]) {
  const requests: { path: string; authorization: string; body: unknown }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { url = '', headers } = request
      requests.push({ path: url, authorization: headers.authorization ?? '', body: JSON.parse(text) })
      response.writeHead(statuses[Math.min(requests.length, statuses.length) - 1] ?? 200).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { requests, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

describe('the local scheduler', () => {
  it('publishes the message of a job each time it is due, and nothing for a paused job', async () => {
    const bus = await openBus(500, 200)
    const lines: string[] = []
    const stop = startScheduler({
      jobs: [job({}), job({ name: 'held', paused: true, topic: 'projects/p/topics/held' })],
      pubsubUrl: bus.url,
      authorization: () => 'Bearer agent',
      log: (line) => lines.push(line),
    })
    try {
      await until('two messages were published', () => bus.requests.length >= 2)
    } finally {
      stop()
      bus.close()
    }
    assert.deepEqual(bus.requests[0], {
      path: '/v1/projects/p/topics/runs:publish',
      authorization: 'Bearer agent',
      body: { messages: [{ attributes: { kind: 'sync' }, data: 'eyJzeW5jIjoib2Z0ZW4ifQ==' }] },
    })
    assert.ok(bus.requests.every(({ path }) => path.includes('/runs:')))
    assert.deepEqual(lines, ['scheduler: publishing for job often failed with status 500'])
  })

  it('knows the jobs of the Pulumi program, which alone publish to topic scheduled-runs', async () => {
    const graph = await stack(examples['with everything'])
    const jobs = jobsOf(graph)
    assert.ok(jobs.length > 0)
    for (const { topic } of jobs) assert.equal(topic, 'projects/acme-events/topics/scheduled-runs')
    assert.deepEqual(
      grantsOf(graph)
        .filter(({ resource }) => resource === 'projects/acme-events/topics/scheduled-runs')
        .map(({ member, role }) => [member, role]),
      [[`serviceAccount:${schedulerAgent(100_000_000_000)}`, 'roles/pubsub.publisher']],
    )
  })
})
