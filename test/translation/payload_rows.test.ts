/** Connections: payloads of real shapes go from paste to rows in the typed views. The drafts of the creator are saved through the API of the
 * console and the payloads are posted over HTTP, each by an account with the rights for exactly that. */
import assert from 'node:assert/strict'
import { isPlainObject } from '../../functions/linkage/values.ts'
import { mediaType } from '../../web/creator/snippets.ts'
import { clientOf, type Client, type Row } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { draftOf, type PayloadDraft } from './payloads/draft.ts'
import { payloads } from './payloads/index.ts'
import type { Payload } from './payloads/payload.ts'

interface Saved {
  error?: {
    message: string
    details?: readonly { reason?: string; fieldViolations?: readonly { field: string }[] }[]
  }
}

describe('payloads that are pasted, saved and posted', () => {
  let stack: TestStack
  let client: Client
  const drafts = new Map<string, PayloadDraft & { payload: Payload }>()

  before(async () => {
    for (const [what, payload] of Object.entries(payloads)) {
      const names = new Set([...drafts.values()].map(({ translation }) => translation.name))
      drafts.set(what, { payload, ...draftOf(payload, (name) => names.has(name)) })
    }
    stack = await TestStack.start()
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  const save = async (body: object, headers = {}): Promise<{ status: number; body: Saved }> => {
    const response = await client.post('/v1/console/definitions', body, headers)
    return { status: response.status, body: (await response.json()) as Saved }
  }
  const fieldOf = ({ error }: Saved) =>
    error?.details?.flatMap(({ fieldViolations = [] }) => fieldViolations)[0]?.field
  /** The names that the analyst sees in the table. */
  const savedNames = async () =>
    (await client.query(`SELECT DISTINCT name FROM definitions WHERE kind = 'translation'`)).map(({ name }) =>
      String(name),
    )
  const connectionOf = ({ translation: { name, version } }: PayloadDraft): string => `${name}@${version}`

  it('has forty payloads or more, and a free name for each', () => {
    assert.ok(drafts.size >= 40, `${drafts.size} payloads`)
    assert.equal(new Set([...drafts.values()].map(connectionOf)).size, drafts.size)
  })

  it('does not save a connection that refuses its sample, or more of it than was agreed to', async () => {
    for (const [what, { translation, body, payload }] of drafts) {
      const deaf = {
        ...translation,
        link: { ...translation.link, missing_field: 'missing_field' },
        required: ['missing_field'],
      }
      const refused = await save({ translation: deaf, sample: { body, refused: 1000 } })
      assert.deepEqual([refused.status, fieldOf(refused.body)], [400, 'sample.body'], what)
      assert.match(refused.body.error!.message, /would become an event/)
      if (payload.refused === undefined) continue
      const partly = await save({ translation, sample: { body, refused: payload.refused - 1 } })
      assert.deepEqual([partly.status, fieldOf(partly.body)], [400, 'sample.refused'], what)
    }
    const unread = await save({
      translation: { ...drafts.get('a Shopify order')!.translation, name: 'unread_orders' },
      sample: { body: '{' },
    })
    assert.deepEqual([unread.status, fieldOf(unread.body)], [400, 'sample.body'])
    assert.deepEqual(await savedNames(), [])
  })

  it('saves each as a connection of its own, with the event types that it needs', async () => {
    // Creating a view takes the role BigQuery Data Editor, which editors of definitions do not have.
    const owner = { authorization: `Bearer ${stack.facts.token}` }
    for (const [what, { translation, types, body, payload }] of drafts) {
      for (const event of types) {
        const { status, body: answer } = await save({ event, expects: { latest: null } }, owner)
        assert.equal(status, 200, `${what}: ${JSON.stringify(answer)}`)
      }
      const { status, body: answer } = await save({
        translation,
        expects: { latest: null },
        sample: { body, refused: payload.refused ?? 0 },
      })
      assert.equal(status, 200, `${what}: ${JSON.stringify(answer)}`)
    }
    assert.equal((await savedNames()).length, drafts.size)
  })

  it('lets none take over the name of another', async () => {
    for (const what of ['a Shopify order', 'a Markdown table']) {
      const { translation, body } = drafts.get(what)!
      const other = { ...translation, version: '2.0' }
      const taken = await save({ translation: other, expects: { latest: null }, sample: { body } })
      assert.equal(taken.status, 409)
      assert.equal(taken.body.error!.details?.[0]?.reason, 'NAME_TAKEN')
    }
  })

  it('makes the rows that a person expects of each payload', async () => {
    for (const [what, { translation, body, payload }] of drafts) {
      const response = await client.post(`/v1/translators/${translation.name}`, body, {
        'content-type': mediaType(translation.input),
      })
      const answer = await response.text()
      assert.equal(response.status, payload.refused === undefined ? 200 : 207, `${what}: ${answer}`)
    }
    const expected = [...drafts.values()].flatMap(({ payload }) => payload.rows).length
    const stored = await until(`${expected} events are stored`, async () => {
      const rows = await client.query(
        'SELECT event_id, event_name, connection, TO_JSON_STRING(event_data) AS event_data FROM events',
      )
      return rows.length >= expected && rows
    })
    const views = new Map<string, readonly Row[]>()
    for (const view of new Set(stored.map((row) => String(row['event_name']))))
      views.set(view, await client.query(`SELECT * FROM ${view}`))
    for (const [what, draft] of drafts) {
      const own = stored.filter(({ connection }) => connection === connectionOf(draft))
      assert.equal(own.length, draft.payload.rows.length, what)
      for (const row of draft.payload.rows) {
        const { event_name: view, ...values } = row as Record<string, unknown>
        const ids = new Set(own.map((each) => each['event_id']))
        const found = views.get(String(view))!.filter((each) => ids.has(each['event_id']))
        const shown = found.map((each) =>
          Object.fromEntries(
            Object.entries(values).map(([name, value]) => [name, readAs(value, each[name])]),
          ),
        )
        assert.ok(
          shown.some((each) => isSame(each, values)),
          `${what}: ${String(view)} has ${JSON.stringify(shown)}, expected ${JSON.stringify(values)}`,
        )
      }
      const data = JSON.parse(String(own[0]!['event_data'])) as Record<string, unknown> | null
      for (const [name, value] of keptFields(draft.payload))
        assert.deepEqual(data?.[name], value, `${what} keeps ${name}`)
    }
  })
})

/** The fields that are kept. The creator keeps each member of an object as a field. */
function keptFields({ kept = {} }: Payload): readonly (readonly [string, unknown])[] {
  return Object.entries(kept).flatMap(([name, value]) =>
    isPlainObject(value)
      ? Object.entries(value).map(([member, inner]) => [`${name}_${member}`, inner] as const)
      : [[name, value] as const],
  )
}

/** Reads a value of BigQuery's REST API, whose values are texts, as the type of the expected one: times are seconds since 1970.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/getQueryResults */
function readAs(expected: unknown, got: unknown): unknown {
  if (got === null || got === undefined) return got
  const text = got as string
  if (typeof expected === 'number') return Number(text)
  if (Array.isArray(expected) || isPlainObject(expected)) return JSON.parse(text) as unknown
  const isTime = typeof expected === 'string' && /^\d{4}-\d\d-\d\dT/.test(expected)
  return isTime ? new Date(Math.round(Number(text) * 1e6) / 1000).toISOString() : text
}

function isSame(a: unknown, b: unknown): boolean {
  try {
    assert.deepEqual(a, b)
    return true
  } catch {
    return false
  }
}
