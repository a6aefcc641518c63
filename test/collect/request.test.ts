/** Web door: what is read from the head of a request. */
import assert from 'node:assert/strict'
import { clientAddress, networkOf } from '../../functions/collect/client_address.ts'
import { idsInCookies, readCookies } from '../../functions/collect/cookies.ts'
import { openBuckets } from '../../functions/collect/rate.ts'

function forwarded(value: string): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': value }
}

describe('the address of a client', () => {
  it('is the entry that Cloud Run appends, whatever the client claims', () => {
    assert.equal(clientAddress(forwarded('203.0.113.7'), 1), '203.0.113.7')
    assert.equal(clientAddress(forwarded('10.0.0.1, 198.51.100.2,203.0.113.7'), 1), '203.0.113.7')
  })

  // https://cloud.google.com/load-balancing/docs/https#x-forwarded-for_header: `<supplied-value>,<client-ip>,<load-balancer-ip>`
  it('is the entry before that of the load balancer', () => {
    assert.equal(clientAddress(forwarded('198.51.100.2,203.0.113.7,34.1.2.3'), 2), '203.0.113.7')
    assert.equal(clientAddress(forwarded('34.1.2.3'), 2), undefined)
  })

  it('is none if that entry is no address', () => {
    for (const value of ['', 'unknown', '203.0.113.7, ', "203.0.113.7' OR 1"])
      assert.equal(clientAddress(forwarded(value), 1), undefined, value)
    assert.equal(clientAddress({}, 1), undefined)
  })

  it('of version 4 within version 6 is that of version 4', () => {
    assert.equal(clientAddress(forwarded('::ffff:203.0.113.7'), 1), '203.0.113.7')
  })
})

describe('the network that one client is limited by', () => {
  const networks: readonly (readonly [address: string, network: string])[] = [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0'],
  ]
  for (const [address, network] of networks)
    it(`of ${address} is ${network}`, () => assert.equal(networkOf(address), network))
})

describe('a rate', () => {
  it('lets a minute of units through at once, then as many as have come back', () => {
    const take = openBuckets(10)
    assert.equal(take('a', 60, 60, 0), 0)
    assert.equal(take('a', 1, 60, 0), 1)
    assert.equal(take('a', 1, 60, 999), 1)
    assert.equal(take('a', 1, 60, 1000), 0)
    assert.equal(take('a', 61, 60, 1_000_000), 1, 'a bucket holds a minute')
    assert.equal(take('a', 60, 60, 1_000_000), 0)
  })

  it('of one key is not that of another', () => {
    const take = openBuckets(10)
    assert.equal(take('a', 60, 60, 0), 0)
    assert.equal(take('b', 60, 60, 0), 0)
  })

  it('is forgotten for the key that was idle for longest', () => {
    const take = openBuckets(2)
    for (const key of ['a', 'b']) assert.equal(take(key, 60, 60, 0), 0)
    assert.notEqual(take('a', 1, 60, 0), 0, 'a is known')
    assert.equal(take('c', 60, 60, 0), 0, 'c takes the place of b')
    assert.notEqual(take('a', 1, 60, 0), 0, 'a is still known')
    assert.equal(take('b', 60, 60, 0), 0, 'b is new')
  })
})

describe('cookies', () => {
  const idsOf = (header: string) => Object.fromEntries(idsInCookies(readCookies(header)))

  it('give the ids of the platforms', () => {
    assert.deepEqual(
      idsOf(
        '_fbp=fb.1.1773480413589.1098115397; _fbc=fb.1.1773480413589.IwAR0; _ga=GA1.1.1098115397.1773480413; ' +
          '_gcl_aw=GCL.1773480413.EAIaIQob-x_1; _uetmsclkid=_uet6f4a5e2d; _ttp=94e2a4j9; theme=dark',
      ),
      {
        fbp: 'fb.1.1773480413589.1098115397',
        fbc: 'fb.1.1773480413589.IwAR0',
        ga_client_id: '1098115397.1773480413',
        gclid: 'EAIaIQob-x_1',
        msclkid: '6f4a5e2d',
        ttp: '94e2a4j9',
      },
    )
  })

  it('give the session of Google Analytics in both forms, if there is one', () => {
    assert.deepEqual(idsOf('_ga_ABC123=GS1.1.1773480413.3.1.1773480500.0.0.0'), {
      ga_session_id: '1773480413',
    })
    assert.deepEqual(idsOf('_ga_ABC123=GS2.1.s1773480413$o3$g1$t1773480500'), { ga_session_id: '1773480413' })
    assert.deepEqual(idsOf('_ga_A=GS1.1.1.1; _ga_B=GS1.1.2.1'), {})
  })

  it('of another form give nothing', () => {
    assert.deepEqual(idsOf('_ga=1; _gcl_aw=x; _fbp=; ;=;_uetmsclkid'), {})
  })
})
