/** Translations: the definitions that the preview suggests work at the endpoint, with the body that the sender posts. */
import assert from 'node:assert/strict'
import { preview } from '../../functions/translation/preview.ts'
import { answered } from '../../functions/translation/inference/questions.ts'
import { openEndpoint, type Endpoint } from './endpoint.ts'
import { payloads } from './payloads/index.ts'

const posted = [
  'a Stripe charge, in cents',
  'Adyen notifications, of which one payment was refused',
  'a row of the GA4 export, in microseconds',
  'a curl command',
  'a Markdown table',
  'SQL INSERT statements',
  'logfmt with a leading time',
  'XML orders, one with a single line',
  'Japanese headers',
]

describe('a suggested translation that is saved', function () {
  this.timeout(60_000)
  let endpoint: Endpoint
  before(async () => {
    endpoint = await openEndpoint()
  })
  after(() => endpoint?.stack.remove())

  for (const [number, what] of posted.entries()) {
    it(`makes the events of ${what}`, async () => {
      const payload = payloads[what]!
      const name = `payload_${number}`
      const result = preview(payload.paste, {}, { name })
      assert.ok(!('problem' in result))
      await endpoint.save(answered(result.translation, result.questions, payload.answers))
      const { status, body } = await endpoint.post(`/v1/translators/${name}?validateOnly=true`, result.body)
      assert.equal(status, payload.refused === undefined ? 200 : 207, JSON.stringify(body))
      assert.equal(body.accepted, payload.rows.length)
      const targets = new Set(['event_name', ...Object.keys(payload.link)])
      const rows = body.results!.flatMap(({ event }) => (event ? [{ ...event, ...event.event_data }] : []))
      assert.deepEqual(
        rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => targets.has(field)))),
        payload.rows,
      )
    })
  }
})
