/** Turns: of the two store subscriptions of a topic, one stores a message, and never none. */
import assert from 'node:assert/strict'
import { createTurns } from '../../functions/storage/turns.ts'

const from = '2026-03-14T10:00:00Z'
const until = '2026-03-14T12:00:00Z'
const day = '2026-03-14T'
const startedAt = Date.parse(`${day}09:00:00Z`)

function at(time: string, isOrdered: boolean) {
  return { topic: 'view_content', isOrdered, publishTime: `${day}${time}Z` }
}

describe('turns of the store subscriptions', () => {
  it('leave everything to the only subscription', () => {
    for (const ordering of [undefined, { from, drained: true }]) {
      const storesIt = createTurns(ordering, startedAt)
      assert.ok(storesIt(at('09:00:00', true)))
      assert.ok(storesIt(at('11:00:00', true)))
    }
    assert.ok(createTurns(undefined, startedAt)(at('11:00:00', false)))
  })

  it('change with the publish time, once both subscriptions have delivered', () => {
    const storesIt = createTurns({ from, until }, startedAt)
    assert.deepEqual(
      ['09:59:00', '10:00:00', '11:59:59.999', '12:00:00'].map((time) => [
        storesIt(at(time, false)),
        storesIt(at(time, true)),
      ]),
      [
        [true, false],
        [false, true],
        [false, true],
        [true, false],
      ],
    )
  })

  it('keep a message with the plain subscription if the ordered one may have been created after it', () => {
    const storesIt = createTurns({ from }, startedAt)
    assert.ok(storesIt(at('11:00:00', false)))
    storesIt(at('11:30:00', true))
    assert.ok(storesIt(at('11:00:00', false)))
    // Creating a subscription is not instant.
    assert.ok(storesIt(at('11:30:09', false)))
    assert.ok(!storesIt(at('11:30:11', false)))
    // Each topic has its own subscriptions.
    assert.ok(storesIt({ ...at('11:31:00', false), topic: 'purchase' }))
  })

  it('keep a message with the ordered subscription if an older program may have left it there', () => {
    const storesIt = createTurns({ from, until }, Date.parse(`${day}13:00:00Z`))
    storesIt(at('09:00:00', false))
    assert.ok(storesIt(at('12:30:00', true)))
    assert.ok(!storesIt(at('13:30:00', true)))
  })
})
