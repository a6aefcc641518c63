/** Front door: pages of configured origins may call it. */
import assert from 'node:assert/strict'
import { startFrontDoor, type FrontDoor } from '../support/front_door.ts'
import type { Context } from './context.ts'

const shop = 'https://shop.example'

export function cors(getContext: () => Context): void {
  describe('CORS', () => {
    let open: FrontDoor
    before(async () => {
      const { proxy, bus } = getContext()
      const env = { ALLOWED_ORIGINS: `${shop}, https://app.example/` }
      open = await startFrontDoor({ bus: proxy.host, identityDir: bus.dir, env })
    })
    after(() => open.stop())

    const preflight = (door: FrontDoor, origin: string) =>
      door.send({
        method: 'OPTIONS',
        path: '/v1/topics/view_content',
        headers: { origin, 'access-control-request-method': 'POST' },
      })

    it('is off by default', async () => {
      const { door } = getContext()
      const answered = await preflight(door, shop)
      assert.equal(answered.status, 204)
      assert.equal(answered.headers['allow'], 'POST')
      const names = Object.keys(answered.headers)
      assert.deepEqual(
        names.filter((name) => name.startsWith('access-control') || name === 'vary'),
        [],
      )
    })

    it('allows pages of a listed origin to send events', async () => {
      for (const origin of [shop, 'https://app.example']) {
        const { status, headers } = await preflight(open, origin)
        assert.equal(status, 204)
        assert.equal(headers['access-control-allow-origin'], origin)
        assert.equal(headers['access-control-allow-methods'], 'GET, POST')
        assert.match(String(headers['access-control-allow-headers']), /Authorization, Content-Type/)
        assert.equal(headers['vary'], 'Origin')
        assert.equal(headers['access-control-allow-credentials'], undefined)
      }
    })

    it('does not allow pages of other origins', async () => {
      for (const origin of ['https://shop.example.evil', 'http://shop.example', 'null']) {
        const { headers } = await preflight(open, origin)
        assert.equal(headers['access-control-allow-origin'], undefined)
        assert.equal(headers['vary'], 'Origin')
      }
    })

    it('allows the page to read responses and errors', async () => {
      const { token } = getContext()
      const headers = { origin: shop }
      const accepted = await open.send({ token, headers, body: '{}' })
      const refused = await open.send({
        token,
        headers: { ...headers, 'content-encoding': 'br' },
        body: '{}',
      })
      assert.deepEqual([accepted.status, refused.status], [200, 415])
      for (const answered of [accepted, refused]) {
        assert.equal(answered.headers['access-control-allow-origin'], shop)
        assert.match(String(answered.headers['access-control-expose-headers']), /Retry-After/)
      }
    })
  })
}
