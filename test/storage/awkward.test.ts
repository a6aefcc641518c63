/** What a producer sends comes back from SQL as it was sent, whatever it is: front door, bus, store, BigQuery, official client. */
import assert from 'node:assert/strict'
import { corpus } from './corpus.ts'
import { startPlatform, type Platform } from './platform.ts'
import { expectedOf, storedEvents, type StoredEvent } from './stored_event.ts'
import { until } from '../support/until.ts'

/** Requests at a time. */
const lanes = 8
const derivedId = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('an awkward event', () => {
  let platform: Platform
  /** Name of the case → what BigQuery shows. */
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
    await Promise.all(Array.from({ length: lanes }, send))
    await until('all of them are stored', async () => {
      const [row] = await platform.client.query(
        `SELECT (SELECT COUNT(DISTINCT message_id) FROM events) + (SELECT COUNT(DISTINCT message_id) FROM quarantine) AS n`,
      )
      return Number(row!['n']) >= corpus.length
    })
    const found = await storedEvents(platform.bigquery, `${platform.dataset}.events`, [
      ...messageIds.values(),
    ])
    for (const [name, messageId] of messageIds) stored.set(name, found.get(messageId))
  })
  after(() => platform?.stop())

  for (const awkward of corpus.filter(({ refusedByStorage }) => !refusedByStorage)) {
    it(awkward.name, () => {
      const event = stored.get(awkward.name)
      assert.ok(event, 'it is not in events')
      const expected = expectedOf(awkward)
      for (const [name, text] of expected)
        same(name, event.shown.get(name) ?? null, filled(name, text, event))
      assert.deepEqual([...event.violated].toSorted(), [...(awkward.moved ?? [])].toSorted())
    })
  }

  for (const { name, body } of corpus.filter(({ refusedByStorage }) => refusedByStorage)) {
    it(`is kept byte for byte where BigQuery takes no such JSON: ${name}`, async () => {
      const rows = await platform.client.query(
        `SELECT reason, SAFE_CONVERT_BYTES_TO_STRING(original) AS original FROM quarantine WHERE message_id = '${messageIds.get(name)}'`,
      )
      assert.deepEqual(rows, [{ reason: 'refused_by_storage', original: body }])
    })
  }

  it('stands in a corpus of two hundred and more, each named once', () => {
    assert.ok(new Set(corpus.map(({ name }) => name)).size === corpus.length && corpus.length >= 200)
  })
})

/** What the platform fills in where the producer gave nothing that fits. */
function filled(name: string, text: string | null, { shown, receivedAt }: StoredEvent): string | null {
  if (text !== null) return text
  if (name === 'event_name') return 'view_content'
  if (name === 'event_time') return receivedAt
  const id = shown.get('event_id')
  if (name === 'event_id' && id && derivedId.test(id)) return id
  return null
}

/** Of texts of megabytes only the place where they differ is told. */
function same(what: string, actual: string | null, expected: string | null): void {
  if (actual === expected) return
  if (actual === null || expected === null)
    assert.fail(`${what} is ${excerpt(actual, 0)}, not ${excerpt(expected, 0)}`)
  let at = 0
  while (actual[at] === expected[at]) at++
  const from = Math.max(0, at - 20)
  assert.fail(`${what} has ${excerpt(actual, from)} from ${from} on, not ${excerpt(expected, from)}`)
}

function excerpt(text: string | null, from: number): string {
  return text === null ? 'null' : JSON.stringify(text.slice(from, from + 80))
}
