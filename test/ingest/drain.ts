/** Front door: finishes requests in flight on SIGTERM. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { startFrontDoor } from '../support/front_door.ts'
import { openRaw } from '../support/raw_http.ts'
import { until } from '../support/until.ts'
import type { Context } from './context.ts'

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return false
  } catch {
    return true
  } finally {
    socket.destroy()
  }
}

export function drain(getContext: () => Context): void {
  describe('SIGTERM', () => {
    it('refuses new connections, finishes the requests in flight and exits with 0', async () => {
      const { bus, proxy, token } = getContext()
      const door = await startFrontDoor({ bus: proxy.host, identityDir: bus.dir })
      const halfway = await openRaw(door.port)
      const idle = await openRaw(door.port)
      const head = `POST /v1/topics HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`
      await halfway.write(`${head}content-length: 7\r\n\r\n{"a"`)

      const release = proxy.hold()
      const published = door.send({ token, body: '{"b":1}' })
      await until('the publish is in flight', () => proxy.publishes.length > 0)

      // A terminal and a parent process may both send a signal.
      door.signal('SIGTERM')
      door.signal('SIGINT')
      await until('new connections are refused', () => isRefused(door.port))
      await idle.closed
      await halfway.write(':1}')
      release()

      assert.equal((await published).status, 200)
      assert.equal((await halfway.answer()).status, 200)
      assert.equal(await door.ended, 0)
      assert.deepEqual((await bus.take('events')).map(({ data }) => String(data)).toSorted(), [
        '{"a":1}',
        '{"b":1}',
      ])
      assert.equal(door.output(), '')
      await door.stop()
    })
  })
}
