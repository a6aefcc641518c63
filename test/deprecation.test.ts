/** Deprecation through the whole stack: a saved type is deprecated, its events are stored and delivered, and those who send them are found. */
import assert from 'node:assert/strict'
import { ReplayStack, webhook } from './replay/stack.ts'
import { tokenOf } from './support/roles.ts'
import { until } from './support/until.ts'

const dayMs = 86_400_000

function dayFrom(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
}

const opened = {
  name: 'basket_opened',
  version: '1.0',
  description: 'Somebody opened the basket.',
  owner: 'shop@acme.example',
  fields: { pieces: { type: 'integer', description: 'How many pieces.', example: 3 } },
}

/** Its sunset is near, so that the alert is due. */
const deprecated = {
  ...opened,
  status: 'deprecated',
  deprecation: { since: dayFrom(-80), sunset: dayFrom(20), successor: 'view_cart' },
}

describe('a deprecated type', function () {
  this.timeout(300_000)
  let stack: ReplayStack

  before(async () => {
    stack = await ReplayStack.start({ crm: webhook('crm') })
  })
  after(() => stack.stack.remove())

  /** Saves as the developer, who may also create views. */
  const save = (event: object) => stack.console('POST', 'definitions', { event }, stack.stack.facts.token)
  const send = (id: string, type: string) =>
    stack.client.post('/v1/topics', { event_name: type, event_id: id, source: 'till', pieces: 2 })

  it('is a minor version of the type', async () => {
    assert.equal((await save(opened)).status, 200)
    await until('the type is known', async () => {
      await send('before', 'basket_opened')
      const rows = await stack.client.query("SELECT event_id FROM events WHERE event_id = 'before'")
      return rows.length > 0
    })
    const { status, body } = await save({ ...deprecated, version: '1.0.1' })
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /Expected 1\.1, since status is now deprecated\. Got 1\.0\.1\./)
    assert.equal((await save({ ...deprecated, version: '1.1' })).status, 200)
  })

  it('is accepted with the headers, stored with its sunset, and delivered', async () => {
    const since = Date.parse(deprecated.deprecation.since) / 1000
    const headers = await until('the front door knows the new version', async () => {
      const answered = await send('after', 'basket_opened')
      assert.equal(answered.status, 200)
      return answered.headers.has('deprecation') ? answered.headers : undefined
    })
    assert.equal(headers.get('deprecation'), `@${since}`)
    assert.equal(headers.get('sunset'), new Date(deprecated.deprecation.sunset).toUTCString())
    assert.equal(headers.get('link'), '</v1/event-types/view_cart>; rel="successor-version"')
    // `store` refreshes its definitions by itself.
    await until('an event is stored by the new version', async () => {
      await send('marked', 'basket_opened')
      const rows = await stack.client.query(
        "SELECT DISTINCT definition, deprecated_until, deprecated_successor FROM events WHERE event_id = 'marked' AND deprecated_until IS NOT NULL",
      )
      assert.ok(rows.length <= 1)
      return rows.length === 1 && rows[0]
    }).then((row) =>
      assert.deepEqual(row, {
        definition: 'basket_opened@1.1',
        deprecated_until: deprecated.deprecation.sunset,
        deprecated_successor: 'view_cart',
      }),
    )
    await until('the event is delivered', async () => (await stack.arrivals('crm')).includes('marked'))
  })

  it('is in deprecated_in_use, with who sends it', async () => {
    const rows = await stack.client.query(
      'SELECT event_name, producer, source, sunset, successor FROM deprecated_in_use',
    )
    assert.deepEqual(rows, [
      {
        event_name: 'basket_opened',
        producer: null,
        source: 'till',
        sunset: deprecated.deprecation.sunset,
        successor: 'view_cart',
      },
    ])
  })

  it('raises the alert, with the command that shows what to send instead', async () => {
    const run = await stack.done('health', {})
    assert.deepEqual([run.state, run.reason], ['finished', null], JSON.stringify(run))
    const alerts = await stack.client.query(
      "SELECT subject, command FROM health_alerts WHERE alert = 'deprecated-type' AND recovered_at IS NULL",
    )
    assert.deepEqual(alerts, [
      { subject: 'basket_opened', command: 'npx sluice types view_cart --lang markdown' },
    ])
  })

  it('shows its status, owner and successor in the catalogue', async () => {
    const { baseUrl } = stack.stack.facts
    const answered = await fetch(`${baseUrl}/v1/event-types/basket_opened`, {
      headers: { authorization: `Bearer ${tokenOf(stack.stack.facts, 'producer')}` },
    })
    const { version, status, owner, deprecation } = (await answered.json()) as Readonly<
      Record<string, unknown>
    >
    assert.deepEqual(
      [version, status, owner, deprecation],
      ['1.1', 'deprecated', 'shop@acme.example', deprecated.deprecation],
    )
  })
})
