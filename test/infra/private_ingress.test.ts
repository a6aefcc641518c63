/** Without public ingress: only members in the settings reach a function, with an ID token for Cloud Run beside the access token that the
 * function uses. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Role } from '../../local/accounts.ts'
import { operate } from '../support/operate.ts'
import { clientOf } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

const stranger = 'stranger@sluice-local.iam.gserviceaccount.com'

describe('without public ingress', () => {
  let stack: TestStack

  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:publicIngress': false,
    })
  })
  after(() => stack.remove())

  const idToken = async (account: string, functionName: string): Promise<string> => {
    const audience = stack.facts.functions[functionName] ?? ''
    const body = new URLSearchParams({ account, audience })
    const response = await fetch(`${stack.facts.baseUrl}/token`, { method: 'POST', body })
    return ((await response.json()) as { id_token: string }).id_token
  }
  const as = async (account: string, functionName: string): Promise<Record<string, string>> => ({
    'x-serverless-authorization': `Bearer ${await idToken(account, functionName)}`,
  })

  const accountOf = (role: Role): string => stack.facts.roles[role]!.account

  it('ingest accepts an event only from a producer who sends both tokens', async () => {
    const client = clientOf(stack.facts)
    const event_id = randomUUID()
    const event = { event_id, content_name: 'The Analytical Engine' }
    const send = (headers?: Record<string, string>) => client.post('/v1/topics/view_content', event, headers)
    const answered = async (response: Promise<Response>) => (await response).status
    assert.equal(await answered(send()), 403)
    assert.equal(await answered(send(await as(stranger, 'ingest'))), 403)
    assert.equal(await answered(send(await as(accountOf('operator'), 'ingest'))), 403)
    assert.equal(await answered(send(await as(accountOf('producer'), 'console'))), 403)
    assert.equal(await answered(send(await as(accountOf('producer'), 'ingest'))), 200)
    await until('the event is stored', async () => {
      const rows = await client.query(`SELECT event_id FROM events WHERE event_id = '${event_id}'`)
      return rows.length === 1
    })
  })

  it('a command of an operator reaches the console', async () => {
    assert.match(await operate(stack.dir, 'runs'), /no runs/i)
  })

  it('a command of a producer reaches ingest', async () => {
    assert.match(await operate(stack.dir, 'send', 'login', '{"user_id":"u-1815"}'), /^\d+$/)
  })

  it('the console reaches translate with its own service account', async () => {
    const client = clientOf(stack.facts)
    const response = await client.post(
      '/v1/console/translators/nobody_saved_it',
      {},
      await as(accountOf('operator'), 'console'),
    )
    assert.equal(response.status, 404)
    assert.match(await response.text(), /nobody_saved_it/)
  })
})
