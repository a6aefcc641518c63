/** Erasure through the whole stack, killed in the middle: nothing of the person remains in any table, in Pub/Sub, or on disk. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { tables } from '../../schemas/warehouse.ts'
import { endLeases } from '../runs/end_leases.ts'
import { clientOf, type Client } from '../support/client.ts'
import { operate } from '../support/operate.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'

const jane = 'jane.doe.7f3a91@acme.example'
const john = 'john.roe.4c1b22@acme.example'

const config = {
  'gcp:project': 'sluice-local',
  // By default, topics keep messages for seven days.
  'sluice:messageRetention': 0,
  'sluice:delivery': { maxAttempts: 5, minimumBackoff: '0.05s', maximumBackoff: '0.2s' },
  'sluice:destinations': {
    fine: webhookTo('fine'),
    // Only one event: failed deliveries slow the subscription down.
    broken: webhookTo('broken', {
      rules: [{ id: 'all', effect: 'permit', when: "event.event_name == 'contact'" }],
    }),
    held: webhookTo('held', { paused: true }),
  },
}

/** The parts of a text in base64 that do not depend on the bytes around it, for each alignment. */
function inBase64(text: string): string[] {
  return [0, 1, 2].map((before) =>
    Buffer.from(`${' '.repeat(before)}${text}`)
      .toString('base64')
      .slice(before === 0 ? 0 : 4)
      .replace(/=+$/, '')
      .slice(0, -2),
  )
}

/** Lists the files of a folder that contain a text, also in base64, in any letter case. */
async function filesWith(dir: string, text: string): Promise<string[]> {
  const needles = [text, ...inBase64(text)].map((each) => each.toLowerCase())
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const matches: string[] = []
  for (const file of files) {
    const content = (await readFile(file, 'latin1')).toLowerCase()
    if (needles.some((each) => content.includes(each))) matches.push(file.slice(dir.length + 1))
  }
  return matches
}

