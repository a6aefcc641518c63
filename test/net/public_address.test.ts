/** Egress: a URL from a setting reaches only the public internet. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEgress } from '../../functions/net/egress.ts'
import { send } from '../../functions/net/http.ts'
import { isPublicAddress } from '../../functions/net/public_address.ts'

describe('isPublicAddress', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
  ]) {
    it(`is true for ${address}`, () => assert.ok(isPublicAddress(address)))
  }
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    'not an address',
  ]) {
    it(`is false for ${address}`, () => assert.ok(!isPublicAddress(address)))
  }
})

describe('egress', () => {
  let received: (string | undefined)[]
  let close: () => void
  let port: number

  before(async () => {
    const server = createServer((request, response) => {
      received.push(`${request.headers.host} ${request.url}`)
      if (request.url?.startsWith('/there')) response.writeHead(302, { location: '/here' })
      response.end('a response')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
    close = () => server.close().closeAllConnections()
  })
  beforeEach(() => {
    received = []
  })
  after(() => close())

  const request = (url: string, publicOnly = true) =>
    ({ method: 'POST', url, headers: {}, body: '{}', timeout: 5000, publicOnly }) as const

  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '0',
  ]) {
    it(`does not reach http://${host}/`, async () => {
      await assert.rejects(send(request(`http://${host}:${port}/`)), { code: 'ERR_FORBIDDEN_ADDRESS' })
      assert.deepEqual(received, [])
    })
  }

  it('reaches a private address if publicOnly is false, and does not follow a redirect', async () => {
    const response = await send(request(`http://127.0.0.1:${port}/there`, false))
    assert.equal(response.status, 302)
    assert.deepEqual(received, [`127.0.0.1:${port} /there`])
  })

  it('sends requests to the gateway if one is configured', async () => {
    const out = createEgress({ THIRD_PARTY_GATEWAY: `http://127.0.0.1:${port}/` })
    const { status, body } = await out(request('https://graph.example.com/v1/events?x=1'))
    assert.deepEqual([status, body], [200, 'a response'])
    await out(request(`http://127.0.0.1:${port}/direct`, false))
    assert.deepEqual(received, [
      `127.0.0.1:${port} /graph.example.com/v1/events?x=1`,
      `127.0.0.1:${port} /direct`,
    ])
  })

  it('does not send a request for a private address to the gateway', async () => {
    const out = createEgress({ THIRD_PARTY_GATEWAY: `http://127.0.0.1:${port}/` })
    for (const host of ['169.254.169.254', '[::1]', '0x7f.1'])
      await assert.rejects(out(request(`https://${host}/`)), { code: 'ERR_FORBIDDEN_ADDRESS' })
    assert.deepEqual(received, [])
  })

  it('sends requests for Pub/Sub to PUBSUB_EMULATOR_HOST', async () => {
    const out = createEgress({ PUBSUB_EMULATOR_HOST: `127.0.0.1:${port}` })
    await out(request('https://pubsub.googleapis.com/v1/projects/p/topics/t:publish', false))
    assert.deepEqual(received, [`127.0.0.1:${port} /v1/projects/p/topics/t:publish`])
  })
})
