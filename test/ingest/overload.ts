/** Front door: refuses what would wait too long, at once, and answers truthfully for what it has let in. */
import assert from 'node:assert/strict'
import { openRaw } from '../support/raw_http.ts'
import { until } from '../support/until.ts'
import { idsOf, reasonOf, type Context } from './context.ts'

/** Requests that wait for the bus: more than an instance lets wait whatever it measures. */
const waiting = 24

/** Calls `inside` while the front door is overloaded, because the bus does not answer. Everything that it let in is accepted afterwards. */
export async function overload<Result>(
  { door, proxy, token }: Context,
  inside: () => Promise<Result>,
): Promise<Result> {
  const release = proxy.hold()
  const send = () => door.send({ token, body: '{}' })
  const accepted = Array.from({ length: waiting }, send)
  try {
    await until('the front door refuses a request', async () => {
      const answered = send()
      accepted.push(answered)
      const first = await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 100))])
      if (first === undefined) return false
      void accepted.pop()
      return true
    })
    return await inside()
  } finally {
    release()
    const answers = await Promise.all(accepted)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const ids = answers.flatMap(idsOf)
    assert.equal(new Set(ids).size, answers.length)
  }
}

export function overloaded(getContext: () => Context): void {
  describe('overload', () => {
    it('is answered before a byte of the body has arrived', () => {
      const { door, token } = getContext()
      return overload(getContext(), async () => {
        const connection = await openRaw(door.port)
        await connection.write(
          `POST /v1/topics HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-length: 9000000\r\n\r\n`,
        )
        const { status, head, text } = await connection.answer()
        connection.socket.destroy()
        assert.equal(status, 503)
        assert.match(head, /\r\nretry-after: 1\r\n/i)
        assert.match(text, /"status": "UNAVAILABLE"/)
      })
    })

    it('is answered without asking for the body, and keeps the connection if the body comes unasked', () => {
      const { door, token } = getContext()
      const head = `POST /v1/topics HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-length: 2\r\n`
      return overload(getContext(), async () => {
        const waits = await openRaw(door.port)
        await waits.write(`${head}expect: 100-continue\r\n\r\n`)
        const refused = await waits.answer()
        assert.equal(refused.status, 503)
        assert.match(refused.head, /\r\nconnection: close\r\n/i)
        await waits.closed
        const { write, answer, socket } = await openRaw(door.port)
        for (let turn = 0; turn < 2; turn++) {
          await write(`${head}\r\n`)
          assert.equal((await answer()).status, 503)
          await write('{}')
        }
        // An error after it is answered.
        await write('no HTTP\r\n\r\n')
        assert.equal((await answer()).status, 400)
        socket.destroy()
      })
    })

    it('refuses hundreds of requests at once, publishes none of them, and ends as soon as the bus answers', async () => {
      const { door, bus, proxy, token } = getContext()
      await bus.take('events')
      await overload(getContext(), async () => {
        const before = proxy.publishes.length
        const refused = await Promise.all(
          Array.from({ length: 300 }, () => door.send({ token, body: '{"refused":true}' })),
        )
        assert.deepEqual(new Set(refused.map(reasonOf)), new Set(['OVERLOADED']))
        assert.equal(proxy.publishes.length, before)
      })
      const pulled = await bus.take('events')
      assert.ok(pulled.every(({ data }) => data.toString() === '{}'))
      assert.equal((await door.send({ token, body: '{}' })).status, 200)
    })

    it('is none while many requests are answered in time', async () => {
      const { door, token } = getContext()
      const answers = await Promise.all(Array.from({ length: 200 }, () => door.send({ token, body: '{}' })))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    })
  })
}
