/** Reverse ETL: what changed since it was last delivered goes out, once, and what was not delivered goes out again. */
import assert from 'node:assert/strict'
import type { OutgoingMessage } from '../functions/google/pubsub.ts'
import { folk, idOf, idsOf, peopleSync } from './sync/people.ts'
import { startWorld, type Body, type SyncFixture } from './sync/fixture.ts'

describe('sync', () => {
  let world: SyncFixture

  beforeEach(async () => {
    world = await startWorld()
  })
  afterEach(() => world.stop())

  const tenth = (body: Body): boolean => idOf(body).endsWith('7')
  const refusingTenth = (body: Body): number => (tenth(body) ? 422 : 200)

  it('sends again exactly the rows that were refused, unchanged, and then nothing', async () => {
    const sync = peopleSync()
    await world.people(folk(100))
    world.status = refusingTenth
    const first = await world.run(sync)
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
    const refused = world.sent.filter(tenth)
    assert.equal(refused.length, 10)
    assert.equal((await world.rows('sync_changes')).length, 10)

    world.sent.length = 0
    world.status = () => 200
    const second = await world.run(sync)
    assert.deepEqual(world.sent.toSorted(byId), refused.toSorted(byId))
    assert.equal(second.counts['delivered'], 10)

    world.sent.length = 0
    const third = await world.run(sync)
    assert.equal(third.counts['sent'], 0)
    assert.equal(third.counts['unchanged'], 100)
    assert.deepEqual(world.sent, [])
    assert.deepEqual(await world.rows('sync_changes'), [])
  })

  it('does so after a crash in the middle as well', async () => {
    const sync = peopleSync({ rowsPerSecond: 4 })
    await world.people(folk(100))
    world.status = refusingTenth
    const dying = world.launch(sync)
    let publishes = 0
    const crash = new Error('kill -9')
    world.published = async () => {
      if (++publishes === 47) throw crash
    }
    await assert.rejects(world.push(dying, 'a', { sync: sync.name }), crash)
    assert.equal(world.sent.length, 47)

    world.published = async () => {}
    const heir = world.launch(sync)
    for (let status = 0; status !== 204;) status = await world.push(heir, 'a', { sync: sync.name })
    const [run] = await world.rows('runs', `run_id = 'a'`)
    assert.equal(run!.state, 'finished')
    assert.deepEqual([run!.counts['delivered'], run!.counts['refused'], run!.counts['sent']], [90, 10, 100])
    assert.deepEqual(idsOf(world.sent), idsOf(folk(100).map(bodyOf)), 'each once')
    const refused = world.sent.filter(tenth)

    world.sent.length = 0
    world.status = () => 200
    await world.run(sync)
    assert.deepEqual(world.sent.toSorted(byId), refused.toSorted(byId))
    world.sent.length = 0
    await world.run(sync)
    assert.deepEqual(world.sent, [])
  })

  it('does not send again what an earlier run had delivered when it was given up', async () => {
    const sync = peopleSync()
    await world.people(folk(20))
    const crash = new Error('kill -9')
    world.published = () => Promise.reject(crash)
    await assert.rejects(world.push(world.launch(sync), 'lost', { sync: sync.name }), crash)
    assert.equal(world.sent.length, 20)
    // Nobody asks for that run again, and after a while nobody waits for it.
    await world.warehouse.change(
      `UPDATE ${world.warehouse.locate('leases')} SET until = CURRENT_TIMESTAMP() WHERE TRUE`,
    )
    world.published = async () => {}
    world.sent.length = 0
    const next = await world.run(sync)
    assert.deepEqual([next.state, next.reason, next.counts['sent']], ['finished', null, 0])
    assert.deepEqual(world.sent, [])
  })

  it('gives a change the same identity until it is delivered, and another when the row returns to what it was', async () => {
    const sync = peopleSync()
    const identities: unknown[] = []
    for (const plan of ['free', 'paid', 'free']) {
      await world.people(folk(1, plan))
      world.status = () => 422
      await world.run(sync)
      world.status = () => 200
      await world.run(sync)
      const [refused, taken] = world.sent.splice(0)
      assert.deepEqual(refused, taken)
      identities.push(taken!['event_id'])
    }
    assert.equal(new Set(identities).size, 3)
  })

  it('says of a row what became of it, and of the first run that it is the first', async () => {
    const sync = peopleSync({ mode: 'mirror', guards: { maxRemovedPercent: 100 } })
    await world.people(folk(3))
    world.status = (body) => (idOf(body) === 'u0' ? 422 : 200)
    await world.run(sync)
    world.status = () => 200
    await world.people([{ user_id: 'u0' }, { user_id: 'u1', plan: 'paid' }, { user_id: 'u3' }])
    await world.run(sync)
    const told = world.sent
      .slice(3)
      .map((body) => [idOf(body), body.event_data['change'], body.event_data['backfill']] as const)
    assert.deepEqual(
      told.toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [
        ['u0', 'added', true],
        ['u1', 'changed', false],
        ['u2', 'removed', false],
        ['u3', 'added', false],
      ],
    )
    assert.equal(
      world.sent.find((body) => body.event_data['change'] === 'removed')!.event_data['plan'],
      'free',
    )
  })

  it('sends no faster than the sync may', async () => {
    await world.people(folk(30))
    const publishes: number[] = []
    world.published = async (messages: readonly OutgoingMessage[]) => {
      publishes.push(messages.length)
    }
    await world.run(peopleSync({ rowsPerSecond: 8 }))
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
