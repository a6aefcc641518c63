/** Lists of people through the whole stack, to each of the vendors: who joins, leaves and comes back, over a crash, and who is refused. */
import assert from 'node:assert/strict'
import { ReplayStack } from '../replay/stack.ts'
import type { Recorded } from '../support/client.ts'
import { until } from '../support/until.ts'
import { comparable, hostOf, type ListCall, type ListVendorCase, type Person } from './list_vendor.ts'
import { advertisingLists } from './list_vendors_advertising.ts'
import { messagingLists } from './list_vendors_messaging.ts'
import { oauthLists } from './list_vendors_oauth.ts'

type Fields = Readonly<Record<string, unknown>>

const vendors = [...advertisingLists, ...oauthLists, ...messagingLists]

const granted = { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }

function person(n: number): Person {
  return { user_id: `u-${n}`, email: `person-${n}@example.com` }
}

function people(from: number, count: number): readonly Person[] {
  return Array.from({ length: count }, (_, n) => person(from + n))
}

function order({ user_id, email }: Person, transaction: string, more: object): Fields {
  return {
    event_name: 'purchase',
    user_id,
    email,
    transaction_id: `${transaction}-${user_id}`,
    value: 5,
    currency: 'EUR',
    ...more,
  }
}

describe('lists of people at each vendor', function () {
  this.timeout(600_000)
  let stack: ReplayStack
  let stored = 0
  /** Number of answered requests that a test has looked at. */
  let seen = 0

  const everybody = people(10, 20)
  const [first, second, third, fourth] = everybody as [Person, Person, Person, Person, ...Person[]]
  /** Has agreed to the use of their data, but not to personalized advertising. */
  const careful = person(90)

  before(async () => {
    const rule = { id: 'members', effect: 'permit', when: "event.event_name == 'lapsed_customers'" }
    const destinations = vendors.map(
      ({ id, destination }) => [id, { ...destination, rules: [rule] }] as const,
    )
    const syncs = { lapsed_customers: { destinations: vendors.map(({ id }) => id), paused: true } }
    stack = await ReplayStack.start(Object.fromEntries(destinations), { 'sluice:syncs': syncs })
  })
  after(() => stack?.stack.remove())

  const post = async (events: readonly Fields[]): Promise<void> => {
    assert.equal((await stack.client.post('/v1/topics/events', events)).status, 200)
    stored += events.length
    await until('the events are stored', async () => {
      const [row] = await stack.client.query('SELECT COUNT(*) AS n FROM events')
      return Number(row!['n']) >= stored
    })
  }
  const lapse = (persons: readonly Person[], consent: object = granted) =>
    post(persons.map((each) => order(each, 'old', { event_time: '2026-03-14T09:26:53Z', consent })))
  const buy = (persons: readonly Person[]) => post(persons.map((each) => order(each, 'new', {})))
  /** Moves the orders of these people to a day on which they lapse again. */
  const forget = (persons: readonly Person[]) =>
    stack.client.arrange(
      `UPDATE events SET event_time = TIMESTAMP '2026-05-01 00:00:00 UTC'
WHERE user_id IN (${persons.map(({ user_id }) => `'${user_id}'`).join(', ')}) AND received_at >= TIMESTAMP '2026-01-01 00:00:00 UTC'`,
    )

  /** Asks for a run for each destination. Returns their ids. */
  const ask = () =>
    Promise.all(vendors.map(({ id }) => stack.ask('sync', { sync: 'lapsed_customers', destination: id })))
  /** Waits for the runs, which must finish. Returns this count of each, by destination. */
  const finished = async (
    runs: readonly string[],
    count: string,
  ): Promise<Readonly<Record<string, number>>> => {
    const ended = await Promise.all(runs.map((run) => stack.ended(run)))
    const states = ended.map(({ state, reason }) => [state, reason])
    assert.deepEqual(
      states,
      vendors.map(() => ['finished', null]),
    )
    return Object.fromEntries(ended.map(({ counts }, index) => [vendors[index]!.id, counts[count] ?? 0]))
  }
  const sync = async () => finished(await ask(), 'sent')

  const received = async () =>
    (await stack.client.received()) as readonly (Recorded & { status: number | null })[]
  const callsOf = (requests: readonly Recorded[], vendor: ListVendorCase): readonly ListCall[] =>
    requests
      .filter(({ url }) => url.startsWith(`${hostOf(vendor)}/`) && !vendor.receipt?.test(url))
      .map(({ method, url, body }) =>
        comparable({ method, url, body: body === '' ? undefined : (JSON.parse(body) as unknown) }),
      )
  /** Checks the calls that each vendor has answered since the last time. */
  const expectCalls = async (expected: (vendor: ListVendorCase) => readonly ListCall[]): Promise<void> => {
    const answered = (await received()).filter(({ status }) => status !== null)
    const news = answered.slice(seen)
    seen = answered.length
    for (const vendor of vendors)
      assert.deepEqual(
        callsOf(news, vendor),
        expected(vendor).map(comparable),
        `${vendor.id}, see ${vendor.docs.add} and ${vendor.docs.remove}`,
      )
  }
  /** Checks that each vendor has these members, and that the state of the sync says the same. */
  const expectMembers = async (persons: (vendor: ListVendorCase) => readonly Person[]): Promise<void> => {
    const response = await fetch(`${stack.stack.facts.thirdPartyUrl}/members`)
    const lists = (await response.json()) as Readonly<Record<string, readonly string[]>>
    const states = await stack.client.query(
      'SELECT destination, COUNTIF(row_hash IS NOT NULL) AS n, COUNTIF(row_hash IS NULL AND row_data IS NOT NULL) AS kept FROM sync_state GROUP BY destination',
    )
    for (const vendor of vendors) {
      const expected = persons(vendor)
      assert.deepEqual(lists[vendor.list] ?? [], expected.map(vendor.member).toSorted(), vendor.id)
      const state = states.find(({ destination }) => destination === vendor.id)
      assert.equal(Number(state?.['n'] ?? 0), expected.length, `rows of the state of ${vendor.id}`)
      // A vendor that decides later may fail a removal, which needs the data once more.
      if (!vendor.receipt) assert.equal(Number(state?.['kept'] ?? 0), 0, `removed people of ${vendor.id}`)
    }
  }
  /** These people, with who may only be on lists that are not for advertising. */
  const permittedAt = ({ isAdvertising }: ListVendorCase, persons: readonly Person[]) =>
    isAdvertising ? persons : [...persons, careful]

  it('that refuse ten rows take the others, and get only the ten in the next run', async () => {
    /** A vendor that names no refused person refuses the request. */
    const refusedBy = (vendor: ListVendorCase) =>
      vendor.isSilent ? permittedAt(vendor, everybody) : everybody.slice(10)
    for (const vendor of vendors)
      await stack.client.thirdPartyAnswers({
        path: hostOf(vendor),
        ...(vendor.isSilent
          ? { behavior: 'invalid' }
          : { behavior: 'partial', refuses: refusedBy(vendor).map(vendor.key) }),
      })
    await lapse(everybody)
    await lapse([careful], { ...granted, ad_personalization: 'denied' })
    const counts = await finished(await ask(), 'refused')
    for (const vendor of vendors) assert.equal(counts[vendor.id], refusedBy(vendor).length, vendor.id)
    await expectMembers((vendor) =>
      permittedAt(vendor, everybody).filter((each) => !refusedBy(vendor).includes(each)),
    )

    await stack.client.thirdPartyAnswers(undefined)
    seen = (await received()).filter(({ status }) => status !== null).length
    await sync()
    await expectCalls((vendor) => vendor.add(refusedBy(vendor)))
    await expectMembers((vendor) => permittedAt(vendor, everybody))
  })

  it('lose exactly the three people who leave', async () => {
    const leaving = [first, second, third]
    await buy(leaving)
    await sync()
    await expectCalls(({ remove }) => remove(leaving))
    await expectMembers((vendor) => permittedAt(vendor, everybody.slice(3)))
  })

  it('get back exactly two of them over a crash after a removal: only the page in flight is sent again', async () => {
    await buy([fourth])
    await forget([first, second])
    // No vendor answers a call that adds one of the two.
    for (const vendor of vendors)
      await stack.client.thirdPartyAnswers({
        path: hostOf(vendor),
        behavior: 'hang',
        contains: vendor.key(first),
      })
    const runs = await ask()
    let silent = vendors
    const inFlight = await until(
      () => `each vendor has an addition in flight, also ${silent.map(({ id }) => id).join(', ')}`,
      async () => {
        const open = (await received()).filter(({ status }) => status === null)
        silent = vendors.filter((vendor) => callsOf(open, vendor).length === 0)
        return silent.length === 0 && open
      },
    )
    for (const vendor of vendors)
      assert.deepEqual(callsOf(inFlight, vendor)[0], comparable(vendor.add([first, second])[0]!), vendor.id)
    await expectCalls(({ remove }) => remove([fourth]))

    await stack.crash()
    await finished(runs, 'delivered')
    await expectCalls(({ add }) => add([first, second]))
    await expectMembers((vendor) => permittedAt(vendor, [first, second, ...everybody.slice(4)]))
  })

  it('have left no address in a URL, a log or an outcome', async () => {
    const address = /person-\d|example\.com|%40|@/
    for (const { url } of await received()) assert.doesNotMatch(url, address)
    assert.doesNotMatch(stack.stack.output, /person-\d/)
    const details = await stack.client.query(
      'SELECT DISTINCT destination, detail FROM deliveries WHERE detail IS NOT NULL',
    )
    for (const { detail } of details) assert.doesNotMatch(String(detail), /person-?\d|example\.com/)
    const refusing = new Set(details.map(({ destination }) => destination))
    assert.ok(
      vendors.every(({ id, isSilent }) => isSilent || refusing.has(id)),
      'a refusal has a detail',
    )
  })
})
