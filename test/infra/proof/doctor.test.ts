/** Doctor: checks that `npx sluice doctor` finds every difference of the local stack, and nothing in an unchanged one. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { operate } from '../../support/operate.ts'
import { TestStack } from '../../support/stack.ts'

const command = resolve(import.meta.dirname, '../../../cli/index.ts')

interface Said {
  code: number
  lines: readonly string[]
}

function doctor(dir: string, ...args: readonly string[]): Promise<Said> {
  return new Promise((done) => {
    const env = { ...process.env, SLUICE_DATA_DIR: dir }
    execFile(process.execPath, [command, 'doctor', ...args], { env }, (error, stdout, stderr) =>
      done({
        code: error ? Number(error.code) : 0,
        lines: `${stdout}${stderr}`.trim().split('\n'),
      }),
    )
  })
}

describe('npx sluice doctor', () => {
  let stack: TestStack

  before(async () => {
    stack = await TestStack.start()
  })
  after(() => stack.remove())

  /** Sends a request as the developer, like a manual change. */
  const byHand = async (method: string, url: string, body?: object): Promise<void> => {
    const { status } = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${stack.facts.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.ok(status < 300, `${method} ${url} was answered ${status}`)
  }

  it('finds no difference in a new stack', async () => {
    const { code, lines } = await doctor(stack.dir, '--local')
    const [summary = '', ...rights] = lines
    assert.match(
      summary,
      /^sluice-local matches the program: \d functions, \d+ topics, \d+ subscriptions, \d+ tables\.$/,
    )
    assert.deepEqual(rights, [
      'You can publish events (pubsub.topics.publish).',
      'You can change topics (pubsub.topics.update).',
    ])
    assert.equal(code, 0)
  })

  it('finds deleted and changed resources', async () => {
    const { project, dataset, pubsubHost, bigqueryUrl } = stack.facts
    const bus = `http://${pubsubHost}/v1/projects/${project}`
    await byHand('DELETE', `${bus}/subscriptions/events-store`)
    await byHand('DELETE', `${bus}/topics/purchase`)
    await byHand('PATCH', `${bus}/subscriptions/lead-store`, {
      subscription: { ackDeadlineSeconds: 10 },
      updateMask: 'ackDeadlineSeconds',
    })
    await byHand('DELETE', `${bigqueryUrl}/projects/${project}/datasets/${dataset}/tables/latency`)
    await operate(stack.dir, 'pause', 'webhook')
    const { code, lines } = await doctor(stack.dir, '--local')
    const forward = stack.facts.functions['forward']
    assert.deepEqual(lines.slice(0, -2), [
      'topic purchase is missing: run "pulumi up --refresh" to create it',
      `subscription forward-webhook has the push endpoint none: its messages are held, expected ${forward}/webhook`,
      'subscription events-store is missing: run "pulumi up --refresh" to create it',
      'subscription lead-store has the ack deadline in seconds 10, expected 600',
      'subscription purchase-store has the topic _deleted-topic_, expected projects/sluice-local/topics/purchase',
      'view latency is missing: run "pulumi up --refresh" to create it',
      '6 resources of sluice-local differ from the program.',
    ])
    assert.equal(code, 1)
  })

  it('reports where it looked if there is no stack', async () => {
    assert.deepEqual(await doctor('/nonexistent', '--local'), {
      code: 3,
      lines: [
        'Error: There is no /nonexistent/stack.json: no local stack is running. Start one with "npx sluice start".',
      ],
    })
    const { code, lines } = await doctor(stack.dir, '--project', 'nobody-has-it')
    assert.equal(code, 3)
    assert.match(
      lines[0] ?? '',
      /^Error: No Pulumi\.<stack>\.yaml has gcp:project: nobody-has-it\. Found: .*Pulumi\.example\.yaml/,
    )
  })
})
