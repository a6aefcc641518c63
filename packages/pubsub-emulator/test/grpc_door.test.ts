/** The gRPC door: refuses other hosts, pages of other sites, and publish requests that do not fit; official clients notice none of it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import {
  connect,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PubSub } from '@google-cloud/pubsub'
import { mostArriving } from '../src/grpc/door.ts'
import { openPubsub, type Pubsub } from '../src/index.ts'
import { intakeLimits } from '../src/intake.ts'

// Otherwise the client looks for a metadata server.
process.env['METADATA_SERVER_DETECTION'] ??= 'none'

const topic = 'projects/p/topics/door'

/** https://grpc.github.io/grpc/core/md_doc_statuscodes.html */
const codes = { ok: '0', permissionDenied: '7', resourceExhausted: '8' }

/** A PublishRequest in protobuf's binary form: field 1 the topic, field 2 a message with data, after gRPC's prefix of five bytes. */
function publishRequest(): Buffer {
  const field = (number: number, value: Buffer): Buffer =>
    Buffer.concat([Buffer.from([(number << 3) | 2, value.length]), value])
  const request = Buffer.concat([field(1, Buffer.from(topic)), field(2, field(1, Buffer.from('hello')))])
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(request.length, 1)
  return Buffer.concat([prefix, request])
}

describe('the gRPC door', () => {
  let dir: string
  let pubsub: Pubsub
  let client: PubSub
  let session: ClientHttp2Session
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pubsub-'))
    pubsub = await openPubsub({ dir })
    client = new PubSub({ projectId: 'p', apiEndpoint: pubsub.host, emulatorMode: true })
    await client.createTopic('door')
  })
  after(async () => {
    await client.close()
    await pubsub.close()
    await rm(dir, { recursive: true })
  })
  beforeEach(() => {
    session = connect(`http://${pubsub.host}`)
  })
  afterEach(() => session.destroy())

  function open(headers: IncomingHttpHeaders = {}, method = 'Publisher/Publish'): ClientHttp2Stream {
    const stream = session.request({
      ':method': 'POST',
      ':path': `/google.pubsub.v1.${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    })
    stream.on('error', () => undefined)
    return stream
  }

  /** Resolves to the status of a call, which is in the head of a response without a message and else in the trailers. */
  async function statusOf(stream: ClientHttp2Stream): Promise<{ status: unknown; message: string }> {
    let head: IncomingHttpHeaders = {}
    const take = (headers: IncomingHttpHeaders): void => {
      head = { ...head, ...headers }
    }
    stream.on('response', take).on('trailers', take).resume()
    await once(stream, 'end')
    stream.close()
    return { status: head['grpc-status'], message: decodeURIComponent(String(head['grpc-message'])) }
  }

  async function publish(headers?: IncomingHttpHeaders) {
    const stream = open(headers)
    stream.end(publishRequest())
    return statusOf(stream)
  }

  it('answers for this machine only', async () => {
    assert.equal((await publish()).status, codes.ok)
    const port = pubsub.host.split(':')[1]!
    assert.equal((await publish({ ':authority': `localhost:${port}` })).status, codes.ok)
    const foreign = await publish({ ':authority': `evil.example:${port}` })
    assert.equal(foreign.status, codes.permissionDenied)
    assert.match(foreign.message, /does not answer for the host "evil\.example:/)
    const list = open({ ':authority': 'evil.example' }, 'Publisher/ListTopics')
    list.end(Buffer.alloc(5))
    assert.equal((await statusOf(list)).status, codes.permissionDenied)
  })

  it('does not answer pages of other sites', async () => {
    const { status, message } = await publish({ origin: 'https://evil.example' })
    assert.equal(status, codes.permissionDenied)
    assert.match(message, /does not answer web pages of "https:\/\/evil\.example"/)
    assert.equal((await publish({ 'sec-fetch-site': 'cross-site' })).status, codes.permissionDenied)
  })

  it('takes what the official client sends at a time, each message in a request of its own', async () => {
    const publisher = client.topic('door', { batching: { maxMessages: 1 } })
    const publishes = Array.from({ length: 40 * mostArriving }, (_, index) =>
      publisher.publishMessage({ data: Buffer.from(String(index)) }),
    )
    assert.equal(new Set(await Promise.all(publishes)).size, 40 * mostArriving)
  })

  it('lets a request wait unread while others arrive, and refuses those that are slow', async () => {
    const slow = Array.from({ length: mostArriving }, () => open())
    const refused = Promise.all(slow.map(statusOf))
    const published = client.topic('door').publishMessage({ data: Buffer.from('waits') })
    const statuses = new Set((await refused).map(({ status }) => status))
    assert.deepEqual(statuses, new Set([codes.resourceExhausted]))
    assert.match(await published, /^\d+$/)
  })

  it('refuses requests beyond the limit of both doors, and accepts them once others have ended', async () => {
    const held = Array.from({ length: intakeLimits.requests }, () => open())
    const { status, message } = await publish()
    assert.equal(status, codes.resourceExhausted)
    assert.match(message, /too many open publish requests/)
    const rest = () =>
      fetch(`http://${pubsub.host}/v1/${topic}:publish`, {
        method: 'POST',
        body: '{"messages":[{"data":"aGVsbG8="}]}',
      })
    assert.equal((await rest()).status, 429)
    for (const stream of held) stream.close()
    // The official client retries.
    assert.match(await client.topic('door').publishMessage({ data: Buffer.from('after') }), /^\d+$/)
    assert.equal((await rest()).status, 200)
  })
})
