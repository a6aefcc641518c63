/** The local scheduler: publishes what a job says when it is due, in the name of Cloud Scheduler. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { jobsOf, schedulerAgent } from '../../local/apply/scheduler.ts'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { startScheduler, type ScheduledJob } from '../../local/scheduler/scheduler.ts'
import { examples, stack } from '../infra/stack.ts'
import { until } from '../support/until.ts'

/** Due every second, which Cloud Scheduler does not know: nobody wants to wait for the next minute. */
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

/** Takes what is published; answers with these statuses, the last for ever. */
async function openBus(...statuses: readonly number[]) {
  const taken: { path: string; authorization: string; body: unknown }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { url = '', headers } = request
      taken.push({ path: url, authorization: headers.authorization ?? '', body: JSON.parse(text) })
      response.writeHead(statuses[Math.min(taken.length, statuses.length) - 1] ?? 200).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { taken, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

describe('the local scheduler', () => {
  it('publishes the message of a job again and again, and nothing for one that is paused', async () => {
    const bus = await openBus(500, 200)
    const lines: string[] = []
    const stop = startScheduler({
      jobs: [job({}), job({ name: 'held', paused: true, topic: 'projects/p/topics/held' })],
      pubsubUrl: bus.url,
      authorization: () => 'Bearer agent',
      log: (line) => lines.push(line),
    })
    try {
      await until('two messages came', () => bus.taken.length >= 2)
    } finally {
      stop()
      bus.close()
    }
    assert.deepEqual(bus.taken[0], {
      path: '/v1/projects/p/topics/runs:publish',
      authorization: 'Bearer agent',
      body: { messages: [{ attributes: { kind: 'sync' }, data: 'eyJzeW5jIjoib2Z0ZW4ifQ==' }] },
    })
    assert.ok(bus.taken.every(({ path }) => path.includes('/runs:')))
    assert.deepEqual(lines, ['scheduler: often was answered 500'])
  })

  it('knows the jobs of the Pulumi program, which may publish to topic runs', async () => {
    const graph = await stack(examples['with everything'])
    const jobs = jobsOf(graph)
    assert.ok(jobs.length > 0)
    for (const { topic } of jobs) assert.equal(topic, 'projects/acme-events/topics/runs')
    assert.ok(
      grantsOf(graph).some(
        ({ member, role, resource }) =>
          member === `serviceAccount:${schedulerAgent(100_000_000_000)}` &&
          role === 'roles/pubsub.publisher' &&
          resource === 'projects/acme-events/topics/runs',
      ),
    )
  })
})
