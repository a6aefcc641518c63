/** Reprocessing in steps: the next process resumes wherever one crashes, and no message is published twice. */
import assert from 'node:assert/strict'
import { startQuarantine } from './quarantine.ts'

const messages = 30

describe('reprocessing in steps', () => {
  it('resumes after a crash before or after any step', async () => {
    const fixture = await startQuarantine()
    try {
      await fixture.fill(messages)
      const published: string[] = []
      let crashes = 0
      const push = async (): Promise<'ended' | 'retry'> => {
        // Each process crashes one step later than the one before.
        let left = crashes
        try {
          return await fixture.push(
            'run-1',
            () => {
              if (left-- === 0) throw new Error('killed')
            },
            published,
          )
        } catch (error) {
          assert.equal((error as Error).message, 'killed')
          crashes++
          return 'retry'
        }
      }
      while ((await push()) === 'retry') assert.ok(crashes < 60, 'the run does not end')
      assert.ok(crashes > 5, `it crashed only ${crashes} times`)
      assert.equal(published.length, messages)
      const rows = await fixture.rows(
        `SELECT COUNT(*) AS rows_, COUNT(DISTINCT JSON_VALUE(event_data.carrier)) AS carriers FROM ${fixture.locate('events')}`,
      )
      assert.deepEqual(rows, [{ rows_: messages, carriers: messages }])
      const [run] = await fixture.rows(
        `SELECT state, TO_JSON_STRING(counts) AS counts FROM ${fixture.locate('runs')}`,
      )
      assert.equal(run!['state'], 'finished')
      assert.deepEqual(JSON.parse(String(run!['counts'])), {
        selected: messages,
        promoted: messages,
        quarantined: 0,
        left_out: 0,
      })
    } finally {
      await fixture.stop()
    }
  })
})
