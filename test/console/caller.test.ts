/** Console: what is recorded of a caller: of `X-Forwarded-For` only what the load balancer has added, and nothing without one. */
import assert from 'node:assert/strict'
import { callerColumns } from '../../functions/console/caller.ts'

// https://cloud.google.com/load-balancing/docs/https#x-forwarded-for_header: "<supplied-value>,<client-ip>,<load-balancer-ip>"
const forwarded: readonly (readonly [value: string | undefined, address: string | null])[] = [
  ['203.0.113.7,35.191.0.1', '203.0.113.7'],
  ['203.0.113.7, 35.191.0.1', '203.0.113.7'],
  ['8.8.8.8,203.0.113.7,35.191.0.1', '203.0.113.7'],
  ['ceo,8.8.8.8,9.9.9.9,203.0.113.7,35.191.0.1', '203.0.113.7'],
  ['2001:db8::1,2600:1901::1', '2001:db8::1'],
  [undefined, null],
  ['', null],
  [',', null],
  ['203.0.113.7', null],
  ['ceo@acme.example,35.191.0.1', null],
  ['<script>,35.191.0.1', null],
  ['203.0.113.7:443,35.191.0.1', null],
  ['1'.repeat(8000) + ',35.191.0.1', null],
]

describe('the caller of an operation', () => {
  it('has the address that the load balancer saw, whatever else the header claims', () => {
    for (const [value, address] of forwarded)
      assert.equal(
        callerColumns({ 'x-forwarded-for': value }, 'load_balancer').client_address,
        address,
        value,
      )
  })

  it('has no address where nobody vouches for one', () => {
    for (const [value] of forwarded)
      assert.equal(callerColumns({ 'x-forwarded-for': value }, '').client_address, null, value)
  })

  it('is the console, the command line or another program, as it says', () => {
    const of = (headers: Readonly<Record<string, string>>) => callerColumns(headers, '').client
    assert.equal(of({ 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0' }), 'console')
    assert.equal(of({ 'user-agent': 'sluice-cli' }), 'cli')
    assert.equal(of({ 'user-agent': 'curl/8.5.0' }), 'api')
    assert.equal(of({}), 'api')
  })

  it('has a user agent without the characters of an email address, and not a long one', () => {
    const of = (text: string) => callerColumns({ 'user-agent': text }, '').user_agent
    assert.equal(of('curl/8.5.0 (x86_64-linux; +https)'), 'curl/8.5.0 (x86_64-linux; +https)')
    assert.equal(of('jane@acme.example\u0000'), 'jane_acme.example_')
    assert.equal(of('u'.repeat(4000))?.length, 128)
    assert.equal(of(''), null)
  })
})
