/** Front door: what the bus refuses, it refuses in its own words. */
import assert from 'node:assert/strict'
import { admin, project, stranger } from '../support/bus.ts'
import { reasonOf, type Context } from './context.ts'

function status(code: number, name: string) {
  return JSON.stringify({ error: { code, message: `${name} as the bus says it`, status: name } }, null, 1)
}

export function relays(told: () => Context): void {
  describe('relays', () => {
    /** The bus's own answer to the same publish. */
    const ofBus = async (token: string, topic: string) => {
      const response = await fetch(
        `http://${told().bus.host}/v1/projects/${project}/topics/${topic}:publish`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: '{"messages":[{"data":"e30="}]}',
        },
      )
      return { status: response.status, text: await response.text() }
    }

    it('401, 403 and 404 of the bus, to the byte', async () => {
      const { door, bus, token } = told()
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

    it('429 and 503 with the time to wait, to the byte', async () => {
      const { door, proxy, token } = told()
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

    it('a refusal of an envelope by what is in it', async () => {
      const { door, token } = told()
      const answered = await door.send({ token, body: '{"messages":[{}]}' })
      assert.equal(answered.status, 400)
      assert.match(
        answered.text,
        /Each message must contain either non-empty data, or at least one attribute/,
      )
    })

    it('nothing that is neither a confirmation nor an error in JSON', async () => {
      const { door, proxy, token } = told()
      const odd = [
        { status: 200, body: '{"messageIds":[]}' },
        { status: 200, body: '{"messageIds":["1","2"]}' },
        { status: 200, body: '<html>captive portal</html>' },
        { status: 204, body: '' },
        { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
        { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Not Found</html>' },
        { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad Gateway</html>' },
        { status: 500, body: 'null' },
      ]
      for (const answer of odd) {
        proxy.answerWith(answer)
        const answered = await door.send({ token, body: '{}' })
        assert.equal(answered.status, 503, answer.body)
        assert.equal(reasonOf(answered), 'BUS_UNREADABLE')
      }
    })
  })
}
