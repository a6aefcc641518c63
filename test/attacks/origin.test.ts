/** Attacks on the origin: whatever a producer or a caller claims, no proved column shows it. */
import assert from 'node:assert/strict'
import { clientOf, type Client, type Row } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'
import { connectionClaims, forgedAttributes, forgedHeaders, forgedMembers } from './origin/claims.ts'
import { hostileOperations, hostilePeriods } from './origin/operations.ts'

const operator = 'operator@sluice-local.iam.gserviceaccount.com'
const forged = /ceo@|bank|203\.0\.113|198\.51\.100/

describe('attacks on the origin', () => {
  let stack: TestStack
  let client: Client
  let requests = 0
  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': { crm: webhookTo('crm') },
    })
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  const send = async (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => {
    requests++
    return client.post(path, body, headers)
  }
  const publish = async (topic: string, message: object, token: string): Promise<string> => {
    requests++
    const url = `http://${stack.facts.pubsubHost}/v1/projects/${stack.facts.project}/topics/${topic}:publish`
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [message] }),
    })
    assert.equal(response.status, 200, await response.clone().text())
    return ((await response.json()) as { messageIds: readonly [string] }).messageIds[0]
  }
  /** Rows of `events` and `quarantine` by event id. */
  const originsOf = (prefix: string, expected: number) =>
    until(`${expected} events are stored`, async () => {
      const rows = await client.query(
        `SELECT event_id, producer, connection, topic FROM events WHERE STARTS_WITH(event_id, '${prefix}')`,
      )
      return rows.length >= expected && new Map(rows.map((row) => [row['event_id'], row]))
    })
  const dataOf = (event: object) => Buffer.from(JSON.stringify(event)).toString('base64')

  it('by the attribute `connection`: the column has it in a safe form, at every door', async () => {
    const producer = tokenOf(stack.facts, 'producer')
    const expected = new Map<string, string | null>()
    for (const [index, { value, connection }] of connectionClaims.entries()) {
      const query = new URLSearchParams({ 'attributes.connection': value })
      assert.equal(
        (await send(`/v1/topics/view_content?${query}`, { event_id: `con-q${index}` })).status,
        200,
      )
      const envelope = { attributes: { connection: value }, data: dataOf({ event_id: `con-e${index}` }) }
      assert.equal((await send('/v1/topics/view_content', { messages: [envelope] })).status, 200)
      const native = { attributes: { connection: value }, data: dataOf({ event_id: `con-n${index}` }) }
      await publish('view_content', native, producer)
      for (const door of ['q', 'e', 'n']) expected.set(`con-${door}${index}`, connection)
    }
    const rows = await originsOf('con-', expected.size)
    assert.deepEqual(new Map([...rows].map(([id, { connection }]) => [id, connection])), expected)
    assert.deepEqual(new Set([...rows.values()].map(({ producer }) => producer)), new Set([null]))
  })

  it('by attributes and members with the names of proved columns: they are ignored, or fields of the event', async () => {
    for (const [index, attributes] of forgedAttributes.entries()) {
      const envelope = { attributes, data: dataOf({ event_id: `att-${index}` }) }
      assert.equal((await send('/v1/topics/view_content', { messages: [envelope] })).status, 200)
    }
    for (const [index, members] of forgedMembers.entries())
      assert.equal(
        (await send('/v1/topics/view_content', { event_id: `att-m${index}`, ...members })).status,
        200,
      )
    const rows = await originsOf('att-', forgedAttributes.length + forgedMembers.length)
    for (const [id, { producer, connection, topic }] of rows)
      assert.deepEqual(
        { producer, connection, topic },
        { producer: null, connection: null, topic: 'view_content' },
        String(id),
      )
    const late = await client.query(
      `SELECT event_id FROM events WHERE STARTS_WITH(event_id, 'att-') AND (received_at < '2021-01-01' OR message_id = '1' OR reprocessed_from IS NOT NULL)`,
    )
    assert.deepEqual(late, [])
  })

  it('by messages that are quarantined: the claim is kept, and proves nothing', async () => {
    for (const [index, { value }] of connectionClaims.entries())
      await publish(
        'events',
        {
          attributes: { connection: value, producer: 'bank' },
          data: Buffer.from(`no json ${index}`).toString('base64'),
        },
        tokenOf(stack.facts, 'producer'),
      )
    const rows = await until('all are quarantined', async () => {
      const found = await client.query(
        `SELECT JSON_VALUE(attributes.connection) AS claim, connection, producer FROM quarantine WHERE reason = 'not_json'`,
      )
      return found.length >= connectionClaims.length && found
    })
    const byClaim = new Map(connectionClaims.map(({ value, connection }) => [value, connection]))
    for (const { claim, connection, producer } of rows)
      assert.deepEqual([connection, producer], [byClaim.get(String(claim)), null], String(claim))
  })

  it('by headers that name another caller or address', async () => {
    for (const headers of forgedHeaders) {
      const [, value] = Object.entries(headers)[0]!
      const response = await send('/v1/console/runs/4711:cancel', {}, headers)
      assert.equal(response.status, 200, `${JSON.stringify(headers).slice(0, 80)} ${await response.text()}`)
      assert.equal((await send('/v1/topics/login', { event_id: `hea-${value.length}` }, headers)).status, 200)
    }
    const rows = await client.query(`SELECT requested_by, client_address, user_agent, client, target
      FROM audit WHERE operation = 'cancel'`)
    assert.equal(rows.length, 2 * forgedHeaders.length)
    for (const { requested_by, client_address, target } of rows)
      assert.deepEqual([requested_by, client_address, target], [operator, null, '4711'])
    for (const { user_agent: agent } of rows) assert.match(String(agent), /^[\w ./;:()+-]{1,128}$/)
    const origins = await client.query(`SELECT producer, connection FROM events WHERE event_name = 'login'`)
    for (const { producer, connection } of origins) assert.deepEqual([producer, connection], [null, null])
  })

  it('by requests to the audit trail itself', async () => {
    const count = async (): Promise<number> =>
      Number(
        (await client.query(`SELECT COUNT(*) AS found FROM audit WHERE operation != 'cancel'`))[0]!['found'],
      )
    const before = await count()
    for (const [body, status] of hostileOperations) {
      const response = await send('/v1/console/operations', body)
      assert.equal(response.status, status, `${body.slice(0, 100)} ${await response.text()}`)
    }
    const taken = hostileOperations.filter(([, status]) => status === 200).length
    assert.equal(await count(), before + taken)
    for (const [since, status] of hostilePeriods) {
      requests++
      const url = `${stack.facts.baseUrl}/v1/console/audit?${new URLSearchParams({ since })}`
      const headers = { authorization: `Bearer ${tokenOf(stack.facts, 'analyst')}` }
      assert.equal((await fetch(url, { headers })).status, status, since)
    }
  })

  it('by somebody who ends the operation of another', async () => {
    const asked = await send('/v1/console/operations', { operation: 'pause', target: 'crm' })
    const { operation_id } = (await asked.json()) as { operation_id: string }
    // The analyst may read the id, and may not request runs.
    const authorization = `Bearer ${tokenOf(stack.facts, 'analyst')}`
    const body = { operation: 'pause', target: 'crm', operation_id, outcome: 'ok' }
    assert.equal((await send('/v1/console/operations', body, { authorization })).status, 403)
    const url = `${stack.facts.baseUrl}/v1/console/audit`
    const { operations } = (await (await fetch(url, { headers: { authorization } })).json()) as {
      operations: readonly Row[]
    }
    const own = operations.filter((each) => each['operation_id'] === operation_id)
    assert.deepEqual(
      own
        .map((each) => `${String(each['requested_by'])} ${String(each['outcome'])}`)
        .toSorted((a, b) => a.localeCompare(b)),
      ['analyst@sluice-local.iam.gserviceaccount.com refused', `${operator} asked`],
    )
  })

  it('by run requests that are published without the console', async () => {
    const claims = [
      { requested_by: 'ceo@acme.example' },
      { 'sluice-requested-by': 'ceo@acme.example' },
      { run_id: '1', operation_id: '8c8f0bb2-6f6c-4b3e-9a53-0d7a3b1f2c4d' },
    ]
    const request = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', dry_run: true }
    const ids: string[] = []
    for (const attributes of claims)
      ids.push(
        await publish(
          'runs',
          { attributes: { kind: 'reprocess', ...attributes }, data: dataOf(request) },
          tokenOf(stack.facts, 'operator'),
        ),
      )
    const rows = await until('the runs have ended', async () => {
      const found = await client.query(
        `SELECT requested_by FROM runs WHERE run_id IN ('${ids.join("', '")}') AND finished_at IS NOT NULL`,
      )
      return found.length === ids.length && found
    })
    assert.deepEqual(new Set(rows.map((row) => row['requested_by'])), new Set([null]))
  })

  it('no forged name is in a proved column, and the attacks were many', async () => {
    const proved =
      await client.query(`SELECT TO_JSON_STRING(STRUCT(requested_by, client_address, target, run_id, detail)) AS text FROM audit
      UNION ALL SELECT IFNULL(requested_by, '') FROM runs
      UNION ALL SELECT IFNULL(producer, '') FROM events
      UNION ALL SELECT IFNULL(producer, '') FROM quarantine`)
    for (const { text } of proved) assert.doesNotMatch(String(text), forged)
    assert.ok(requests >= 180, `only ${requests} requests`)
  })
})
