/** Reprocessing in steps: wherever its process ends, the next one goes on, and no message is published twice. */
import assert from 'node:assert/strict'
import { startQuarantine } from './quarantine.ts'

const messages = 30

describe('reprocessing in steps', () => {
  it('takes up where it was killed, before or after whichever step', async () => {
    const world = await startQuarantine()
    try {
      await world.fill(messages)
      const published: string[] = []
      let deaths = 0
      const push = async (): Promise<'ended' | 'later'> => {
        // Each process gets a step further than the one before, from where that one ended.
        let left = deaths
        try {
          return await world.push(
            'run-1',
            () => {
              if (left-- === 0) throw new Error('killed')
            },
            published,
          )
        } catch (error) {
          assert.equal((error as Error).message, 'killed')
          deaths++
          return 'later'
        }
      }
      while ((await push()) === 'later') assert.ok(deaths < 60, 'the run does not end')
      assert.ok(deaths > 5, `it died ${deaths} times only`)
      assert.equal(published.length, messages)
      const rows = await world.rows(
        `SELECT COUNT(*) AS rows_, COUNT(DISTINCT JSON_VALUE(event_data.carrier)) AS carriers FROM ${world.locate('events')}`,
      )
      assert.deepEqual(rows, [{ rows_: messages, carriers: messages }])
      const [run] = await world.rows(
        `SELECT state, TO_JSON_STRING(counts) AS counts FROM ${world.locate('runs')}`,
      )
      assert.equal(run!['state'], 'finished')
      assert.deepEqual(JSON.parse(String(run!['counts'])), {
        selected: messages,
        promoted: messages,
        quarantined: 0,
        left_out: 0,
      })
    } finally {
      await world.stop()
    }
  })
})
