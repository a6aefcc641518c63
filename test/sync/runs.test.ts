/** Reverse ETL: how runs meet each other, the gates and a destination that has trouble. */
import assert from 'node:assert/strict'
import { textField } from '../../schemas/context/field.ts'
import { defineEvent } from '../../schemas/event_type.ts'
import { folk, idOf, idsOf, peopleSync } from './people.ts'
import { crm, startWorld, type SyncFixture } from './fixture.ts'

describe('sync runs', () => {
  let world: SyncFixture

  beforeEach(async () => {
    world = await startWorld()
  })
  afterEach(() => world.stop())

  const outcomes = async (): Promise<readonly string[]> => {
    const rows = await world.rows('deliveries')
    return rows.map(({ outcome, reason, source }) => [source, outcome, reason ?? ''].join(' ')).toSorted()
  }

  it('of append send a row once, of upsert also when it changes, of mirror also when it is gone', async () => {
    for (const [mode, changes] of [
      ['append', ['added']],
      ['upsert', ['added', 'changed']],
      ['mirror', ['added', 'changed', 'removed']],
    ] as const) {
      const sync = peopleSync({ name: `people_${mode}`, mode, guards: { maxRemovedPercent: 100 } })
      await world.people([{ user_id: 'stays' }, { user_id: 'changes' }, { user_id: 'goes' }])
      await world.run(sync)
      world.sent.length = 0
      await world.people([{ user_id: 'stays' }, { user_id: 'changes', plan: 'paid' }, { user_id: 'comes' }])
      await world.run(sync)
      assert.deepEqual(world.sent.map((body) => String(body.event_data['change'])).toSorted(), changes)
      assert.equal((await world.run(sync)).counts['sent'], 0)
    }
  })

  it('keep back the rows of people who have not agreed or are suppressed, and send them when that changes', async () => {
    const sync = peopleSync()
    const destination = { ...crm, consent: ['ad_user_data' as const] }
    const yes = { ad_user_data: 'granted' }
    await world.people([
      { user_id: 'agrees', consent: yes },
      { user_id: 'silent' },
      { user_id: 'suppressed', consent: yes },
    ])
    world.isSuppressed = ({ user_id }) => user_id === 'suppressed'
    const first = await world.run(sync, {}, destination)
    assert.deepEqual(idsOf(world.sent), ['agrees'])
    assert.deepEqual([first.counts['sent'], first.counts['restricted']], [1, 2])
    assert.deepEqual(await outcomes(), [
      'people delivered ',
      'people restricted consent_denied',
      'people restricted suppressed',
    ])
    world.isSuppressed = () => false
    await world.run(sync, {}, destination)
    assert.deepEqual(idsOf(world.sent), ['agrees', 'suppressed'])
  })

  it('end a row that breaks a strict type with a reason, and send the others', async () => {
    const event = defineEvent({
      name: 'people',
      description: 'A person.',
      mode: 'strict' as const,
      examples: [],
      fields: { plan: textField('What they pay for.', 'free', { maxLength: 4 }) },
    })
    const model: Parameters<typeof peopleSync>[0] = {
      event,
      model: (locate) => `SELECT user_id, plan FROM ${locate('people')}`,
    }
    await world.people([{ user_id: 'good' }, { user_id: 'bad', plan: 'premium' }])
    const run = await world.run(peopleSync(model))
    assert.deepEqual(
      [run.state, run.counts['delivered'], run.counts['skipped'], run.counts['sent']],
      ['finished', 1, 1, 1],
    )
    const [row] = await world.rows('deliveries', "outcome = 'skipped'")
    assert.equal(row!.reason, 'invalid_field')
    assert.match(String(row!['detail']), /^event_data\.plan: expected /)
    assert.doesNotMatch(String(row!['detail']), /premium/)
  })

  it('give way to one of the same sync that is at work, and name it', async () => {
    const sync = peopleSync()
    await world.people(folk(5))
    let second: number | undefined
    world.published = async () => {
      second ??= await world.push(world.launch(sync), 'second', { sync: 'people' })
    }
    const first = await world.run(sync)
    assert.equal(second, 204)
    const [row] = await world.rows('runs', "run_id = 'second'")
    assert.equal(row!.state, 'cancelled')
    assert.equal(row!.reason, `Run ${first.run_id} of this sync is in progress.`)
    assert.deepEqual([first.state, first.counts['delivered'], world.sent.length], ['finished', 5, 5])
  })

  it('stop when they are asked to, and what was delivered by then is not sent again', async () => {
    const sync = peopleSync({ rowsPerSecond: 1 })
    await world.people(folk(30))
    const id = 'stopped'
    const answerer = world.launch(sync)
    world.published = async () => {
      if (world.sent.length === 3) await world.push(answerer, 'stop', { run: id }, 'cancel')
    }
    for (let status = 0; status !== 204;) status = await world.push(answerer, id, { sync: 'people' })
    const [row] = await world.rows('runs', `run_id = '${id}'`)
    assert.equal(row!.state, 'cancelled')
    assert.equal(row!.counts['delivered'], world.sent.length)
    assert.ok(world.sent.length < 30)
    world.published = async () => {}
    const rest = await world.run(sync)
    assert.equal(rest.counts['added'], 30 - row!.counts['delivered'])
    assert.deepEqual(
      idsOf(world.sent),
      folk(30)
        .map(({ user_id }) => user_id)
        .toSorted(),
      'each once',
    )
  })

  it('go on where they were when their time is up', async () => {
    await world.people(folk(40))
    world.patience = 22_000
    let pushes = 0
    const answerer = world.launch(peopleSync({ rowsPerSecond: 1 }))
    for (let status = 0; status !== 204; pushes++)
      status = await world.push(answerer, 'long', { sync: 'people' })
    assert.ok(pushes > 2, String(pushes))
    assert.deepEqual(
      idsOf(world.sent),
      folk(40)
        .map(({ user_id }) => user_id)
        .toSorted(),
      'each once',
    )
  })

  it('send no more than a moment’s worth to a destination that takes nothing, and give up after a day', async () => {
    await world.people(folk(100))
    world.isOpen = false
    let published = 0
    world.published = async (messages) => {
      published += messages.length
    }
    const sync = peopleSync({ rowsPerSecond: 2 })
    const answerer = world.launch(sync)
    assert.equal(await world.push(answerer, 'stuck', { sync: 'people' }), 425)
    await world.warehouse.change(
      `UPDATE ${world.warehouse.locate('runs')} SET started_at = TIMESTAMP_SUB(started_at, INTERVAL 25 HOUR) WHERE TRUE`,
    )
    assert.equal(await world.push(answerer, 'stuck', { sync: 'people' }), 204)
    const [stuck] = await world.rows('runs', "run_id = 'stuck'")
    assert.equal(stuck!.state, 'failed')
    assert.match(stuck!.reason!, /within a day/)
    assert.ok(published <= 40, String(published))
    world.isOpen = true
    assert.equal((await world.run(peopleSync())).counts['delivered'], 100)
    assert.equal(new Set(world.sent.map(idOf)).size, 100)
  })

  it('are rows of the view sync_runs', async () => {
    await world.people(folk(4))
    world.status = (body) => (idOf(body) === 'u1' ? 422 : 200)
    const run = await world.run(peopleSync())
    const [shown] = await world.rows('sync_runs')
    const { run_id, sync, destination, state, model, added, delivered, refused, pending } = shown!
    assert.deepEqual(
      [run_id, sync, destination, state, model, added, delivered, refused, pending],
      [run.run_id, 'people', 'crm', 'finished', 4, 4, 3, 1, 0],
    )
  })

  it('of a sync that is not in force fail with the names of those that are', async () => {
    await world.push(world.launch(peopleSync()), 'unknown', { sync: 'peeple' })
    const [row] = await world.rows('runs', "run_id = 'unknown'")
    assert.equal(row!.state, 'failed')
    assert.match(row!.reason!, /"peeple" is not configured in this environment\. Configured: people\./)
  })
})
