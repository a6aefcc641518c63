/** Budget of bodies: requests that wait get their shares in turn, and none is kept out by large, slow or hostile ones. */
import assert from 'node:assert/strict'
import { createBodyBudget } from '../../functions/serving/body_budget.ts'
import { smallBodyBytes } from '../../schemas/instance.ts'

const limits = { bytes: 100_000, smallBytes: 2 * smallBodyBytes, waitMs: 60_000 }

describe('the budget of bodies', () => {
  /** Opens shares of the size, and returns the order in which they are granted. */
  function pushesOf(budget: ReturnType<typeof createBodyBudget>) {
    const granted: string[] = []
    const push = (name: string, bytes: number, lane = 'a') => {
      const share = budget.open(lane)
      const waiting = share.expect(bytes)
      if (waiting) void waiting.then(() => granted.push(name))
      else granted.push(name)
      return share
    }
    return { granted, push }
  }

  it('lets a push wait until its share is free, and lanes take turns', async () => {
    const { granted, push } = pushesOf(createBodyBudget(limits, true))
    const first = push('first', 100_000)
    for (const name of ['a1', 'a2', 'a3']) push(name, 40_000, 'a')
    push('b1', 40_000, 'b')
    assert.deepEqual(granted, ['first'])
    first.release()
    await Promise.resolve()
    await new Promise(setImmediate)
    assert.deepEqual(granted, ['first', 'a1', 'b1'])
  })

  it('does not let small bodies wait for large ones', () => {
    const { granted, push } = pushesOf(createBodyBudget(limits, true))
    push('large', 100_000)
    push('waiting', 50_000)
    push('small', smallBodyBytes)
    assert.deepEqual(granted, ['large', 'small'])
  })

  it('does not let a large body be overtaken forever', async () => {
    const { granted, push } = pushesOf(createBodyBudget(limits, true))
    const held = [push('h1', 50_000), push('h2', 50_000)]
    push('largest', 100_000)
    push('medium', 10_000)
    held[0]!.release()
    await new Promise(setImmediate)
    assert.deepEqual(granted, ['h1', 'h2'])
    held[1]!.release()
    await new Promise(setImmediate)
    assert.deepEqual(granted, ['h1', 'h2', 'largest'])
  })

  it('refuses a push that has waited too long, and serves those after it', async () => {
    const budget = createBodyBudget({ ...limits, waitMs: 20 }, true)
    const { granted, push } = pushesOf(budget)
    push('first', 50_000)
    const waiting = budget.open('a').expect(100_000)
    await assert.rejects(waiting!, /busy with large requests/)
    push('next', 50_000)
    assert.deepEqual(granted, ['first', 'next'])
  })

  it('gives a share back once', () => {
    const budget = createBodyBudget(limits, false)
    const share = budget.open('a')
    void share.expect(100_000)
    assert.ok(share.take(60_000))
    share.release()
    share.release()
    const next = budget.open('a')
    void next.expect(100_000)
    assert.ok(next.take(100_000))
    assert.ok(!next.take(1))
  })

  it('charges a caller for what has arrived, not for what is announced', () => {
    const budget = createBodyBudget(limits, false)
    for (let index = 0; index < 1000; index++) assert.equal(budget.open('a').expect(100_000), undefined)
    const share = budget.open('a')
    void share.expect(100_000)
    assert.ok(share.take(100_000))
    const other = budget.open('a')
    void other.expect(100_000)
    assert.ok(!other.take(1))
    const small = budget.open('a')
    void small.expect(smallBodyBytes)
    assert.ok(small.take(smallBodyBytes))
  })
})
