/** Front door: limits what a slow, endless or hostile client can use, and still answers it. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { limits } from '../../schemas/limits.ts'
import { openRaw } from '../support/raw_http.ts'
import { startServed, type Served } from '../support/served.ts'
import { until } from '../support/until.ts'
import { reasonOf, type Context } from './context.ts'

function refusal(text: string): string | undefined {
  return reasonOf({ json: JSON.parse(text) })
}

function headOf(token: string, ...headers: readonly string[]): string {
  return [
    'POST /v1/topics HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${token}`,
    ...headers,
    '',
    '',
  ].join('\r\n')
}

const mebibyte = Buffer.alloc(1024 * 1024, ' ')

export function bounds(getContext: () => Context): void {
  describe('bounds', () => {
    let served: Served
    let shortTimeouts: Served
    before(async () => {
      ;[served, shortTimeouts] = await Promise.all([startServed(), startServed('shortTimeouts')])
    })
    after(() => Promise.all([served.stop(), shortTimeouts.stop()]))

    it('a body with a too large Content-Length is refused before it arrives, and the connection stays open', async () => {
      const { door, token } = getContext()
      const { write, answer, socket } = await openRaw(door.port)
      const size = limits.requestBytes + 1
      await write(headOf(token, `content-length: ${size}`))
      const refused = await answer()
      assert.equal(refused.status, 413)
      assert.equal(refusal(refused.text), 'BODY_TOO_LARGE')
      await write(Buffer.alloc(size, ' '))
      await write(`${headOf(token, 'content-length: 2')}{}`)
      assert.equal((await answer()).status, 200)
      socket.destroy()
    })

    it('an endless body is refused at the limit, and its connection is closed', async () => {
      const { door, token } = getContext()
      const { write, answer, closed } = await openRaw(door.port)
      await write(headOf(token, 'transfer-encoding: chunked'))
      const chunk = Buffer.concat([Buffer.from('100000\r\n'), mebibyte, Buffer.from('\r\n')])
      let sent = 0
      while ((await write(chunk)) && sent < 100) sent++
      assert.ok(sent < 100, 'the connection accepted 100 MiB')
      const { status, text } = await answer()
      assert.equal(status, 413)
      assert.equal(refusal(text), 'BODY_TOO_LARGE')
      await closed
    })

    it('gzip is limited by its decompressed size', async () => {
      const { door, token } = getContext()
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '))
      const answered = await door.send({ token, headers: { 'content-encoding': 'gzip' }, body: bomb })
      assert.equal(answered.status, 413)
      assert.equal(reasonOf(answered), 'BODY_TOO_LARGE')
    })

    it('events of the maximum size are accepted if they fit into one publish', async () => {
      const { door, bus, token } = getContext()
      const sized = (bytes: number): string => `{"a":"${'x'.repeat(bytes - '{"a":""}'.length)}"}`
      const texts = [sized(limits.eventBytes), sized(limits.publishBytes - limits.eventBytes)]
      const answered = await door.send({ token, body: `[${texts.join(',')}]` })
      assert.equal(answered.status, 200, answered.text)
      const received = await bus.take('events')
      assert.ok(received.every(({ data }) => texts.includes(data.toString())))
      const data = Buffer.alloc(limits.eventBytes + 1).toString('base64')
      const envelope = await door.send({ token, body: `{"messages":[{"data":"${data}"}]}` })
      assert.equal(reasonOf(envelope), 'EVENT_TOO_LARGE')
    })

    it('ten million brackets are refused without being parsed', async () => {
      const { door, token } = getContext()
      const answered = await door.send({ token, body: Buffer.alloc(limits.requestBytes, '[') })
      assert.equal(reasonOf(answered), 'BODY_TOO_DEEP')
    })

    it('a push of the largest message is within the default limit', async () => {
      const { write, answer, socket } = await openRaw(served.port)
      const push = `{"message":{"data":"${'A'.repeat(Math.ceil(limits.publishBytes / 3) * 4)}"}}`
      await write(`${headOf('t', `content-length: ${push.length}`)}${push}`)
      assert.equal(refusal((await answer()).text), 'INTERNAL')
      socket.destroy()
    })

    it('an error of a handler is logged without its message, which may contain a payload', async () => {
      await until('the error is logged', () => served.output().includes('\n'))
      assert.match(served.output(), /"severity":"ERROR"/)
      assert.match(served.output(), /served_program\.ts/)
      assert.doesNotMatch(served.output(), /a fault/)
    })

    it('headers that arrive too slowly are refused', async () => {
      const { write, answer, closed } = await openRaw(shortTimeouts.port)
      await write('POST /v1/topics HTTP/1.1\r\nhost: ')
      const { status, text } = await answer()
      assert.equal(status, 408)
      assert.equal(refusal(text), 'REQUEST_TOO_SLOW')
      await closed
    })

    it('a body that arrives too slowly is refused, even without a pause', async () => {
      const { write, answer, closed } = await openRaw(shortTimeouts.port)
      await write(headOf('t', 'content-length: 1000000'))
      await until('the connection is closed', async () => !(await write(' ')))
      await closed
      assert.equal((await answer()).status, 408)
    })

    it('too many headers are refused', async () => {
      const { door } = getContext()
      const { write, answer, closed } = await openRaw(door.port)
      const flood = Array.from({ length: 4000 }, (_, n) => `x${n}: 1\r\n`).join('')
      await write(`POST /v1/topics HTTP/1.1\r\nhost: localhost\r\n${flood}`)
      const { status, text } = await answer()
      assert.equal(status, 431)
      assert.equal(refusal(text), 'HEADERS_TOO_LARGE')
      await closed
    })

    it('a client that disconnects within its body causes no publish and no log line', async () => {
      const { door, proxy, token } = getContext()
      const { write, socket, closed } = await openRaw(door.port)
      await write(`${headOf(token, 'content-length: 100')}{"a":`)
      socket.destroy()
      await closed
      assert.equal((await door.send({ token, body: '{}' })).status, 200)
      assert.equal(proxy.publishes.length, 1)
      assert.equal(door.output(), '')
    })

    it('a request with an Expect header is accepted', async () => {
      const { door, token } = getContext()
      for (const expectation of ['100-continue', 'something-else']) {
        const { write, answer, socket } = await openRaw(door.port)
        await write(headOf(token, `expect: ${expectation}`, 'content-length: 2'))
        if (expectation === '100-continue') assert.equal((await answer()).status, 100)
        await write('{}')
        assert.equal((await answer()).status, 200)
        socket.destroy()
      }
    })

    it('a request with an Expect header is refused without its body, and its connection is closed', async () => {
      const { door, token } = getContext()
      const refusals = [
        [413, `content-length: ${limits.requestBytes + 1}`],
        [415, 'content-length: 2\r\ncontent-encoding: br'],
      ] as const
      for (const [expected, headers] of refusals) {
        const { write, answer, closed } = await openRaw(door.port)
        await write(headOf(token, 'expect: 100-continue', headers))
        const { status, head } = await answer()
        assert.equal(status, expected)
        assert.match(head, /\r\nconnection: close\r\n/i)
        await closed
      }
    })

    it('a request that is refused after its body was asked for keeps its connection', async () => {
      const { door, token } = getContext()
      const { write, answer, socket } = await openRaw(door.port)
      await write(headOf(token, 'expect: 100-continue', 'transfer-encoding: chunked'))
      assert.equal((await answer()).status, 100)
      const sizes = [limits.requestBytes, 1]
      for (const size of sizes) await write(`${size.toString(16)}\r\n${' '.repeat(size)}\r\n`)
      assert.equal((await answer()).status, 413)
      await write(`0\r\n\r\n${headOf(token, 'content-length: 2')}{}`)
      assert.equal((await answer()).status, 200)
      // Its next error is answered again.
      await write('no HTTP\r\n\r\n')
      assert.equal((await answer()).status, 400)
      socket.destroy()
    })
  })
}
