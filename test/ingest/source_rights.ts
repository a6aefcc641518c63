/** Front door: the topic of a source takes the event types of its source, from its members. */
import assert from 'node:assert/strict'
import { partner } from '../support/bus.ts'
import { idsOf, reasonOf, type Context } from './context.ts'

const path = '/v1/topics/source-shop'
const allowed = { event_name: 'view_content', content_name: 'a' }
const forbidden = { event_name: 'purchase', value: 1, currency: 'EUR' }

function envelope(...events: readonly object[]): object {
  return {
    messages: events.map((event) => ({ data: Buffer.from(JSON.stringify(event)).toString('base64') })),
  }
}

/** What is refused → the body, and the place of the forbidden event. */
const refused = {
  'one event': [forbidden, 0],
  'an array': [[allowed, forbidden], 1],
  'an envelope': [envelope(allowed, allowed, forbidden), 2],
  'a name in the group of context fields': [{ contextFields: { event_name: 'purchase' } }, 0],
  'a name that is given twice, of which the last counts': [
    '{"event_name":"view_content","event_name":"purchase"}',
    0,
  ],
} as const

export function sourceRights(getContext: () => Context): void {
  describe('the topic of a source', () => {
    const post = async (body: unknown, query = '', token = getContext().token) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return getContext().door.send({ path: path + query, token, body: text })
    }

    it('takes the event types of the source', async () => {
      const answered = await post([allowed, { event_name: 'lead' }])
      assert.equal(answered.status, 200, answered.text)
      assert.equal((await getContext().bus.take('source-shop')).length, idsOf(answered).length)
    })

    for (const [what, [body, index]] of Object.entries(refused)) {
      for (const query of ['', '?validateOnly=true'])
        it(`refuses another event type${query && ', with validateOnly'}: ${what}`, async () => {
          const answered = await post(body, query)
          assert.equal(answered.status, 403, answered.text)
          assert.equal(reasonOf(answered), 'EVENT_TYPE_NOT_ALLOWED')
          const { message, details } = (answered.json as { error: { message: string; details: unknown[] } })
            .error
          assert.equal(
            message,
            'Source shop may not send events of type "purchase". It may send view_content, lead.',
          )
          assert.match(JSON.stringify(details), new RegExp(`"field":"\\[${index}\\]\\.event_name"`))
          assert.deepEqual(await getContext().bus.take('source-shop'), [])
        })
    }

    it('refuses another event type in an attribute', async () => {
      const answered = await post({ value: 1 }, '?attributes.event_name=purchase')
      assert.equal(reasonOf(answered), 'EVENT_TYPE_NOT_ALLOWED')
    })

    it('names the event type that was probably meant', async () => {
      assert.match((await post({ event_name: 'view_contents' })).text, /Did you mean \\"view_content\\"\?/)
    })

    it('tells strangers nothing of the source: they get Pub/Sub’s own refusal, with the right to publish to events too', async () => {
      const token = getContext().bus.issuer.accessToken(partner)
      for (const query of ['', '?validateOnly=true'])
        for (const body of [allowed, forbidden]) {
          const answered = await post(body, query, token)
          assert.equal(answered.status, 403, answered.text)
          assert.match(answered.text, /User not authorized to perform this action\./)
          assert.doesNotMatch(answered.text, /view_content|shop/)
        }
    })

    it('leaves an event without a name to quarantine', async () => {
      assert.equal((await post({ content_name: 'a' })).status, 200)
      assert.equal((await getContext().bus.take('source-shop')).length, 1)
    })

    it('takes nothing for a source that is not configured', async () => {
      const { door, token } = getContext()
      const answered = await door.send({
        path: '/v1/topics/source-till',
        token,
        body: JSON.stringify(allowed),
      })
      assert.ok([403, 404].includes(answered.status), answered.text)
      assert.doesNotMatch(answered.text, /shop/)
    })
  })
}
