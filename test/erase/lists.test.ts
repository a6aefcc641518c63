/** Erasure of a member of a list: the removal is sent before the state is deleted, and the receipt tells its outcome. */
import assert from 'node:assert/strict'
import { parsePage } from '../../functions/bus/page.ts'
import { delivered, delivery } from './rows.ts'
import { startErasureFixture, type ErasureFixture } from './run.ts'
import { fill, jane } from './warehouse.ts'

const destinations = [
  { id: 'vip', target: 'customerio_segment' },
  { id: 'news', target: 'customerio_segment' },
  { id: 'ads', target: 'meta' },
]

describe('erasure of a member of a list', () => {
  let fixture: ErasureFixture

  beforeEach(async () => {
    fixture = await startErasureFixture()
    await fill(fixture.test)
    const row = (user_id: string, email: string, destination: string) => ({
      ...delivered(`{"user_id":"${user_id}"}`, `s-${user_id}-${destination}`, {
        user_id,
        email,
        purchases: 3,
      }),
      sync: 'lapsed_customers',
      destination,
    })
    await insert('sync_state', row('42', 'jane.doe@acme.example', 'vip'))
    await insert('sync_state', row('43', 'joann@acme.example', 'vip'))
    await insert('sync_state', row('42', 'jane.doe@acme.example', 'ads'))
  })
  afterEach(() => fixture.stop())

  const insert = (table: string, json: object) =>
    fixture.test.call('POST', `/datasets/sluice/tables/${table}/insertAll`, { rows: [{ json }] })

  it('sends the removal by the delivered identifiers, forgets them, and says so in the receipt', async () => {
    for (let turn = 0; fixture.published.length === 0; turn++) {
      assert.ok(turn < 20, 'no removal is sent')
      assert.equal(await fixture.push('run-1', { subject: jane }, { destinations }), 'retry')
    }
    const [page, ...others] = fixture.published
    assert.deepEqual(others, [])
    const { attributes } = page!
    assert.deepEqual([attributes['to_vip'], attributes['replay_id']], ['1', 'run-1'])
    assert.doesNotMatch(JSON.stringify(attributes), /jane/i)
    const [removal, ...more] = parsePage({
      data: page!.data,
      attributes,
      messageId: 'm',
      attempt: 1,
      subscription: '',
      publishTime: '',
    })
    assert.deepEqual(more, [])
    const { value, removes, id } = removal!
    const { change } = value['event_data'] as { change: string }
    assert.deepEqual(
      [value['user_id'], value['email'], change, removes],
      ['42', 'jane.doe@acme.example', 'removed', true],
    )

    const [state] = await fixture.warehouse.rows(
      `SELECT COUNT(*) AS n FROM ${fixture.warehouse.locate('sync_state')} WHERE row_key = '{"user_id":"42"}'`,
    )
    assert.equal(Number(state!['n']), 0)
    assert.equal(await fixture.push('run-1', { subject: jane }, { destinations }), 'retry')
    assert.equal(fixture.published.length, 1, 'the removal was sent again')

    const sent = { event_name: 'lapsed_customers', destination: 'vip', target: 'customerio_segment' }
    await insert('deliveries', delivery(id, { ...sent, replay_id: 'run-1', source: 'lapsed_customers' }))
    assert.equal(await fixture.push('run-1', { subject: jane }, { destinations }), 'ended')
    const { result } = await fixture.runOf('run-1')
    assert.deepEqual((result as { destinations: object }).destinations, {
      vip: { removed_from_list: ['delivered'] },
      news: 'not_listed: no row of the person was delivered',
      ads: 'not_supported: ask Meta Conversions API',
    })
  })
})
