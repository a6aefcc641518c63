/** Events with unusual content return from SQL as they were sent: through the front door, the bus, the store, BigQuery and its client. */
import assert from 'node:assert/strict'
import { corpus } from './corpus.ts'
import { startPlatform, type Platform } from './platform.ts'
import { expectedOf, storedEvents, type StoredEvent } from './stored_event.ts'
import { until } from '../support/until.ts'

const concurrentRequests = 8
const derivedId = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('an awkward event', () => {
  let platform: Platform
  /** Name of the case → the event as BigQuery shows it. */
  const stored = new Map<string, StoredEvent | undefined>()
  const messageIds = new Map<string, string>()

  before(async () => {
    platform = await startPlatform()
    const waiting = corpus.values()
    const send = async (): Promise<void> => {
      for (const { name, body } of waiting) {
        const response = await platform.client.post('/v1/topics/view_content', body)
        const text = await response.text()
        assert.equal(response.status, 200, `${name}: ${text}`)
        messageIds.set(name, (JSON.parse(text) as { messageIds: [string] }).messageIds[0])
      }
    }
    await Promise.all(Array.from({ length: concurrentRequests }, send))
    await until('all of them are stored', async () => {
      const [row] = await platform.client.query(
        `SELECT (SELECT COUNT(DISTINCT message_id) FROM events) + (SELECT COUNT(DISTINCT message_id) FROM quarantine) AS n`,
      )
      return Number(row!['n']) >= corpus.length
    })
    const eventsById = await storedEvents(platform.bigquery, `${platform.dataset}.events`, [
      ...messageIds.values(),
    ])
    for (const [name, messageId] of messageIds) stored.set(name, eventsById.get(messageId))
  })
  after(() => platform?.stop())

  for (const awkward of corpus.filter(({ refusedByStorage }) => !refusedByStorage)) {
    it(awkward.name, () => {
      const event = stored.get(awkward.name)
      assert.ok(event, 'it is not in events')
      const expected = expectedOf(awkward)
      for (const [name, text] of expected)
        assertSame(name, event.shown.get(name) ?? null, filledIn(name, text, event))
      assert.deepEqual([...event.violated].toSorted(), [...(awkward.moved ?? [])].toSorted())
    })
  }

  for (const { name, body } of corpus.filter(({ refusedByStorage }) => refusedByStorage)) {
    it(`is quarantined byte for byte if BigQuery refuses its JSON: ${name}`, async () => {
      const rows = await platform.client.query(
        `SELECT reason, SAFE_CONVERT_BYTES_TO_STRING(original) AS original FROM quarantine WHERE message_id = '${messageIds.get(name)}'`,
      )
      assert.deepEqual(rows, [{ reason: 'refused_by_storage', original: body }])
    })
  }

  it('is one of at least 200 with unique names', () => {
    assert.ok(new Set(corpus.map(({ name }) => name)).size === corpus.length && corpus.length >= 200)
  })
})

/** The value that the platform fills in if the producer sent no valid one. */
function filledIn(name: string, text: string | null, { shown, receivedAt }: StoredEvent): string | null {
  if (text !== null) return text
  if (name === 'event_name') return 'view_content'
  if (name === 'event_time') return receivedAt
  const id = shown.get('event_id')
  if (name === 'event_id' && id && derivedId.test(id)) return id
  return null
}

/** Compares texts. The message shows only where they differ, because they may have megabytes. */
function assertSame(what: string, actual: string | null, expected: string | null): void {
  if (actual === expected) return
  if (actual === null || expected === null)
    assert.fail(`${what} is ${excerpt(actual, 0)}, not ${excerpt(expected, 0)}`)
  let at = 0
  while (actual[at] === expected[at]) at++
  const from = Math.max(0, at - 20)
  assert.fail(`${what} is ${excerpt(actual, from)} from index ${from}, not ${excerpt(expected, from)}`)
}

function excerpt(text: string | null, from: number): string {
  return text === null ? 'null' : JSON.stringify(text.slice(from, from + 80))
}
