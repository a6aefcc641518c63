/** Reverse ETL: a change is sent once, and sent again until it is delivered. */
import assert from 'node:assert/strict'
import type { OutgoingMessage } from '../functions/google/pubsub.ts'
import { folk, idOf, idsOf, peopleSync } from './sync/people.ts'
import { startSyncFixture, type Body, type SyncFixture } from './sync/fixture.ts'

describe('sync', () => {
  let fixture: SyncFixture

  beforeEach(async () => {
    fixture = await startSyncFixture()
  })
  afterEach(() => fixture.stop())

  const isTenth = (body: Body): boolean => idOf(body).endsWith('7')
  const refusingTenth = (body: Body): number => (isTenth(body) ? 422 : 200)

  it('sends again exactly the refused rows, unchanged, and then nothing', async () => {
    const sync = peopleSync()
    await fixture.people(folk(100))
    fixture.status = refusingTenth
    const first = await fixture.run(sync)
    assert.equal(first.state, 'finished')
    const { bytes, ...counts } = first.counts
    assert.ok(bytes! > 0)
    assert.deepEqual(counts, {
      model: 100,
      added: 100,
      changed: 0,
      removed: 0,
      unchanged: 0,
      sent: 100,
      delivered: 90,
      refused: 10,
      skipped: 0,
      restricted: 0,
      dead: 0,
      pending: 0,
      unreadable: 0,
    })
    const refused = fixture.sent.filter(isTenth)
    assert.equal(refused.length, 10)
    assert.equal((await fixture.rows('sync_changes')).length, 10)

    fixture.sent.length = 0
    fixture.status = () => 200
    const second = await fixture.run(sync)
    assert.deepEqual(fixture.sent.toSorted(byId), refused.toSorted(byId))
    assert.equal(second.counts['delivered'], 10)

    fixture.sent.length = 0
    const third = await fixture.run(sync)
    assert.equal(third.counts['sent'], 0)
    assert.equal(third.counts['unchanged'], 100)
    assert.deepEqual(fixture.sent, [])
    assert.deepEqual(await fixture.rows('sync_changes'), [])
  })

  it('sends the refused rows again after a crash in the middle', async () => {
    const sync = peopleSync({ rowsPerSecond: 4 })
    await fixture.people(folk(100))
    fixture.status = refusingTenth
    const crashing = fixture.launch(sync)
    let publishes = 0
    const crash = new Error('kill -9')
    fixture.published = async () => {
      if (++publishes === 47) throw crash
    }
    await assert.rejects(fixture.push(crashing, 'a', { sync: sync.name }), crash)
    assert.equal(fixture.sent.length, 47)

    fixture.published = async () => {}
    const successor = fixture.launch(sync)
    for (let status = 0; status !== 204;) status = await fixture.push(successor, 'a', { sync: sync.name })
    const [run] = await fixture.rows('runs', `run_id = 'a'`)
    assert.equal(run!.state, 'finished')
    assert.deepEqual([run!.counts['delivered'], run!.counts['refused'], run!.counts['sent']], [90, 10, 100])
    assert.deepEqual(idsOf(fixture.sent), idsOf(folk(100).map(bodyOf)), 'each once')
    const refused = fixture.sent.filter(isTenth)

    fixture.sent.length = 0
    fixture.status = () => 200
    await fixture.run(sync)
    assert.deepEqual(fixture.sent.toSorted(byId), refused.toSorted(byId))
    fixture.sent.length = 0
    await fixture.run(sync)
    assert.deepEqual(fixture.sent, [])
  })

  it('does not send again what an abandoned run delivered', async () => {
    const sync = peopleSync()
    await fixture.people(folk(20))
    const crash = new Error('kill -9')
    fixture.published = () => Promise.reject(crash)
    await assert.rejects(fixture.push(fixture.launch(sync), 'lost', { sync: sync.name }), crash)
    assert.equal(fixture.sent.length, 20)
    // The run is not redelivered, and its lease expires.
    await fixture.warehouse.change(
      `UPDATE ${fixture.warehouse.locate('leases')} SET until = CURRENT_TIMESTAMP() WHERE TRUE`,
    )
    fixture.published = async () => {}
    fixture.sent.length = 0
    const next = await fixture.run(sync)
    assert.deepEqual([next.state, next.reason, next.counts['sent']], ['finished', null, 0])
    assert.deepEqual(fixture.sent, [])
  })

  it('keeps the id of a change until it is delivered, and changes it when the row returns to an earlier value', async () => {
    const sync = peopleSync()
    const ids: unknown[] = []
    for (const plan of ['free', 'paid', 'free']) {
      await fixture.people(folk(1, plan))
      fixture.status = () => 422
      await fixture.run(sync)
      fixture.status = () => 200
      await fixture.run(sync)
      const [refused, accepted] = fixture.sent.splice(0)
      assert.deepEqual(refused, accepted)
      ids.push(accepted!['event_id'])
    }
    assert.equal(new Set(ids).size, 3)
  })

  it('sends the kind of change, and marks the first run as a backfill', async () => {
    const sync = peopleSync({ mode: 'mirror', guards: { maxRemovedPercent: 100 } })
    await fixture.people(folk(3))
    fixture.status = (body) => (idOf(body) === 'u0' ? 422 : 200)
    await fixture.run(sync)
    fixture.status = () => 200
    await fixture.people([{ user_id: 'u0' }, { user_id: 'u1', plan: 'paid' }, { user_id: 'u3' }])
    await fixture.run(sync)
    const sent = fixture.sent
      .slice(3)
      .map((body) => [idOf(body), body.event_data['change'], body.event_data['backfill']] as const)
    assert.deepEqual(
      sent.toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [
        ['u0', 'added', true],
        ['u1', 'changed', false],
        ['u2', 'removed', false],
        ['u3', 'added', false],
      ],
    )
    assert.equal(
      fixture.sent.find((body) => body.event_data['change'] === 'removed')!.event_data['plan'],
      'free',
    )
  })

  it('keeps to the rate limit of the sync', async () => {
    await fixture.people(folk(30))
    const publishes: number[] = []
    fixture.published = async (messages: readonly OutgoingMessage[]) => {
      publishes.push(messages.length)
    }
    await fixture.run(peopleSync({ rowsPerSecond: 8 }))
    assert.ok(
      publishes.every((count) => count <= 2),
      String(publishes),
    )
    assert.equal(publishes.length, 15)
  })
})

function byId(a: Body, b: Body): number {
  return idOf(a) < idOf(b) ? -1 : 1
}

function bodyOf(row: object): Body {
  return { ...row, event_data: {} }
}
