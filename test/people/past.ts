/** Test support: posts events at the front door, and moves the stored rows into the past, so that no test waits for it. */
import assert from 'node:assert/strict'
import type { Client } from '../support/client.ts'
import { until } from '../support/until.ts'

export class Past {
  readonly #client: Client
  #posted = 0

  constructor(client: Client) {
    this.#client = client
  }

  /** Posts events, each with an id of its own, that then happened and were received so many hours ago. */
  async post(hours: number, ...events: readonly object[]): Promise<void> {
    const bodies = events.map((event) => ({ event_id: `posted-${this.#posted++}`, ...event }))
    assert.equal((await this.#client.post('/v1/topics/events', bodies)).status, 200)
    const ids = bodies.map(({ event_id }) => `'${event_id}'`).join(', ')
    await until('the events are stored', async () => {
      const [row] = await this.#client.query(`SELECT COUNT(*) AS n FROM events WHERE event_id IN (${ids})`)
      return Number(row!['n']) === bodies.length
    })
    if (hours === 0) return
    const earlier = (column: string): string =>
      `${column} = TIMESTAMP_SUB(${column}, INTERVAL ${hours * 60} MINUTE)`
    await this.#client.arrange(
      `UPDATE events SET ${['event_time', 'received_at'].map(earlier).join(', ')} WHERE event_id IN (${ids})`,
    )
  }
}
