/** Reverse ETL to a list of people: the vendor's list has the people of the model who may be on it. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { HttpRequest } from '../../functions/net/http.ts'
import type { Destination } from '../../schemas/destination.ts'
import { text } from '../../schemas/context/field.ts'
import { defineEvent } from '../../schemas/event_type.ts'
import { defineSync, type SyncDefinition } from '../../schemas/sync.ts'
import { respond } from '../delivery/fake_third_party.ts'
import { startSyncFixture, type SyncFixture } from './fixture.ts'

const granted = { ad_user_data: 'granted' }
const denied = { ad_user_data: 'denied' }

const segment: Destination = {
  id: 'segment',
  target: 'customerio_segment',
  settings: { list_id: '7', site_id: 'site', api_key: 'key' },
  rules: [{ id: 'all', effect: 'permit', when: 'true' }],
}

/** A list of everybody in table `people`, whom the vendor knows by their e-mail address. */
function listSync(more: Partial<SyncDefinition> = {}) {
  return defineSync({
    name: 'members',
    description: 'All people.',
    model: (locate) => `SELECT user_id AS customer, email, plan, consent FROM ${locate('people')}`,
    key: ['customer'],
    mode: 'mirror',
    event: defineEvent({
      name: 'members',
      description: 'A person has joined or left.',
      fields: { customer: text('Number of the customer.', 'c-1'), plan: text('What they pay for.', 'free') },
      examples: [],
    }),
    guards: { maxRemovedPercent: 50 },
    rowsPerSecond: 1000,
    ...more,
  })
}

function folk(...names: readonly (string | number)[]) {
  return names.map((name) => ({ user_id: `u${name}`, consent: granted as object }))
}

/** The answers of Customer.io's Track API, with the memory of one segment.
 * https://docs.customer.io/integrations/api/track/#operation/add_to_segment */
class Segment {
  readonly members = new Set<string>()
  /** What was asked, in order: `add u1@example.com u2@example.com`. */
  calls: string[] = []
  status: (ids: readonly string[]) => number = () => 200

  readonly answer = ({ url, body }: HttpRequest) => {
    const [, operation] = /\/segments\/7\/(add|remove)_customers\?id_type=email$/.exec(url)!
    const { ids } = JSON.parse(body.toString()) as { ids: readonly string[] }
    this.calls.push([operation, ...ids.toSorted()].join(' '))
    const status = this.status(ids)
    if (status === 200) for (const id of ids) this.members[operation === 'add' ? 'add' : 'delete'](id)
    return respond(status)
  }
}

function emails(...names: readonly (string | number)[]): readonly string[] {
  return names.map((name) => `u${name}@example.com`)
}

