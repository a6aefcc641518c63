/** Reverse ETL: modes, rules and consent, concurrent runs, and failing destinations. */
import assert from 'node:assert/strict'
import { text } from '../../schemas/context/field.ts'
import { defineEvent } from '../../schemas/event_type.ts'
import { folk, idOf, idsOf, peopleSync } from './people.ts'
import { crm, startSyncFixture, type SyncFixture } from './fixture.ts'

describe('sync runs', () => {
  let fixture: SyncFixture

  beforeEach(async () => {
    fixture = await startSyncFixture()
  })
  afterEach(() => fixture.stop())

  const outcomes = async (): Promise<readonly string[]> => {
    const rows = await fixture.rows('deliveries')
    return rows.map(({ outcome, reason, source }) => [source, outcome, reason ?? ''].join(' ')).toSorted()
  }

  it('send a row once in mode append, also when it changes in upsert, and when it is removed in mirror', async () => {
    for (const [mode, changes] of [
      ['append', ['added']],
      ['upsert', ['added', 'changed']],
      ['mirror', ['added', 'changed', 'removed']],
    ] as const) {
      const sync = peopleSync({ name: `people_${mode}`, mode, guards: { maxRemovedPercent: 100 } })
      await fixture.people([{ user_id: 'stays' }, { user_id: 'changes' }, { user_id: 'goes' }])
      await fixture.run(sync)
      fixture.sent.length = 0
      await fixture.people([{ user_id: 'stays' }, { user_id: 'changes', plan: 'paid' }, { user_id: 'comes' }])
      await fixture.run(sync)
      assert.deepEqual(fixture.sent.map((body) => String(body.event_data['change'])).toSorted(), changes)
      assert.equal((await fixture.run(sync)).counts['sent'], 0)
    }
  })

  it('restrict rows without consent or of suppressed people, and send them when that changes', async () => {
    const sync = peopleSync()
    const destination = { ...crm, consent: ['ad_user_data' as const] }
    const yes = { ad_user_data: 'granted' }
    await fixture.people([
      { user_id: 'agrees', consent: yes },
      { user_id: 'silent' },
      { user_id: 'suppressed', consent: yes },
    ])
    fixture.isSuppressed = ({ user_id }) => user_id === 'suppressed'
    const first = await fixture.run(sync, {}, destination)
    assert.deepEqual(idsOf(fixture.sent), ['agrees'])
    assert.deepEqual([first.counts['sent'], first.counts['restricted']], [1, 2])
    assert.deepEqual(await outcomes(), [
      'people delivered ',
      'people restricted consent_denied',
      'people restricted suppressed',
    ])
    fixture.isSuppressed = () => false
    await fixture.run(sync, {}, destination)
    assert.deepEqual(idsOf(fixture.sent), ['agrees', 'suppressed'])
  })

  it('skip a row that is not valid for a strict event type, with the reason, and send the others', async () => {
    const event = defineEvent({
      name: 'people',
      description: 'A person.',
      mode: 'strict' as const,
      examples: [],
      fields: { plan: text('What they pay for.', 'free', { maxLength: 4 }) },
    })
    const model: Parameters<typeof peopleSync>[0] = {
      event,
      model: (locate) => `SELECT user_id, plan FROM ${locate('people')}`,
    }
    await fixture.people([{ user_id: 'good' }, { user_id: 'bad', plan: 'premium' }])
    const run = await fixture.run(peopleSync(model))
    assert.deepEqual(
      [run.state, run.counts['delivered'], run.counts['skipped'], run.counts['sent']],
      ['finished', 1, 1, 1],
    )
    const [row] = await fixture.rows('deliveries', "outcome = 'skipped'")
    assert.equal(row!.reason, 'invalid_field')
    assert.match(String(row!['detail']), /^event_data\.plan: expected /)
    assert.doesNotMatch(String(row!['detail']), /premium/)
  })

  it('are cancelled while another run of the same sync is in progress, with its id', async () => {
    const sync = peopleSync()
    await fixture.people(folk(5))
    let second: number | undefined
    fixture.published = async () => {
      second ??= await fixture.push(fixture.launch(sync), 'second', { sync: 'people' })
    }
    const first = await fixture.run(sync)
    assert.equal(second, 204)
    const [row] = await fixture.rows('runs', "run_id = 'second'")
    assert.equal(row!.state, 'cancelled')
    assert.equal(row!.reason, `Run ${first.run_id} of this sync is in progress.`)
    assert.deepEqual([first.state, first.counts['delivered'], fixture.sent.length], ['finished', 5, 5])
  })

  it('stop when they are cancelled, and do not send again what was delivered', async () => {
    const sync = peopleSync({ rowsPerSecond: 1 })
    await fixture.people(folk(30))
    const id = 'stopped'
    const handler = fixture.launch(sync)
    fixture.published = async () => {
      if (fixture.sent.length === 3) await fixture.push(handler, 'stop', { run: id }, 'cancel')
    }
    for (let status = 0; status !== 204;) status = await fixture.push(handler, id, { sync: 'people' })
    const [row] = await fixture.rows('runs', `run_id = '${id}'`)
    assert.equal(row!.state, 'cancelled')
    assert.equal(row!.counts['delivered'], fixture.sent.length)
    assert.ok(fixture.sent.length < 30)
    fixture.published = async () => {}
    const rest = await fixture.run(sync)
    assert.equal(rest.counts['added'], 30 - row!.counts['delivered'])
    assert.deepEqual(
      idsOf(fixture.sent),
      folk(30)
        .map(({ user_id }) => user_id)
        .toSorted(),
      'each once',
    )
  })

  it('resume where they were when the time of a push is up', async () => {
    await fixture.people(folk(40))
    fixture.workMs = 22_000
    let pushes = 0
    const handler = fixture.launch(peopleSync({ rowsPerSecond: 1 }))
    for (let status = 0; status !== 204; pushes++)
      status = await fixture.push(handler, 'long', { sync: 'people' })
    assert.ok(pushes > 2, String(pushes))
    assert.deepEqual(
      idsOf(fixture.sent),
      folk(40)
        .map(({ user_id }) => user_id)
        .toSorted(),
      'each once',
    )
  })

  it('keep only a page in flight to a destination that accepts nothing, and fail after a day', async () => {
    await fixture.people(folk(100))
    fixture.isForwarding = false
    let published = 0
    fixture.published = async (messages) => {
      published += messages.length
    }
    const sync = peopleSync({ rowsPerSecond: 2 })
    const handler = fixture.launch(sync)
    assert.equal(await fixture.push(handler, 'stuck', { sync: 'people' }), 425)
    await fixture.warehouse.change(
      `UPDATE ${fixture.warehouse.locate('runs')} SET started_at = TIMESTAMP_SUB(started_at, INTERVAL 25 HOUR) WHERE TRUE`,
    )
    assert.equal(await fixture.push(handler, 'stuck', { sync: 'people' }), 204)
    const [stuck] = await fixture.rows('runs', "run_id = 'stuck'")
    assert.equal(stuck!.state, 'failed')
    assert.match(stuck!.reason!, /within a day/)
    assert.ok(published <= 40, String(published))
    fixture.isForwarding = true
    assert.equal((await fixture.run(peopleSync())).counts['delivered'], 100)
    assert.equal(new Set(fixture.sent.map(idOf)).size, 100)
  })

  it('are listed in view sync_runs', async () => {
    await fixture.people(folk(4))
    fixture.status = (body) => (idOf(body) === 'u1' ? 422 : 200)
    const run = await fixture.run(peopleSync())
    const [row] = await fixture.rows('sync_runs')
    const { run_id, sync, destination, state, model, added, delivered, refused, pending } = row!
    assert.deepEqual(
      [run_id, sync, destination, state, model, added, delivered, refused, pending],
      [run.run_id, 'people', 'crm', 'finished', 4, 4, 3, 1, 0],
    )
  })

  it('fail for a sync that is not configured, with the names of the configured ones', async () => {
    await fixture.push(fixture.launch(peopleSync()), 'unknown', { sync: 'peeple' })
    const [row] = await fixture.rows('runs', "run_id = 'unknown'")
    assert.equal(row!.state, 'failed')
    assert.match(row!.reason!, /"peeple" is not configured in this environment\. Configured: people\./)
  })
})
