/** insertId: how long a row is remembered. https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#dataconsistency */
import assert from 'node:assert/strict'
import { InsertIds } from '../src/streaming/insert_ids.ts'

describe('the memory of insertId', () => {
  let clock: number
  let ids: InsertIds
  beforeEach(() => {
    clock = 1_000_000
    ids = new InsertIds(() => clock)
  })

  it('finds the commit of a row for a minute, in its table only', () => {
    const commit = Promise.resolve()
    ids.remember('events', ['a', 'b'], commit)
    clock += 59_999
    assert.equal(ids.earlier('events', 'a'), commit)
    assert.equal(ids.earlier('events', 'b'), commit)
    assert.equal(ids.earlier('deliveries', 'a'), undefined)
    clock += 1
    assert.equal(ids.earlier('events', 'a'), undefined)
    assert.equal(ids.earlier('events', 'b'), undefined)
  })

  it('does not forget an id that was written again since', () => {
    ids.remember('events', ['a'], Promise.resolve())
    clock += 30_000
    const second = Promise.resolve()
    ids.remember('events', ['a'], second)
    clock += 30_000
    assert.equal(ids.earlier('events', 'a'), second)
    clock += 30_000
    assert.equal(ids.earlier('events', 'a'), undefined)
  })

  it('forgets the rows of a commit that failed, so that a retry writes them', async () => {
    const commit = Promise.reject(new Error('no space'))
    ids.remember('events', ['a'], commit)
    assert.equal(ids.earlier('events', 'a'), commit)
    await assert.rejects(commit)
    assert.equal(ids.earlier('events', 'a'), undefined)
  })
})
