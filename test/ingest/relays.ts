/** Front door: passes on the errors of the bus unchanged. */
import assert from 'node:assert/strict'
import { admin, project, stranger } from '../support/bus.ts'
import { reasonOf, type Context } from './context.ts'

function status(code: number, name: string) {
  return JSON.stringify({ error: { code, message: `${name} of the bus`, status: name } }, null, 1)
}

export function relays(getContext: () => Context): void {
  describe('errors of the bus', () => {
    /** Returns the response of the bus to the same publish. */
    const ofBus = async (token: string, topic: string) => {
      const response = await fetch(
        `http://${getContext().bus.host}/v1/projects/${project}/topics/${topic}:publish`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: '{"messages":[{"data":"e30="}]}',
        },
      )
      return { status: response.status, text: await response.text() }
    }

    it('with 401, 403 and 404 are passed on byte for byte', async () => {
      const { door, bus, token } = getContext()
      const refusals = [
        ['ya29.forged', 'view_content', 401],
        [bus.issuer.accessToken(stranger), 'view_content', 403],
        [token, 'no_such_topic', 403],
        [bus.issuer.accessToken(admin), 'no_such_topic', 404],
      ] as const
      for (const [caller, topic, expected] of refusals) {
        const answered = await door.send({ token: caller, path: `/v1/topics/${topic}`, body: '{}' })
        assert.equal(answered.status, expected)
        assert.deepEqual({ status: answered.status, text: answered.text }, await ofBus(caller, topic))
        assert.equal(answered.headers['content-type'], 'application/json; charset=UTF-8')
      }
    })

    it('with 429 and 503 are passed on byte for byte, with Retry-After', async () => {
      const { door, proxy, token } = getContext()
      for (const [code, name] of [
        [429, 'RESOURCE_EXHAUSTED'],
        [503, 'UNAVAILABLE'],
      ] as const) {
        const body = status(code, name)
        proxy.answerWith({ status: code, headers: { 'retry-after': '7' }, body })
        const answered = await door.send({ token, body: '{}' })
        assert.equal(answered.status, code)
        assert.equal(answered.text, body)
        assert.equal(answered.headers['retry-after'], '7')
      }
    })

    it('for the content of an envelope are passed on', async () => {
      const { door, token } = getContext()
      const answered = await door.send({ token, body: '{"messages":[{}]}' })
      assert.equal(answered.status, 400)
      assert.match(
        answered.text,
        /Each message must contain either non-empty data, or at least one attribute/,
      )
    })

    it('that are not JSON, and invalid confirmations, become 503', async () => {
      const { door, proxy, token } = getContext()
      const invalid = [
        { status: 200, body: '{"messageIds":[]}' },
        { status: 200, body: '{"messageIds":["1","2"]}' },
        { status: 200, body: '<html>captive portal</html>' },
        { status: 204, body: '' },
        { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
        { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Not Found</html>' },
        { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad Gateway</html>' },
        { status: 500, body: 'null' },
      ]
      for (const answer of invalid) {
        proxy.answerWith(answer)
        const answered = await door.send({ token, body: '{}' })
        assert.equal(answered.status, 503, answer.body)
        assert.equal(reasonOf(answered), 'BUS_UNREADABLE')
      }
    })
  })
}
