/** Preparation: maps a stored event to the fields of a target, or returns the outcome if it is not sent. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { Target } from '../../functions/targets/target.ts'
import { skipped } from '../../schemas/outcome.ts'
import { fieldsOf, prepare, stored, type Setting } from './prepared.ts'

const user = { em: hash('sha256', 'ada@example.com') }
const data = { value: 59.8, currency: 'EUR', contents: [{ id: 'A', price: 29.9 }] }
const time = 1773480600

describe('preparation', () => {
  it("merges the target's link for the event type over its link for `*`", () => {
    assert.deepEqual(prepare(stored()), {
      id: 'e-1',
      name: 'purchase',
      fields: { name: 'PURCHASE', time, user, data },
      text: JSON.stringify({ name: 'PURCHASE', time, user, data }),
    })
    const { contents: _, ...others } = data
    assert.deepEqual(fieldsOf(stored({}, 'lead')), { name: 'LEAD', time, user, data: others })
  })

  it("merges the destination's links over them field by field, the one for the event type last", () => {
    const linkage = {
      '*': { 'user.ids': { list: ['event_id'] }, 'data.value': { const: 1 } },
      purchase: { 'data.value': { const: 2 }, 'data.contents': null },
    }
    assert.deepEqual(fieldsOf(stored(), { linkage }), {
      name: 'PURCHASE',
      time,
      user: { ...user, ids: ['e-1'] },
      data: { value: 2, currency: 'EUR' },
    })
    assert.deepEqual((fieldsOf(stored({}, 'lead'), { linkage })['data'] as typeof data).value, 1)
  })

  it('removes a field and all below it for null, replaces them for a value, and joins them for an object', () => {
    assert.deepEqual(fieldsOf(stored(), { linkage: { '*': { data: null } } }), {
      name: 'PURCHASE',
      time,
      user,
    })
    const whole = fieldsOf(stored(), {
      linkage: { '*': { data: { from: 'event_data.items', default: 'x' } } },
      target: { fields: undefined },
    })
    assert.deepEqual(whole['data'], [{ item_id: 'A', price: 29.9 }])
    const joined = fieldsOf(stored(), {
      linkage: { '*': { data: { object: { own: { rest: {} } } } } },
      target: { fields: undefined },
    })
    assert.deepEqual(joined['data'], { own: stored().value['event_data'], ...data })
  })

  it('sends the unchanged text of an event to a target without links, unless the destination has one', () => {
    const asIs = { linkage: 'event', linkageByEvent: {}, fields: undefined, identity: [] } as const
    const event = stored()
    assert.deepEqual(prepare(event, { target: asIs }), {
      id: 'e-1',
      name: 'purchase',
      fields: event.value,
      text: event.text,
    })
    const linkage = { lead: { a: 'email' } }
    assert.equal((prepare(event, { target: asIs, linkage }) as { text: string }).text, event.text)
    assert.deepEqual(fieldsOf(stored({}, 'lead'), { target: asIs, linkage }), { a: 'Ada@example.com' })
  })

  describe("uses the target's name for the event", () => {
    const nameOf = (name: string, setting: Setting) => {
      const prepared = prepare(stored({}, name), setting)
      return 'fields' in prepared ? prepared.fields['name'] : prepared
    }
    const notMapped = skipped('event_not_mapped')

    it('or skips the event if there is none', () => {
      assert.deepEqual(nameOf('refund', {}), notMapped)
      assert.deepEqual(nameOf('shop_opened', {}), notMapped)
      assert.deepEqual(nameOf('constructor', {}), notMapped)
    })

    it('which may be the event type, or one name for all others', () => {
      assert.equal(nameOf('shop_opened', { target: { otherEvents: 'as_is' } }), 'shop_opened')
      assert.equal(nameOf('shop_opened', { target: { otherEvents: { name: 'CUSTOM' } } }), 'CUSTOM')
      assert.equal(nameOf('lead', { target: { events: 'as_is' } }), 'lead')
      assert.deepEqual(nameOf('shop_opened', { target: { events: 'as_is' } }), notMapped)
    })

    it('which may come from a setting', () => {
      const setting = {
        target: { events: { setting: 'names' } },
        settings: { names: { lead: 'tw-1', shop_opened: 'tw-2' } },
      }
      assert.equal(nameOf('lead', setting), 'tw-1')
      assert.equal(nameOf('shop_opened', setting), 'tw-2')
      assert.deepEqual(nameOf('purchase', setting), notMapped)
      assert.deepEqual(nameOf('constructor', setting), notMapped)
      assert.deepEqual(nameOf('purchase', { ...setting, settings: {} }), notMapped)
      const others = { ...setting, target: { ...setting.target, otherEvents: 'as_is' as const } }
      assert.equal(nameOf('shop_closed', others), 'shop_closed')
      assert.deepEqual(nameOf('purchase', others), notMapped)
    })

    it("unless the destination's link for the event type sets another", () => {
      assert.equal(nameOf('refund', { linkage: { refund: { name: { const: 'MONEY_BACK' } } } }), 'MONEY_BACK')
      assert.deepEqual(
        nameOf('refund', { linkage: { refund: {} } }),
        skipped('missing_required', { detail: 'name is missing: string' }),
      )
    })
  })

  it('skips events outside the time window, which may depend on the fields', () => {
    const at = (event_time: string, maxAge: Target['time']) =>
      prepare(stored({ event_time }), maxAge ? { target: { time: maxAge } } : {})
    const tooOld = skipped('event_too_old')
    assert.deepEqual(at('2026-03-14T08:59:59.000000Z', undefined), tooOld)
    assert.ok('fields' in at('2026-03-14T09:00:00.000000Z', undefined))
    assert.deepEqual(at('2026-03-14T10:01:01.000000Z', undefined), skipped('event_in_future'))
    assert.ok('fields' in at('2026-03-14T10:01:00.000000Z', undefined))
    const byFields = {
      maxAge: ({ name }: Readonly<Record<string, unknown>>) => (name === 'PURCHASE' ? 10 : 1e6),
      maxFuture: 0,
    }
    assert.deepEqual(at('2026-03-14T09:59:49.000000Z', byFields), tooOld)
    assert.ok('fields' in prepare(stored({}, 'lead'), { target: { time: byFields } }))
    assert.ok(
      'fields' in
        prepare(stored({ event_time: '1999-03-14T10:00:00.000000Z' }), { target: { time: undefined } }),
    )
  })

  it('skips events without a complete set of identifiers', () => {
    const noIdentifier = skipped('no_identifier')
    assert.deepEqual(prepare(stored({ email: undefined })), noIdentifier)
    assert.deepEqual(prepare(stored({ email: 'nobody' })), noIdentifier)
    const linkage = { '*': { 'user.ids': { list: ['user_id'] }, where: 'action_source' } }
    assert.deepEqual(prepare(stored({ email: undefined, user_id: 'u-1' }), { linkage }), noIdentifier)
    assert.ok(
      'fields' in prepare(stored({ email: undefined, user_id: 'u-1', action_source: 'web' }), { linkage }),
    )
  })
})
