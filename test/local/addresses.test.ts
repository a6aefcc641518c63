/** Local stack: checks that one base URL serves all endpoints, stays the same after a restart, and is in the console and stack.json. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Role } from '../../local/accounts.ts'
import type { StackInfo } from '../../local/stack_info.ts'
import { freePorts } from '../support/ports.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'

const secret = 'a secret of sixteen characters and more'
const config = {
  'gcp:project': 'sluice-local',
  'sluice:webhooks': {
    shop_orders: { signature: { scheme: 'digest', header: 'X-Signature', encoding: 'hex' }, secret },
  },
}

const translation = {
  name: 'shop_orders',
  version: '1.0',
  input: { format: 'json' },
  fields: {},
  event: { name: { const: 'purchase' } },
  link: { transaction_id: 'id', value: 'total', currency: { const: 'EUR' } },
  rest: 'keep',
}

const payload = JSON.stringify({ id: 'B-1', total: 12.5 })

interface Shown {
  translateUrl: string
  hookUrl: string
}

function bearer(facts: StackInfo, role: Role): Record<string, string> {
  return { authorization: `Bearer ${tokenOf(facts, role)}` }
}

/** The addresses on the console's page. */
async function shown(facts: StackInfo): Promise<Shown> {
  const response = await fetch(`${facts.baseUrl}/v1/console/definitions`, {
    headers: bearer(facts, 'analyst'),
  })
  assert.equal(response.status, 200)
  const { translateUrl, hookUrl } = (await response.json()) as Shown
  return { translateUrl, hookUrl }
}

async function post(address: string, headers: Record<string, string>): Promise<unknown[]> {
  const response = await fetch(address, { method: 'POST', headers, body: payload })
  const { accepted } = (await response.json()) as { accepted?: number }
  return [response.status, accepted]
}

describe('the addresses of the local stack', () => {
  let stack: TestStack
  let first: Shown
  before(async () => {
    stack = await TestStack.start(config, { SLUICE_PORT: String(await freePorts(4)) })
    const { facts } = stack
    const saved = await fetch(`${facts.baseUrl}/v1/console/definitions`, {
      method: 'POST',
      headers: { ...bearer(facts, 'editor'), 'content-type': 'application/json' },
      body: JSON.stringify({ translation }),
    })
    assert.equal(saved.status, 200, await saved.text())
    first = await shown(facts)
  })
  after(() => stack?.remove())

  const answers = (state: string): void => {
    it(`answer as shown in the console, ${state}`, async () => {
      const { facts } = stack
      const signature = createHmac('sha256', secret).update(payload).digest('hex')
      assert.deepEqual(await shown(facts), first)
      assert.deepEqual(
        await post(`${first.translateUrl}/v1/translators/shop_orders`, bearer(facts, 'producer')),
        [200, 1],
      )
      assert.deepEqual(
        await post(`${first.hookUrl}/v1/hooks/shop_orders`, { 'x-signature': signature }),
        [200, 1],
      )
    })

    it(`answer as in stack.json, ${state}`, async () => {
      const { facts } = stack
      const signature = createHmac('sha256', secret).update(payload).digest('hex')
      assert.deepEqual(await post(`${facts.translatorUrl}/shop_orders`, bearer(facts, 'producer')), [200, 1])
      assert.deepEqual(await post(`${facts.hookUrl}/shop_orders`, { 'x-signature': signature }), [200, 1])
      const event = await fetch(`${facts.baseUrl}/v1/topics/view_content`, {
        method: 'POST',
        headers: bearer(facts, 'producer'),
        body: '{"content_name":"The Analytical Engine"}',
      })
      assert.equal(event.status, 200)
      assert.equal((await fetch(facts.consoleUrl)).status, 200)
    })
  }

  answers('at first')

  // A request on a connection that the server is closing fails with ECONNRESET, and no client sends a POST again.
  it('keep an idle connection for a minute, so that no request meets a connection that is being closed', async () => {
    const { baseUrl, bigqueryUrl, pubsubHost } = stack.facts
    for (const url of [`${baseUrl}/local/`, bigqueryUrl, `http://${pubsubHost}`]) {
      const response = await fetch(url)
      const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? []
      assert.ok(Number(seconds) >= 60, `${url} closes an idle connection after ${seconds} s`)
    }
  })

  describe('after a restart', () => {
    before(async () => {
      await stack.stop()
      await stack.start()
    })
    answers('after a restart')
  })
})
