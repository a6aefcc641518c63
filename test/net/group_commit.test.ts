/** Group commit: concurrent items share writes, and each gets its own result. */
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { groupCommit, type GroupLimits } from '../../functions/net/group_commit.ts'
import { until } from '../support/until.ts'

interface Write<Item> {
  items: readonly Item[]
  finish: (results?: readonly unknown[]) => void
  fail: (error: Error) => void
}

/** A group commit whose writes the test finishes. */
function controlled<Item extends string | number>(limits: Partial<GroupLimits<Item>> = {}) {
  const writes: Write<Item>[] = []
  const add = groupCommit<Item, unknown>(
    (items) =>
      new Promise((resolve, reject) => {
        writes.push({
          items,
          finish: (results = items.map((item) => `done ${item}`)) => resolve(results),
          fail: reject,
        })
      }),
    { maxItems: 100, maxBytes: 1000, bytesOf: () => 1, inFlight: 1, ...limits },
  )
  const begun = (count: number) => until(`${count} writes have begun`, () => writes.length >= count)
  return { add, writes, begun }
}

describe('group commit', () => {
  it('writes a single item at once, without a timer', async () => {
    const { add, writes, begun } = controlled()
    const result = add('a')
    await turn()
    await turn()
    assert.equal(writes.length, 1)
    await begun(1)
    assert.deepEqual(writes[0]!.items, ['a'])
    writes[0]!.finish()
    assert.equal(await result, 'done a')
    // Other test files of this process may still use immediates.
    await until('nothing waits for a turn', () => !process.getActiveResourcesInfo().includes('Immediate'))
  })

  it('writes the items of one turn of the event loop together, and returns the result of each', async () => {
    const { add, writes, begun } = controlled()
    const results = ['a', 'b', 'c'].map((item) => add(item))
    await begun(1)
    assert.deepEqual(writes[0]!.items, ['a', 'b', 'c'])
    writes[0]!.finish([1, 2, 3])
    assert.deepEqual(await Promise.all(results), [1, 2, 3])
    assert.equal(writes.length, 1)
  })

  it('collects items while the maximum number of writes is in flight', async () => {
    const { add, writes, begun } = controlled({ inFlight: 2 })
    const results = [add('a')]
    await begun(1)
    results.push(add('b'))
    await begun(2)
    results.push(add('c'), add('d'))
    await turn()
    await turn()
    assert.equal(writes.length, 2)
    writes[1]!.finish()
    await begun(3)
    assert.deepEqual(writes[2]!.items, ['c', 'd'])
    writes[0]!.finish()
    writes[2]!.finish()
    assert.deepEqual(await Promise.all(results), ['done a', 'done b', 'done c', 'done d'])
  })

  const groupsOf = async (limits: Partial<GroupLimits<number>>, items: readonly number[]) => {
    const { add, writes } = controlled<number>({ inFlight: 100, ...limits })
    const results = items.map((item) => add(item))
    await until(
      'all items are being written',
      () => writes.flatMap((write) => write.items).length === items.length,
    )
    for (const write of writes) write.finish()
    assert.deepEqual(
      await Promise.all(results),
      items.map((item) => `done ${item}`),
    )
    return writes.map((write) => write.items)
  }

  it('limits the items of a group', async () => {
    assert.deepEqual(await groupsOf({ maxItems: 2 }, [1, 2, 3, 4, 5]), [[1, 2], [3, 4], [5]])
  })

  it('limits the bytes of a group, and writes a larger item alone', async () => {
    const limits = { maxBytes: 10, bytesOf: (item: number) => item }
    assert.deepEqual(await groupsOf(limits, [4, 6, 1, 20, 3, 3]), [[4, 6], [1], [20], [3, 3]])
  })

  it('counts an item by countOf', async () => {
    const limits = { maxItems: 10, countOf: (item: number) => item }
    assert.deepEqual(await groupsOf(limits, [4, 6, 1, 20, 3]), [[4, 6], [1], [20], [3]])
  })

  it('rejects only the items of a write that fails', async () => {
    const { add, writes, begun } = controlled({ maxItems: 2, inFlight: 2 })
    const results = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((item) => add(item)))
    await begun(2)
    writes[0]!.fail(new Error('disk full'))
    writes[1]!.finish()
    await begun(3)
    writes[2]!.finish()
    assert.deepEqual(
      (await results).map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
      ['Error: disk full', 'Error: disk full', 'done c', 'done d', 'done e'],
    )
  })

  it('continues after a write that throws synchronously', async () => {
    let calls = 0
    const add = groupCommit<string, string>(
      () => {
        if (calls++ === 0) throw new Error('no')
        return Promise.resolve(['yes'])
      },
      { maxItems: 1, maxBytes: 1, bytesOf: () => 1, inFlight: 1 },
    )
    await assert.rejects(add('a'), /no/)
    assert.equal(await add('b'), 'yes')
  })

  it('keeps the order of a thousand items', async () => {
    const seen: number[] = []
    const add = groupCommit<number, number>(
      async (items) => {
        await turn()
        seen.push(...items)
        return items
      },
      { maxItems: 7, maxBytes: 1e9, bytesOf: () => 1, inFlight: 1 },
    )
    const items = Array.from({ length: 1000 }, (_, n) => n)
    assert.deepEqual(await Promise.all(items.map((item) => add(item))), items)
    assert.deepEqual(seen, items)
  })
})
