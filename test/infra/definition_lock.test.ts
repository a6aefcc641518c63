/** Locks: each kind of change to an event type asks for its version, and a removal for a deprecation. */
import assert from 'node:assert/strict'
import { definitionFaults, definitionLock, outdatedDefinitions } from '../../infra/proof/definition_lock.ts'
import { text } from '../../schemas/context/field.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { changes, deprecated, deprecation, placed, withField } from './definition_changes.ts'

/** 1 February 2027. */
const now = Date.UTC(2027, 1, 1)

describe('the lock of the definitions', () => {
  for (const [version, change, before, after, why] of changes) {
    it(`asks for ${version} after 1.2: ${change}`, () => {
      const lock = definitionLock([placed(before)])
      assert.deepEqual(definitionFaults(lock, [placed(after)], now), [
        `schemas/events/order_placed.ts: version: Expected ${version}, since ${why} Got 1.2. Change it, and run npx sluice locks --write.`,
      ])
      assert.deepEqual(definitionFaults(lock, [placed({ ...after, version })], now), [])
    })
  }

  it('accepts a higher number than needed, and no lower version', () => {
    const lock = definitionLock([placed()])
    const text = { description: 'Someone ordered.' }
    for (const version of ['1.2.2', '1.3', '2.0', '10.0'])
      assert.deepEqual(definitionFaults(lock, [placed({ ...text, version })], now), [], version)
    for (const version of ['1.1', '0.9'])
      assert.deepEqual(definitionFaults(lock, [placed({ version })], now), [
        `schemas/events/order_placed.ts: version: Expected a version after 1.2, the latest; got ${version}. Change it, and run npx sluice locks --write.`,
      ])
  })

  it('notices a change with its version that is not locked yet', () => {
    const lock = definitionLock([placed()])
    const raised = placed({ owner: 'shop', version: '1.2.1' })
    assert.deepEqual(outdatedDefinitions(lock, [placed()]), [])
    assert.deepEqual(outdatedDefinitions(lock, [raised]), [
      'schemas/events/order_placed.ts: infra/locks/definitions.json does not have order_placed 1.2.1: run npx sluice locks --write.',
    ])
    assert.deepEqual(outdatedDefinitions({}, [placed()]).length, 1)
  })

  it('lets a type go only after its sunset', () => {
    const removed = (type: EventType) => definitionFaults(definitionLock([type]), [], now)
    assert.deepEqual(removed(placed(deprecated)), [])
    const [live] = removed(placed())
    assert.match(
      live!,
      /^event type order_placed is missing, and it is not deprecated: its events would go to quarantine\./,
    )
    const [early] = removed(placed({ ...deprecated, deprecation: { ...deprecation, sunset: '2027-02-02' } }))
    assert.match(early!, /^event type order_placed is missing, and its sunset is 2027-02-02:/)
  })

  it('refuses a field that it could not compare', () => {
    const type = placed(withField('code', Object.assign(text('A code.', 'a'), { minLength: 2 })))
    assert.deepEqual(definitionFaults({}, [type], now), [
      'schemas/events/order_placed.ts: its fields have keywords that the lock cannot compare. ' +
        'Use the functions of schemas/context/field.ts with the keywords of a saved definition.',
    ])
  })

  it('compares every standard event type in full', () => {
    const types = [...eventTypes.values()]
    assert.deepEqual(definitionFaults(definitionLock(types), types, now), [])
  })
})
