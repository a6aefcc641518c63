/** Front door: what a slow, endless or hostile client can take up is bounded, and it still gets an answer. */
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
  return ['POST /v1/topics HTTP/1.1', 'host: a', `authorization: Bearer ${token}`, ...headers, '', ''].join(
    '\r\n',
  )
}

const mebibyte = Buffer.alloc(1024 * 1024, ' ')

export function bounds(told: () => Context): void {
  describe('bounds', () => {
    let served: Served
    let impatient: Served
    before(async () => {
      ;[served, impatient] = await Promise.all([startServed(), startServed('impatient')])
    })
    after(() => Promise.all([served.stop(), impatient.stop()]))

    it('a body that declares itself too large is refused before it comes, and the connection goes on', async () => {
      const { door, token } = told()
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

    it('an endless body is refused at the limit, and cut off when it goes on', async () => {
      const { door, token } = told()
      const { write, answer, closed } = await openRaw(door.port)
      await write(headOf(token, 'transfer-encoding: chunked'))
      const chunk = Buffer.concat([Buffer.from('100000\r\n'), mebibyte, Buffer.from('\r\n')])
      let sent = 0
      while ((await write(chunk)) && sent < 100) sent++
      assert.ok(sent < 100, 'the connection took 100 MiB')
      const { status, text } = await answer()
      assert.equal(status, 413)
      assert.equal(refusal(text), 'BODY_TOO_LARGE')
      await closed
    })

    it('gzip is measured unpacked', async () => {
      const { door, token } = told()
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '))
      const answered = await door.send({ token, headers: { 'content-encoding': 'gzip' }, body: bomb })
      assert.equal(answered.status, 413)
      assert.equal(reasonOf(answered), 'BODY_TOO_LARGE')
    })

    it('events of the largest size are taken, as long as they fit together', async () => {
      const { door, bus, token } = told()
      const sized = (bytes: number): string => `{"a":"${'x'.repeat(bytes - '{"a":""}'.length)}"}`
      const texts = [sized(limits.eventBytes), sized(limits.publishBytes - limits.eventBytes)]
      const answered = await door.send({ token, body: `[${texts.join(',')}]` })
      assert.equal(answered.status, 200, answered.text)
      const taken = await bus.take('events')
      assert.ok(taken.every(({ data }) => texts.includes(data.toString())))
      const data = Buffer.alloc(limits.eventBytes + 1).toString('base64')
      const envelope = await door.send({ token, body: `{"messages":[{"data":"${data}"}]}` })
      assert.equal(reasonOf(envelope), 'EVENT_TOO_LARGE')
    })

    it('ten million brackets are refused without being read as JSON', async () => {
      const { door, token } = told()
      const answered = await door.send({ token, body: Buffer.alloc(limits.requestBytes, '[') })
      assert.equal(reasonOf(answered), 'BODY_TOO_DEEP')
    })

    it('a push of the largest message passes where events are pushed to', async () => {
      const { write, answer, socket } = await openRaw(served.port)
      const push = `{"message":{"data":"${'A'.repeat(Math.ceil(limits.publishBytes / 3) * 4)}"}}`
      await write(`${headOf('t', `content-length: ${push.length}`)}${push}`)
      assert.equal(refusal((await answer()).text), 'INTERNAL')
      socket.destroy()
    })

    it('a fault of a handler is logged without its words, which may hold a payload', async () => {
      await until('the fault to be logged', () => served.output().includes('\n'))
      assert.match(served.output(), /"severity":"ERROR"/)
      assert.match(served.output(), /served_program\.ts/)
      assert.doesNotMatch(served.output(), /a fault/)
    })

    it('headers that come too slowly are refused', async () => {
      const { write, answer, closed } = await openRaw(impatient.port)
      await write('POST /v1/topics HTTP/1.1\r\nhost: ')
      const { status, text } = await answer()
      assert.equal(status, 408)
      assert.equal(refusal(text), 'REQUEST_TOO_SLOW')
      await closed
    })

    it('a body that trickles is refused, however steadily', async () => {
      const { write, answer, closed } = await openRaw(impatient.port)
      await write(headOf('t', 'content-length: 1000000'))
      await until('the connection to be closed', async () => !(await write(' ')))
      await closed
      assert.equal((await answer()).status, 408)
    })

    it('a flood of headers is refused', async () => {
      const { door } = told()
      const { write, answer, closed } = await openRaw(door.port)
      const flood = Array.from({ length: 4000 }, (_, n) => `x${n}: 1\r\n`).join('')
      await write(`POST /v1/topics HTTP/1.1\r\nhost: a\r\n${flood}`)
      const { status, text } = await answer()
      assert.equal(status, 431)
      assert.equal(refusal(text), 'HEADERS_TOO_LARGE')
      await closed
    })

    it('a client that goes away in the middle of its body leaves nothing behind', async () => {
      const { door, proxy, token } = told()
      const { write, socket, closed } = await openRaw(door.port)
      await write(`${headOf(token, 'content-length: 100')}{"a":`)
      socket.destroy()
      await closed
      assert.equal((await door.send({ token, body: '{}' })).status, 200)
      assert.equal(proxy.publishes.length, 1)
      assert.equal(door.output(), '')
    })

    it('an Expect header is no obstacle', async () => {
      const { door, token } = told()
      for (const expectation of ['100-continue', 'something-else']) {
        const { write, answer, socket } = await openRaw(door.port)
        await write(headOf(token, `expect: ${expectation}`, 'content-length: 2'))
        if (expectation === '100-continue') assert.equal((await answer()).status, 100)
        await write('{}')
        assert.equal((await answer()).status, 200)
        socket.destroy()
      }
    })
  })
}
