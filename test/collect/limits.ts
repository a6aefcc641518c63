/** Web door tests: its rates and sizes. */
import assert from 'node:assert/strict'
import { until } from '../support/until.ts'
import { reasonOf } from './settings.ts'
import type { WebDoor } from './web_door.ts'

export function limitTests(web: () => WebDoor): void {
  it('lets garbage from one address take nothing from another, and stays within its limits', async () => {
    const garbage = async (count: number): Promise<readonly number[]> => {
      const statuses: number[] = []
      for (let n = 0; n < count; n++) {
        const body = n % 2 === 0 ? '{' : JSON.stringify({ event_name: 'page_view', event_id: `garbage-${n}` })
        statuses.push((await web().post(body, {}, '127.0.0.2')).status)
      }
      return statuses
    }
    const valid = async (count: number): Promise<readonly number[]> => {
      const statuses: number[] = []
      for (let n = 0; n < count; n++) {
        const event = { event_name: 'page_view', event_id: `valid-${n}` }
        statuses.push((await web().post(event, {}, '127.0.0.3')).status)
      }
      return statuses
    }
    const start = performance.now()
    const [sent, ...others] = await Promise.all([valid(40), garbage(150), garbage(150), garbage(150)])
    const minutes = (performance.now() - start) / 60_000
    assert.ok(sent.filter((status) => status === 200).length >= 38, sent.join(' '))
    const all = others.flat()
    assert.deepEqual(
      [...new Set(all)].filter((status) => ![200, 400, 429].includes(status)),
      [],
    )
    // A full bucket, and what comes back while it is used.
    const passed = all.filter((status) => status !== 429).length
    assert.ok(passed <= 60 * (1 + minutes) + 1, `${passed} in ${minutes} minutes`)
    const limited = await web().post({ event_name: 'page_view', event_id: 'garbage-more' }, {}, '127.0.0.2')
    assert.deepEqual([limited.status, reasonOf(limited)], [429, 'RATE_EXCEEDED'])
    assert.ok(Number(limited.headers['retry-after']) >= 1)
    const published = all.filter((status) => status === 200).length
    const stored = await until('all rows are there', async () => {
      const [row] = await web().client.query(
        `SELECT COUNTIF(STARTS_WITH(event_id, 'valid-')) AS valid, COUNTIF(STARTS_WITH(event_id, 'garbage-')) AS garbage FROM events`,
      )
      return Number(row!['valid']) === sent.filter((status) => status === 200).length && row
    })
    assert.ok(Number(stored['garbage']) <= published)
  })

  it('counts a large event as several units', async () => {
    // More than 14,336 bytes and at most 16,384 are eight units of 2,048.
    const event = { event_name: 'page_view', page_title: 'x'.repeat(15_000) }
    const start = performance.now()
    let passed = 0
    while ((await web().post(event, {}, '127.0.0.5')).status === 200) passed++
    const seconds = (performance.now() - start) / 1000
    assert.ok(passed >= 7, '60 units are there at once')
    assert.ok(passed <= (60 + seconds) / 8 + 1, `${passed} in ${seconds} s`)
  })
}
