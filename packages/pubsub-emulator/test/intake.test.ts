/** The REST server under load: publish requests that do not fit are refused unread, with Google's status. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPubsub, type Pubsub } from '../src/index.ts'
import { Intake, intakeLimits } from '../src/intake.ts'

const largest = 10_485_760
const path = '/v1/projects/p/topics/load:publish'

describe('publish requests that are open at a time', () => {
  let dir: string
  let pubsub: Pubsub
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pubsub-'))
    pubsub = await openPubsub({ dir })
    await fetch(`http://${pubsub.host}/v1/projects/p/topics/load`, { method: 'PUT', body: '{}' })
  })
  after(async () => {
    await pubsub.close()
    await rm(dir, { recursive: true })
  })

  const publish = () =>
    fetch(`http://${pubsub.host}${path}`, { method: 'POST', body: '{"messages":[{"data":"aGVsbG8="}]}' })

  it('are refused with 429 RESOURCE_EXHAUSTED beyond the memory for them, and accepted once others have ended', async () => {
    const [host, port] = pubsub.host.split(':')
    const open: Socket[] = []
    // Each announces a large body and sends none.
    for (let bytes = 0; bytes < intakeLimits.bytes; bytes += largest) {
      const socket = connect(Number(port), host)
      await once(socket, 'connect')
      socket.write(`POST ${path} HTTP/1.1\r\nhost: ${pubsub.host}\r\ncontent-length: ${largest}\r\n\r\n`)
      open.push(socket)
    }
    const [answer] = (await once(open.at(-1)!, 'data')) as [Buffer]
    assert.match(answer.toString(), /^HTTP\/1\.1 429 [^]*retry-after: 1[^]*"RESOURCE_EXHAUSTED"/)
    for (const socket of open) socket.destroy()
    for (;;) {
      const { status } = await publish()
      if (status === 200) break
      assert.equal(status, 429)
    }
  })

  it('are limited in number, but one alone always fits', () => {
    const intake = new Intake()
    const leave = intake.enter(2 * intakeLimits.bytes)
    assert.throws(() => intake.enter(1), { status: 'RESOURCE_EXHAUSTED' })
    leave()
    for (let n = 0; n < intakeLimits.requests; n++) intake.enter(0)
    assert.throws(() => intake.enter(0), { status: 'RESOURCE_EXHAUSTED' })
  })
})
