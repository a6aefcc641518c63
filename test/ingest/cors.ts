/** Front door: pages may call it where the owner lets them. */
import assert from 'node:assert/strict'
import { startFrontDoor, type FrontDoor } from '../support/front_door.ts'
import type { Context } from './context.ts'

const shop = 'https://shop.example'

export function cors(told: () => Context): void {
  describe('CORS', () => {
    let open: FrontDoor
    before(async () => {
      const { proxy, bus } = told()
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

    it('is off unless it is set', async () => {
      const { door } = told()
      const answered = await preflight(door, shop)
      assert.equal(answered.status, 204)
      assert.equal(answered.headers['allow'], 'POST')
      const names = Object.keys(answered.headers)
      assert.deepEqual(
        names.filter((name) => name.startsWith('access-control') || name === 'vary'),
        [],
      )
    })

    it('lets the pages of a listed origin send events', async () => {
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

    it('lets no other page', async () => {
      for (const origin of ['https://shop.example.evil', 'http://shop.example', 'null']) {
        const { headers } = await preflight(open, origin)
        assert.equal(headers['access-control-allow-origin'], undefined)
        assert.equal(headers['vary'], 'Origin')
      }
    })

    it('lets the page read the answer, be it an error', async () => {
      const { token } = told()
      const headers = { origin: shop }
      const accepted = await open.send({ token, headers, body: '{}' })
      const refused = await open.send({ headers: { ...headers, 'content-encoding': 'br' }, body: '{}' })
      assert.deepEqual([accepted.status, refused.status], [200, 415])
      for (const answered of [accepted, refused]) {
        assert.equal(answered.headers['access-control-allow-origin'], shop)
        assert.match(String(answered.headers['access-control-expose-headers']), /Retry-After/)
      }
    })
  })
}