describe('erasure through the whole stack', function () {
  this.timeout(600_000)
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start(config)
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())

  const send = async (event: object): Promise<string> => {
    const event_id = randomUUID()
    const { status } = await client.post('/v1/topics/events', { event_id, ...event })
    assert.equal(status, 200)
    return event_id
  }
  const outcomeOf = async (id: string, destination: string) => {
    const [row] = await client.query(
      `SELECT outcome FROM delivery_state WHERE event_id = '${id}' AND destination = '${destination}'`,
    )
    return row?.['outcome']
  }
  const ends = (id: string, destination: string, outcome: string) =>
    until(`${destination} is ${outcome}`, async () => (await outcomeOf(id, destination)) === outcome)

  const textOf = async (table: string): Promise<string> => {
    const original = ['quarantine', 'dead_letters'].includes(table)
      ? `, ' ', SAFE_CONVERT_BYTES_TO_STRING(IFNULL(original, b''))`
      : ''
    const [row] = await client.query(
      `SELECT STRING_AGG(CONCAT(TO_JSON_STRING(t)${original})) AS text FROM ${table} AS t`,
    )
    return (row!['text'] as string | null) ?? ''
  }
  const runState = async () => {
    const [row] = await client.query(
      `SELECT state, TO_JSON_STRING(result) AS result, TO_JSON_STRING(counts) AS counts FROM runs WHERE kind = 'erasure'`,
    )
    return row
  }

  it('deletes the person from everything', async () => {
    await client.thirdPartyAnswers({ path: '/broken', status: 500 })
    const hers = await Promise.all([
      send({ event_name: 'login', email: jane }),
      send({ event_name: 'contact', email: jane, event_data: { message: `Write to ${jane.toUpperCase()}` } }),
    ])
    const his = await send({ event_name: 'login', email: john })
    await send({ event_name: 'no_such_event_at_all', email: jane })
    for (const id of [...hers, his]) await ends(id, 'fine', 'delivered')
    await ends(hers[1], 'broken', 'dead')
    await until('the unknown event is quarantined', async () => (await textOf('quarantine')).includes(jane))
    assert.ok((await filesWith(join(stack.dir, 'pubsub'), jane)).length > 0)

    const published = await fetch(
      `http://${stack.facts.pubsubHost}/v1/projects/${stack.facts.project}/topics/runs:publish`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokenOf(stack.facts, 'operator')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          messages: [
            {
              data: Buffer.from(JSON.stringify({ subject: { email: jane } })).toString('base64'),
              attributes: { kind: 'erasure' },
            },
          ],
        }),
      },
    )
    assert.equal(published.status, 200)
    await until('the person is suppressed', async () => (await textOf('suppressions')) !== '')
    await stack.kill()
    await stack.start()
    client = clientOf(stack.facts)
    await client.thirdPartyAnswers({ path: '/broken', status: 500 })
    await endLeases(client)

    // The events that wait there were permitted before the person was suppressed.
    await until('the rest is done', async () => (await runState())?.['state'] === 'settling', 180_000)
    assert.match(await operate(stack.dir, 'resume', 'held'), /^Resumed held/)
    const ended = await until(
      'the erasure ends',
      async () => {
        const row = await runState()
        return row?.['state'] === 'finished' && row
      },
      240_000,
    )

    const result = JSON.parse(String(ended['result'])) as Record<string, unknown>
    assert.deepEqual(result['destinations'], {
      fine: { email: 'delivered' },
      broken: { email: 'dead: attempts_exhausted' },
      held: { email: 'delivered' },
    })
    assert.ok(
      Number(result['held_messages']) >= 2,
      `${String(result['held_messages'])} messages were removed from the hold`,
    )
    for (const table of Object.keys(tables))
      assert.ok(!(await textOf(table)).toLowerCase().includes(jane), `${table} names the person`)
    const rows = await client.query('SELECT event_id FROM events')
    assert.deepEqual(rows, [{ event_id: his }])
    assert.match(await textOf('quarantine'), /^$/)

    const calls = (await client.received()).filter(({ url }) => url === '/held')
    assert.deepEqual(
      calls
        .map(({ body }) => (JSON.parse(body) as { event_name: string; email?: string }).email ?? 'erasure')
        .toSorted(),
      ['erasure', john].toSorted(),
      'an event of a suppressed person was forwarded',
    )
  })

  it('leaves nothing of the person on disk after compaction', async () => {
    assert.doesNotMatch(stack.output, new RegExp(jane, 'i'), 'a log names the person')
    assert.equal(await stack.stop(), 0)
    const program = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))
    await promisify(execFile)(process.execPath, [program, 'compact'], {
      env: { ...process.env, SLUICE_DATA_DIR: stack.dir },
    })
    // The third-party recorder keeps what it received.
    const remaining = (await filesWith(stack.dir, jane)).filter((file) => !file.startsWith('third_party'))
    assert.deepEqual(remaining, [])
    await stack.start()
    client = clientOf(stack.facts)
    const rows = await client.query('SELECT email FROM events')
    assert.deepEqual(rows, [{ email: john }], 'compaction lost what was not deleted')
  })

  it('forwards no later event of the person', async () => {
    const before = (await client.received()).length
    const id = await send({ event_name: 'login', email: ` ${jane.toUpperCase()}` })
    const his = await send({ event_name: 'login', email: john })
    await ends(his, 'fine', 'delivered')
    const [row] = await until('the event is stored', async () => {
      const rows = await client.query(
        `SELECT TO_JSON_STRING(decisions) AS decisions FROM events WHERE event_id = '${id}'`,
      )
      return rows.length > 0 && rows
    })
    const decisions = JSON.parse(String(row!['decisions'])) as { permitted: boolean; reason: string }[]
    assert.deepEqual(
      decisions.map(({ permitted, reason }) => [permitted, reason]),
      [1, 2, 3].map(() => [false, 'suppressed']),
    )
    const calls = (await client.received()).slice(before)
    assert.ok(calls.every(({ body }) => !body.toLowerCase().includes(jane)))
  })
})
