/** Front door: the pages of the list of event types. */
import assert from 'node:assert/strict'
import type { Answered } from '../support/front_door.ts'
import type { Context } from './context.ts'

interface Listed {
  name: string
}

export function pages(getContext: () => Context): void {
  const get = (path: string): Promise<Answered> =>
    getContext().door.send({ method: 'GET', path, token: getContext().token })

  describe('the list of event types', () => {
    it('comes in pages, of which every type is on one', async () => {
      interface Page {
        eventTypes: readonly Listed[]
        nextPageToken?: string
      }
      const pageAt = async (query: string): Promise<Page> => {
        const { status, json, text } = await get(`/v1/event-types?${query}`)
        assert.equal(status, 200, text)
        return json as Page
      }
      const whole = await pageAt('pageSize=0')
      assert.equal(whole.nextPageToken, undefined)
      assert.deepEqual(await pageAt('pageSize=999999999'), whole)
      const listed: Listed[] = []
      const sizes: number[] = []
      for (let token: string | undefined = ''; token !== undefined;) {
        const page: Page = await pageAt(`pageSize=10&pageToken=${token}`)
        listed.push(...page.eventTypes)
        sizes.push(page.eventTypes.length)
        token = page.nextPageToken
      }
      assert.deepEqual(listed, whole.eventTypes)
      assert.ok(sizes.slice(0, -1).every((size) => size === 10) && sizes.at(-1)! > 0, String(sizes))
      const { nextPageToken, eventTypes: first } = await pageAt('names=refund,login,purchase&pageSize=2')
      const { eventTypes: rest } = await pageAt(`names=refund,login,purchase&pageToken=${nextPageToken}`)
      assert.deepEqual(
        [...first, ...rest].map(({ name }) => name),
        ['refund', 'login', 'purchase'],
      )
      assert.equal((await get(`/v1/event-types?pageToken=${nextPageToken}`)).status, 400)
    })
  })
}
