/** Attacks on the public doors: whatever arrives gets an answer of the right kind, in JSON, without blocking, crashing or telling. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tables } from '../../schemas/warehouse.ts'
import { clientOf, type Client } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { arrangeDefinition, pageViews } from '../support/saved_definition.ts'
import { until } from '../support/until.ts'
import { webhookSecret, webhookTo } from '../support/webhook.ts'
import { bodies } from './doors/bodies.ts'
import { canaryPerson, canaryToken, doors, type Attack, type DoorName } from './doors/case.ts'
import { heads } from './doors/heads.ts'

const attacks = [...heads, ...bodies]

/** Seconds of CPU time of one answer, beyond which the loop counts as blocked. It is CPU time, because other processes share the machine. */
const longestCpu = 1

const roles = { ingest: 'producer', translate: 'producer', hook: 'producer', console: 'editor' } as const
const config = {
  'gcp:project': 'sluice-local',
  'sluice:destinations': { good: webhookTo('good') },
  'sluice:webhooks': {
    visits: {
      secret: webhookSecret,
      signature: { scheme: 'digest', header: 'X-Sum', encoding: 'hex' },
    },
  },
}

describe('attacks on the public doors', () => {
  let stack: TestStack
  let client: Client
  let stranger: string
  const pids = new Map<DoorName, number>()
  const answers: { attack: Attack; text: string }[] = []
  const agent = new Agent({ keepAlive: true })

  const pidsOf = async (): Promise<ReadonlyMap<DoorName, number>> => {
    const children = await readFile(`/proc/${stack.pid}/task/${stack.pid}/children`, 'utf8')
    const named = await Promise.all(
      children
        .split(' ')
        .filter(Boolean)
        .map(async (pid) => {
          const name = /--target=(\w+)/.exec(await readFile(`/proc/${pid}/cmdline`, 'utf8'))?.[1]
          return [name as DoorName, Number(pid)] as const
        }),
    )
    return new Map(named.filter(([name]) => doors.includes(name)))
  }
  /** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
  const cpuOf = async (door: DoorName): Promise<number> => {
    const fields = (await readFile(`/proc/${pids.get(door)}/stat`, 'utf8')).split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }

  before(async () => {
    stack = await TestStack.start(config)
    client = clientOf(stack.facts)
    stranger = await client.tokenOf('stranger@sluice-local.iam.gserviceaccount.com')
    await arrangeDefinition(client, 'translation', pageViews('visits'))
    await until('translate knows the translation', async () => {
      const { status } = await client.post('/v1/translators/visits?validateOnly=true', { page: 'a' })
      return status === 200
    })
    for (const [door, pid] of await pidsOf()) pids.set(door, pid)
    assert.deepEqual([...pids.keys()].toSorted(), [...doors].toSorted())
  })
  after(async () => {
    agent.destroy()
    await stack?.remove()
  })

  const send = ({ door, method, path, authorization, headers, body }: Attack) =>
    new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
      const token = authorization === 'stranger' ? stranger : tokenOf(stack.facts, roles[door])
      const header = typeof authorization === 'string' ? `Bearer ${token}` : authorization.header
      const { port } = new URL(stack.facts.functions[door]!)
      const all = {
        ...headers,
        'content-length': String(Buffer.byteLength(body)),
        ...(header !== undefined && { authorization: header }),
      }
      request({ agent, host: '127.0.0.1', port, method, path, headers: all }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
        .on('error', reject)
        .end(body)
    })
  it(`are at least 600, and each gets its status as google.rpc.Status in JSON within ${longestCpu} s of CPU time`, async () => {
    assert.ok(attacks.length >= 600, String(attacks.length))
    const wrong: string[] = []
    for (const attack of attacks) {
      const label = `${attack.door}: ${attack.what.slice(0, 80)}`
      const before = await cpuOf(attack.door)
      const { status, type, text } = await send(attack)
      const cpu = (await cpuOf(attack.door)) - before
      answers.push({ attack, text })
      if (!attack.expected.includes(status)) wrong.push(`${label}: ${status} ${text.slice(0, 200)}`)
      if (cpu > longestCpu) wrong.push(`${label}: ${cpu} s of CPU time`)
      if (status < 400) continue
      const { error } = (type.includes('json') ? JSON.parse(text) : {}) as {
        error?: { code?: number; status?: string }
      }
      if (error?.code !== status || typeof error.status !== 'string')
        wrong.push(`${label}: ${status} in ${type}: ${text.slice(0, 200)}`)
    }
    assert.deepEqual(wrong, [], `${wrong.length} of ${attacks.length}`)
  })

  it('end no process, and log no unexpected error', async () => {
    assert.deepEqual(await pidsOf(), pids)
    assert.doesNotMatch(stack.output, /unexpected error|"severity":"(ERROR|CRITICAL)"/)
  })

  it('leave neither token nor personal data in answers, logs and tables, except the events themselves', async () => {
    for (const { attack, text } of answers) {
      assert.ok(!text.includes(canaryToken), `${attack.door}: ${attack.what} repeats the token`)
      // The console shows an editor the events that the editor sent.
      if (attack.door !== 'console')
        assert.ok(!text.includes(canaryPerson), `${attack.door}: ${attack.what} repeats a payload`)
    }
    assert.ok(!stack.output.includes(canaryToken) && !stack.output.includes(canaryPerson))
    const found = async (table: string, text: string): Promise<number> => {
      const [row] = await client.arrange(
        `SELECT COUNT(*) AS n FROM ${table} AS t WHERE STRPOS(TO_JSON_STRING(t), '${text}') > 0`,
      )
      return Number(row!['n'])
    }
    await until('the canary event is stored', async () => (await found('events', canaryPerson)) > 0)
    await until('it is delivered', async () => {
      const [open] = await client.query(
        `SELECT COUNT(*) AS n FROM delivery_state WHERE outcome IN ('pending', 'deferred')`,
      )
      return open!['n'] === '0'
    })
    for (const { name } of Object.values(tables)) {
      assert.equal(await found(name, canaryToken), 0, `${name} has the token`)
      if (name !== 'events' && name !== 'quarantine')
        assert.equal(await found(name, canaryPerson), 0, `${name} has the person`)
    }
  })
})
