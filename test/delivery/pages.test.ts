/** Delivery of pages: the rows of a list of people, over HTTP to the third-party recorder. Its memory of the list is the proof. */
import assert from 'node:assert/strict'
import { pageMessage, type PageRow } from '../../functions/bus/page.ts'
import { createWaitingRoom } from '../../functions/delivery/waiting_room.ts'
import type { Target } from '../../functions/targets/target.ts'
import type { RecordedRequest } from '../../local/third_party/recorded_request.ts'
import { serveThirdParty, type ThirdParty } from '../../local/third_party/server.ts'
import { numberedRows, pageRow, segmentInstance, withLookup } from './page_instance.ts'

const segment = '/track.customer.io/api/v1/segments/1042'

describe('pages of a list, at the third-party recorder', function () {
  this.timeout(60_000)
  let thirdParty: ThirdParty

  before(async () => {
    thirdParty = await serveThirdParty({ port: 0 })
  })
  after(() => thirdParty.close())
  afterEach(async () => {
    for (const path of ['/answer', '/requests', '/members']) await call(path, 'DELETE')
  })

  const call = (path: string, method = 'GET', body?: object) =>
    fetch(thirdParty.url + path, { method, ...(body && { body: JSON.stringify(body) }) })

  const instance = (...options: readonly [target?: Target, options?: object]) =>
    segmentInstance(thirdParty.url, ...options)

  const members = async (): Promise<readonly string[] | undefined> => {
    const lists = (await (await call('/members')).json()) as Readonly<Record<string, readonly string[]>>
    return lists['Customer.io 1042']
  }

  /** The requests as `add 2`: the operation and the number of people. */
  const received = async (): Promise<readonly string[]> => {
    const all = JSON.parse(await (await call('/requests')).text()) as RecordedRequest[]
    return all
      .toSorted((a, b) => a.number - b.number)
      .map(({ url, body }) => {
        const [, operation = 'lookup'] = /\/(add|remove)_customers/.exec(url) ?? []
        const value = JSON.parse(body) as { ids?: readonly string[] } | readonly string[]
        return `${operation} ${'ids' in value ? value.ids?.length : (value as readonly string[]).length}`
      })
  }

  it('a page of a thousand rows is one request, and each row has an outcome of its own', async () => {
    const { push, rows } = instance()
    assert.equal(await push(numberedRows(1000)), 'settled')
    assert.deepEqual(await received(), ['add 1000'])
    assert.equal(new Set(rows.map(({ event_id }) => event_id)).size, 1000)
    assert.ok(
      rows.every(
        ({ outcome, replay_id, source }) =>
          outcome === 'delivered' && replay_id === 'r-1' && source === 'vips',
      ),
    )
    assert.equal((await members())!.length, 1000)
  })

  it('a page that is redelivered sends only what is not settled', async () => {
    const { push, outcomes } = instance()
    await call('/answer', 'PUT', { path: `${segment}/remove_customers`, behavior: 'down' })
    const page = [
      ...numberedRows(600),
      ...Array.from({ length: 400 }, (_, n) => pageRow(`r-${n}`, 'removed', { user_id: `gone-${n}` })),
    ]
    assert.equal(await push(page), 'retry')
    await call('/answer', 'DELETE')
    await call('/requests', 'DELETE')
    assert.equal(await push(page, 2), 'settled')
    assert.deepEqual(await received(), ['remove 400'])
    assert.equal(outcomes().filter((each) => each.endsWith(' delivered')).length, 1000)
    assert.equal((await members())!.length, 600)
  })

  it('removes the former member before it adds the new one, and removals of other rows first', async () => {
    const { push, rows } = instance()
    await push([
      pageRow('e-0', 'added', { email: 'old@example.com' }),
      pageRow('e-9', 'added', { email: 'b@example.com' }),
    ])
    await push([
      // The address of the second person is now that of the first.
      pageRow('e-1', 'changed', { email: 'b@example.com' }, { previous: { email: 'old@example.com' } }),
      pageRow('e-2', 'removed', { email: 'b@example.com' }),
      pageRow('e-3', 'added', { email: 'c@example.com' }),
    ])
    assert.deepEqual(await received(), ['add 2', 'remove 2', 'add 2'])
    assert.deepEqual(await members(), ['b@example.com', 'c@example.com'])
    assert.equal(rows.length, 5)
  })

  it('sends no removal if the third party knows the person by the same id still, or did not know them', async () => {
    const { push } = instance()
    await push([
      pageRow(
        'e-1',
        'changed',
        { user_id: 'u-1', email: 'new@example.com' },
        { previous: { email: 'old@example.com' } },
      ),
      pageRow('e-2', 'changed', { email: 'ada@example.com' }, { previous: { email: null } }),
    ])
    assert.deepEqual((await received()).toSorted(), ['add 1', 'add 1'])
    assert.deepEqual(await members(), ['ada@example.com', 'u-1'])
  })

  it('adds nobody whose removal failed and is tried again', async () => {
    const { push, outcomes } = instance()
    await call('/answer', 'PUT', { path: `${segment}/remove_customers`, behavior: 'down' })
    const page = [
      pageRow('e-1', 'removed', { user_id: 'u-1' }),
      pageRow('e-2', 'added', { user_id: 'u-1' }),
      pageRow('e-3', 'added', { user_id: 'u-3' }),
    ]
    assert.equal(await push(page), 'retry')
    assert.deepEqual(await members(), ['u-3'])
    await call('/answer', 'DELETE')
    assert.equal(await push(page, 2), 'settled')
    assert.deepEqual(await members(), ['u-1', 'u-3'])
    assert.deepEqual(
      outcomes().filter((each) => each.endsWith('delivered')),
      ['e-1 delivered', 'e-2 delivered', 'e-3 delivered'],
    )
  })

  it('adds no suppressed person, but removes one', async () => {
    const { push, outcomes } = instance(undefined, { suppressed: 'u-1' })
    const page = [
      pageRow('e-1', 'added', { user_id: 'u-1' }),
      pageRow('e-2', 'removed', { user_id: 'u-1' }, { removes: true }),
    ]
    assert.equal(await push(page), 'settled')
    assert.deepEqual(await received(), ['remove 1'])
    assert.deepEqual(outcomes(), ['e-1 restricted', 'e-2 delivered'])
    // Only a removal passes, whatever the message says.
    await push([pageRow('e-3', 'added', { user_id: 'u-1' }, { removes: true })])
    assert.ok(outcomes().includes('e-3 restricted'))
  })

  it('looks people up before, removes no unknown person and adds none', async () => {
    const { push, rows } = instance(withLookup())
    const page = [
      pageRow('e-1', 'added', { user_id: 'u-1' }),
      pageRow('e-2', 'added', { user_id: 'u-20' }),
      pageRow('e-3', 'removed', { user_id: 'u-3' }),
      pageRow('e-4', 'removed', { user_id: 'u-40' }),
    ]
    assert.equal(await push(page), 'settled')
    assert.deepEqual(await received(), ['lookup 2', 'remove 1', 'lookup 2', 'add 1'])
    assert.deepEqual(await members(), ['crm-1'])
    const said = rows.map(
      ({ event_id, outcome, detail }) =>
        `${String(event_id)} ${String(outcome)} ${detail === undefined ? '' : JSON.stringify(detail)}`,
    )
    assert.deepEqual(said.toSorted(), [
      'e-1 delivered ',
      'e-2 refused "The third party knows nobody with this id."',
      'e-3 delivered ',
      'e-4 delivered "The third party knows nobody with this id."',
    ])
  })

  it('tries the rows again if the lookup fails', async () => {
    const { push, outcomes } = instance(withLookup())
    await call('/answer', 'PUT', { path: '/crm.example.com', status: 503 })
    assert.equal(await push([pageRow('e-1', 'added', { user_id: 'u-1' })]), 'retry')
    assert.deepEqual(outcomes(), ['e-1 deferred'])
    assert.equal(await members(), undefined)
  })

  it('waits for the rate of its destination in one place, whatever number of rows it has', async () => {
    const room = createWaitingRoom({ maxEvents: 1, maxBytes: 1_000_000 })
    const { push } = instance(undefined, { perSecond: 4, room })
    assert.equal(await push(numberedRows(10)), 'settled')
    // The next request may only be sent after a while.
    assert.equal(await push(numberedRows(300, 'f')), 'settled')
    assert.deepEqual(await received(), ['add 10', 'add 300'])
    assert.ok(room.enter('other', 1), 'the place is free again')
  })
})

describe('the message of a page', () => {
  it('refuses no rows, too many rows and too many bytes', () => {
    const source = { replayId: 'r-1', source: 'vips' }
    assert.throws(() => pageMessage('p-1', [], 'vip', source), /at least one row/)
    const [first] = numberedRows(1)
    assert.throws(
      () => pageMessage('p-1', Array(1001).fill(first!) as PageRow[], 'vip', source),
      /at most 1000 rows, got 1001/,
    )
    const large = pageRow('e-1', 'added', { user_id: 'u-1', note: 'x'.repeat(900_000) })
    assert.throws(() => pageMessage('p-1', [large, large, large], 'vip', source), /at most 2000000 bytes/)
  })
})
