/** Front door: `validateOnly` explains events and publishes nothing. */
import assert from 'node:assert/strict'
import { eventTypes } from '../../schemas/event_types.ts'
import type { Explanation } from '../../functions/event/explain.ts'
import { producer, stranger } from '../support/bus.ts'
import type { Sent } from '../support/front_door.ts'
import { reasonOf, type Context } from './context.ts'

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

export function validation(getContext: () => Context): void {
  const explain = async (request: Sent, path = '/v1/topics'): Promise<readonly Explanation[]> => {
    const { door, token } = getContext()
    const answered = await door.send({ token, ...request, path: `${path}?validateOnly=true` })
    assert.equal(answered.status, 200, answered.text)
    return (answered.json as { results: readonly Explanation[] }).results
  }
  const descriptions = ({ violations }: Explanation): readonly string[] =>
    violations.map(({ field, description }) => `${field}: ${description}`)

  describe('validateOnly', () => {
    it('finds no violation in the examples of every event type, and publishes nothing', async () => {
      const { proxy } = getContext()
      const examples = [...eventTypes.values()].flatMap((type) => type.examples)
      const results = await explain({ body: JSON.stringify(examples) })
      assert.deepEqual(
        results.filter(({ valid }) => !valid),
        [],
      )
      assert.equal(results.length, examples.length)
      assert.deepEqual(proxy.publishes, [])
    })

    it('names every invalid field with what is expected, never with its value', async () => {
      const [result] = await explain({
        body: '{"event_name":"purchase","email":"s3cret","value":"s3cret","event_data":{"currency":"eur"}}',
      })
      assert.ok(result)
      assert.equal(result.definition, 'purchase@1.0')
      assert.equal(result.table, 'events')
      assert.deepEqual(
        result.violations.map(({ field }) => field),
        ['email', 'event_data.transaction_id', 'event_data.value', 'event_data.currency'],
      )
      assert.doesNotMatch(JSON.stringify(result), /s3cret/)
    })

    it('reads the event name from the body, else from the attributes, else from the path', async () => {
      const { door, token } = getContext()
      const named = async (path: string, body: string) => {
        const { json } = await door.send({ token, path, body })
        return (json as { results: readonly Explanation[] }).results[0]?.event_name
      }
      const query = 'validateOnly=true&attributes.event_name=refund'
      assert.equal(await named(`/v1/topics/login?${query}`, '{"event_name":"purchase"}'), 'purchase')
      assert.equal(await named(`/v1/topics/login?${query}`, '{}'), 'refund')
      assert.equal(await named('/v1/topics/login?validateOnly=true', '{}'), 'login')
    })

    it('tells which consent an event does not state, and which destinations get no such event', async () => {
      const hintsOf = async (event: object): Promise<readonly string[]> => {
        const [result] = await explain({ body: JSON.stringify({ event_name: 'login', ...event }) })
        const { hints = [] } = result as { hints?: readonly { description: string }[] }
        return hints.map(({ description }) => description.split(', unless')[0]!)
      }
      const all = { ad_storage: 'denied', ad_user_data: 'granted', analytics_storage: 'granted' }
      assert.deepEqual(await hintsOf({}), [
        'The event does not state ad_storage, ad_user_data, analytics_storage, which counts as not granted: destinations for ' +
          'advertising, analytics, messaging get no such event',
      ])
      const { analytics_storage: _, ...ads } = all
      assert.deepEqual(await hintsOf({ consent: ads }), [
        'The event does not state analytics_storage, which counts as not granted: destinations for analytics get no such event',
      ])
      assert.deepEqual(await hintsOf({ consent: all }), [])
    })

    it('names fields that are probably meant as others, and an event with them is valid', async () => {
      const [result] = await explain({
        body: '{"event_name":"view_content","userId":"s3cret","contentName":"s3cret","event_data":{"locale":"en"}}',
      })
      const { hints = [], ...rest } = result as Explanation & { hints?: readonly Record<string, string>[] }
      assert.deepEqual([rest.valid, rest.table, rest.violations], [true, 'events', []])
      assert.deepEqual(
        hints.filter(({ field }) => field !== 'consent'),
        [
          {
            field: 'event_data.userId',
            kind: 'similar',
            did_you_mean: 'user_id',
            description: '"userId" is no field of view_content. Did you mean "user_id"?',
          },
          {
            field: 'event_data.contentName',
            kind: 'similar',
            did_you_mean: 'content_name',
            description: '"contentName" is no field of view_content. Did you mean "content_name"?',
          },
          {
            field: 'event_data.locale',
            kind: 'misplaced',
            did_you_mean: 'locale',
            description: '"locale" is a context field: it belongs at the top level, not in event_data.',
          },
        ],
      )
      assert.doesNotMatch(JSON.stringify(result), /s3cret/)
    })

    it('reads the group contextFields, also for consent', async () => {
      const consent = { ad_storage: 'denied', ad_user_data: 'granted', analytics_storage: 'granted' }
      const contextFields = { user_id: 'u-1', event_name: 'login', consent }
      assert.deepEqual(await explain({ body: JSON.stringify({ contextFields }) }), [
        { valid: true, event_name: 'login', definition: 'login@1.0', table: 'events', violations: [] },
      ])
    })

    it('explains why an event would be quarantined', async () => {
      const [nameless, similar, reserved] = await explain({
        body: '[{"a":1},{"event_name":"viewContent"},{"event_name":"google_thing"}]',
      })
      assert.deepEqual(
        [nameless, similar, reserved].map((result) => [result?.valid, result?.table]),
        Array.from({ length: 3 }, () => [false, 'quarantine']),
      )
      assert.match(descriptions(nameless!).join(), /^event_name: The event has no name/)
      assert.match(descriptions(similar!).join(), /Did you mean "view_content"\?.*snake_case/)
      assert.match(descriptions(reserved!).join(), /must not contain the name of a vendor: 'google'/)
    })

    it('reads the messages of an envelope with any content', async () => {
      const messages = [
        { data: base64('{"event_name":"login"}') },
        { data: base64('{}'), attributes: { event_name: 'login' } },
        { data: base64('[]') },
        { data: '/w==' },
        { data: 7, attributes: 7 },
        {},
      ]
      const results = await explain({ body: JSON.stringify({ messages }) })
      assert.deepEqual(
        results.map(({ valid }) => valid),
        [true, true, false, false, false, false],
      )
    })

    it('explains nothing to a caller who may not publish, and reads nothing for one', async () => {
      const { door, bus, proxy } = getContext()
      const body = '{"event_name":"purchase","value":"x"}'
      const cases = [
        ['x', 401],
        [bus.issuer.accessToken(stranger), 403],
      ] as const
      for (const [token, status] of cases) {
        const answers = await Promise.all(
          [body, '{', '{"event_name":"nobody_knows"}'].map((each) =>
            door.send({ token, path: '/v1/topics?validateOnly=true', body: each }),
          ),
        )
        for (const answered of answers) {
          assert.equal(answered.status, status, answered.text)
          assert.equal(answered.text, answers[0]!.text)
          assert.match(answered.text, /^\{\s*"error"/)
          assert.doesNotMatch(answered.text, /purchase|value|transaction_id/)
        }
      }
      assert.deepEqual(proxy.publishes, [])
    })

    it('asks the bus once for many requests of a caller', async () => {
      const { door, bus, proxy } = getContext()
      const token = bus.issuer.accessToken(producer, { lifetimeSeconds: 1234 })
      const ask = () => door.send({ token, path: '/v1/topics?validateOnly=true', body: '{}' })
      const answers = await Promise.all(Array.from({ length: 40 }, ask))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.equal(proxy.others.length, 1, proxy.others.join('\n'))
      assert.match(proxy.others[0]!, /\/topics\/events:testIamPermissions$/)
    })

    it('refuses requests that the bus would refuse', async () => {
      const { door, token } = getContext()
      const path = `/v1/topics?validateOnly=true&attributes.a=${'x'.repeat(1025)}`
      assert.equal(reasonOf(await door.send({ token, path, body: '{}' })), 'ATTRIBUTE_VALUE_TOO_LONG')
      const broken = await door.send({ token, path: '/v1/topics?validateOnly=true', body: '{"messages":5}' })
      assert.equal(reasonOf(broken), 'ENVELOPE_INVALID')
    })
  })
}
