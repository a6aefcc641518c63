/** People: which identifiers are one person, and what is shared and belongs to nobody. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { timesToRead } from '../functions/people/links.ts'
import { PeopleFixture } from './people/fixture.ts'

function hashOf(email: string): string {
  return hash('sha256', email)
}

const [ada, bob, family] = ['ada@acme.example', 'bob@acme.example', 'family@acme.example']

describe('people', function () {
  this.timeout(120_000)
  let fixture: PeopleFixture

  before(async () => {
    fixture = await PeopleFixture.start()
  })
  after(() => fixture.stop())
  afterEach(() => fixture.clear())

  it('links the devices and the addresses of a user, and the devices of their addresses', async () => {
    await fixture.store(
      2,
      { anonymous_id: 'phone', user_id: 'u1' },
      { anonymous_id: 'laptop', user_id: 'u1' },
      { user_id: 'u1', email: ` ${ada.toUpperCase()} ` },
      { user_id: 'u1', email: hashOf('ada@home.example').toUpperCase() },
      { anonymous_id: 'tablet', email: ada },
    )
    const { state, links } = await fixture.link()
    assert.deepEqual([state, links], ['finished', 5])
    assert.deepEqual(await fixture.people(), {
      u1: 'user_id:u1',
      phone: 'user_id:u1',
      laptop: 'user_id:u1',
      tablet: 'user_id:u1',
      [hashOf(ada)]: 'user_id:u1',
      [hashOf('ada@home.example')]: 'user_id:u1',
    })
  })

  it('takes an address without a user as a person', async () => {
    await fixture.store(2, { anonymous_id: 'phone', email: ada }, { anonymous_id: 'laptop', email: ada })
    await fixture.link()
    const person = `email_sha256:${hashOf(ada)}`
    assert.deepEqual(await fixture.people(), { [hashOf(ada)]: person, phone: person, laptop: person })
  })

  it('merges nobody by a shared device or a shared address', async () => {
    await fixture.store(
      2,
      { anonymous_id: 'kiosk', user_id: 'u1' },
      { anonymous_id: 'kiosk', user_id: 'u2' },
      { user_id: 'u1', email: family },
      { user_id: 'u2', email: family },
      { anonymous_id: 'tv', email: family },
      { anonymous_id: 'sofa', email: ada },
      { anonymous_id: 'sofa', email: bob },
      { anonymous_id: 'guest', user_id: 'u1' },
      { anonymous_id: 'guest', email: bob },
    )
    await fixture.link()
    assert.deepEqual(await fixture.people(), {
      u1: 'user_id:u1',
      u2: 'user_id:u2',
      kiosk: null,
      [hashOf(family)]: null,
      tv: 'anonymous_id:tv',
      [hashOf(ada)]: `email_sha256:${hashOf(ada)}`,
      [hashOf(bob)]: `email_sha256:${hashOf(bob)}`,
      sofa: null,
      guest: null,
    })
  })

  it('keeps two hundred devices of a user, and ignores a user with more', async () => {
    const devices = (user_id: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ user_id, anonymous_id: `${user_id}-${n}` }))
    await fixture.store(2, ...devices('traveller', 200), ...devices('till', 201))
    await fixture.link()
    const people = await fixture.people()
    assert.equal(people['traveller-199'], 'user_id:traveller')
    assert.equal(people['till'], null)
    assert.equal(people['till-7'], 'anonymous_id:till-7')
  })

  it('keeps the people of a chain of a thousand shared devices apart', async () => {
    const chain = Array.from({ length: 1000 }, (_, n) => [
      { anonymous_id: `d${n}`, user_id: `c${n}` },
      { anonymous_id: `d${n}`, user_id: `c${n + 1}` },
    ]).flat()
    await fixture.store(2, ...chain)
    await fixture.link()
    const people = await fixture.people()
    assert.equal(people['d500'], null)
    assert.equal(people['c500'], 'user_id:c500')
    assert.equal(Object.keys(people).length, 2001)
  })

  it('adds only new links in the next run, and finds late events in the first run of a day', async () => {
    await fixture.store(1, { anonymous_id: 'phone', user_id: 'u1' })
    assert.equal((await fixture.link()).links, 1)
    assert.equal((await fixture.link()).links, 0)
    await fixture.store(0.1, { anonymous_id: 'laptop', user_id: 'u1' })
    await fixture.store(24 * 20, { anonymous_id: 'late', user_id: 'u1' })
    assert.equal((await fixture.link()).links, 1)
    await fixture.warehouse.change(
      `UPDATE ${fixture.warehouse.locate('runs')} SET started_at = TIMESTAMP_SUB(started_at, INTERVAL 1 DAY) WHERE TRUE`,
    )
    assert.equal((await fixture.link()).links, 1)
    assert.equal((await fixture.people())['late'], 'user_id:u1')
  })

  it('counts a link for four hundred days', async () => {
    await fixture.store(24 * 399, { anonymous_id: 'old', user_id: 'u1' })
    await fixture.store(24 * 402, { anonymous_id: 'older', user_id: 'u1' })
    assert.equal((await fixture.link()).links, 1)
    await fixture.store(1, { anonymous_id: 'old', user_id: 'u1' })
    assert.equal((await fixture.link()).links, 1, 'the link is renewed')
  })

  it('reads two hours again, the first run of a day 32 days, and the first run of all 400 days in steps', () => {
    const day = 86_400_000
    const now = Date.parse('2026-03-14T09:14:00Z')
    const earlier = Date.parse('2026-03-14T09:04:00Z')
    assert.deepEqual(timesToRead(now, earlier), [{ from: Date.parse('2026-03-14T07:04:00Z'), to: now }])
    assert.deepEqual(timesToRead(now, Date.parse('2026-03-13T23:54:00Z')), [
      { from: now - 32 * day, to: now },
    ])
    const all = timesToRead(now, undefined)
    assert.equal(all.length, 13)
    assert.deepEqual([all[0]!.from, all.at(-1)!.to], [now - 400 * day, now])
  })
})