describe('sync to a list of people', () => {
  let fixture: SyncFixture
  let vendor: Segment

  beforeEach(async () => {
    fixture = await startSyncFixture()
    vendor = new Segment()
    fixture.vendor = vendor.answer
  })
  afterEach(() => fixture.stop())

  const run = (sync = listSync(), request: object = {}) => fixture.run(sync, request, segment)
  const members = () => [...vendor.members].toSorted()
  const suppress = (email: string) =>
    fixture.warehouse.change(
      `INSERT INTO ${fixture.warehouse.locate('suppressions')} (field, value_hash, created_at, created_by, lifted)
VALUES ('email', '${hash('sha256', email)}', CURRENT_TIMESTAMP(), 'operator@example.com', FALSE)`,
    )

  it('removes who has left the model and adds who has come, and nobody else', async () => {
    await fixture.people(folk(1, 2, 3, 4, 5, 6, 7))
    await run()
    assert.deepEqual(members(), emails(1, 2, 3, 4, 5, 6, 7))

    vendor.calls = []
    await fixture.people(folk(1, 2, 3, 4))
    await run()
    assert.deepEqual(vendor.calls, [`remove ${emails(5, 6, 7).join(' ')}`])
    assert.deepEqual(members(), emails(1, 2, 3, 4))
    const rows = await fixture.rows('sync_state', 'row_hash IS NOT NULL')
    assert.equal(rows.length, 4)
    assert.deepEqual(await fixture.rows('sync_state', 'row_hash IS NULL AND row_data IS NOT NULL'), [])

    vendor.calls = []
    await fixture.people(folk(1, 2, 3, 4, 5, 6))
    await run()
    assert.deepEqual(vendor.calls, [`add ${emails(5, 6).join(' ')}`])
    vendor.calls = []
    await run()
    assert.deepEqual(vendor.calls, [])
    assert.deepEqual(members(), emails(1, 2, 3, 4, 5, 6))
  })

  it('loses nobody in a crash between two pages, and repeats at most the page in flight', async () => {
    const sync = listSync({ rowsPerSecond: 2 })
    const names = Array.from({ length: 90 }, (_, n) => n)
    await fixture.people(folk(...names))
    const crash = new Error('kill -9')
    let pages = 0
    fixture.published = async () => {
      if (++pages === 3) throw crash
    }
    const push = (handler: ReturnType<typeof fixture.launch>) =>
      fixture.push(handler, 'a', { sync: sync.name })
    await assert.rejects(push(fixture.launch(sync, segment)), crash)
    assert.equal(vendor.members.size, 60, 'pages of 20 rows, of which three were sent')

    fixture.published = async () => {}
    const successor = fixture.launch(sync, segment)
    while ((await push(successor)) !== 204);
    assert.deepEqual(members(), emails(...names).toSorted())
    const sent = vendor.calls.flatMap((call) => call.split(' ').slice(1))
    assert.ok(sent.length <= 110, `${sent.length} rows were sent`)
    const [row] = await fixture.rows('runs', `run_id = 'a'`)
    assert.deepEqual([row!.state, row!.counts['delivered']], ['finished', 90])
  })

  it('sends only the refused rows in the next run', async () => {
    const sync = listSync({ rowsPerSecond: 1 })
    await fixture.people(folk(...Array.from({ length: 30 }, (_, n) => n)))
    let refused: readonly string[] = []
    vendor.status = (ids) => {
      refused = refused.length === 0 ? ids : refused
      return ids.some((id) => refused.includes(id)) ? 422 : 200
    }
    const first = await run(sync)
    assert.deepEqual([first.counts['delivered'], first.counts['refused']], [20, 10])
    vendor.calls = []
    vendor.status = () => 200
    await run(sync)
    assert.deepEqual(vendor.calls, [['add', ...refused.toSorted()].join(' ')])
    assert.equal(vendor.members.size, 30)
  })

  it('removes the former address of a person before it adds the new one', async () => {
    await fixture.people(folk(1, 2))
    await run()
    vendor.calls = []
    const moved = { user_id: 'u1', email: 'new@example.com', consent: granted }
    await fixture.people([moved, ...folk(2)])
    await run()
    assert.deepEqual(vendor.calls, ['remove u1@example.com', 'add new@example.com'])
    assert.deepEqual(members(), ['new@example.com', 'u2@example.com'])
  })

  it('removes who denies consent or is suppressed although a guard blocks the run', async () => {
    await fixture.people(folk(1, 2, 3, 4, 5))
    await run()
    vendor.calls = []
    await suppress('u3@example.com')
    fixture.isSuppressed = ({ email }) => email === 'u3@example.com'
    await fixture.people([{ user_id: 'u2', consent: denied }, ...folk(3, 9)])
    const blocked = await run()
    assert.deepEqual([blocked.state, blocked.reason!.split(':')[0]], ['blocked', 'too_many_removed'])
    assert.deepEqual(vendor.calls, ['remove u2@example.com u3@example.com'])
    assert.deepEqual([blocked.counts['withdrawn'], blocked.counts['delivered']], [2, 2])
    assert.deepEqual(members(), emails(1, 4, 5), 'who has left the model, and who has come, wait')
  })

  it('removes a member whom the suppression list names although their row is unchanged, and one who comes off it returns', async () => {
    await fixture.people(folk(1, 2, 3))
    await run()
    vendor.calls = []
    await suppress('u2@example.com')
    fixture.isSuppressed = ({ email }) => email === 'u2@example.com'
    const done = await run()
    assert.deepEqual([done.state, done.counts['removed'], done.counts['unchanged']], ['finished', 1, 2])
    assert.deepEqual(vendor.calls, ['remove u2@example.com'])
    vendor.calls = []
    assert.equal((await run()).counts['restricted'], 1)
    assert.deepEqual(vendor.calls, [])
    fixture.isSuppressed = () => false
    await fixture.warehouse.change(
      `UPDATE ${fixture.warehouse.locate('suppressions')} SET lifted = TRUE WHERE TRUE`,
    )
    await run()
    assert.deepEqual(vendor.calls, ['add u2@example.com'])
  })

  it('blocks without a column consent and after an error of a rule, which are no denial', async () => {
    await fixture.people(folk(1, 2, 3))
    await run()
    vendor.calls = []
    await suppress('u2@example.com')
    fixture.isSuppressed = ({ email }) => email === 'u2@example.com'
    const model: SyncDefinition['model'] = (locate) =>
      `SELECT user_id AS customer, email, plan FROM ${locate('people')}`
    const blocked = await run(listSync({ model }), { accept_schema: true })
    assert.deepEqual(
      [blocked.state, blocked.reason],
      ['blocked', 'consent_missing: the model has no column consent, but segment needs ad_user_data.'],
    )
    assert.deepEqual(vendor.calls, ['remove u2@example.com'])

    vendor.calls = []
    await fixture.people(folk(1, 3).map((row) => ({ ...row, plan: 'paid' })))
    const faulty = { id: 'faulty', effect: 'restrict' as const, when: "event.country == 'DE'" }
    const erring = { ...segment, rules: [...segment.rules, faulty] }
    const failed = await fixture.run(listSync(), {}, erring)
    assert.deepEqual([failed.state, failed.reason!.split(':')[0]], ['blocked', 'rule_error'])
    assert.deepEqual(vendor.calls, [])
    assert.deepEqual(members(), emails(1, 3))
  })
})
