/** Delivery to vendors with short-lived access tokens: the refresh token of the settings is exchanged when a token is needed, and no more often. */
import assert from 'node:assert/strict'
import type { StoredEvent } from '../../functions/bus/stored_message.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import type { HttpRequest, HttpResponse } from '../../functions/net/http.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import type { RecordedRequest } from '../../local/third_party/recorded_request.ts'
import { serveThirdParty } from '../../local/third_party/server.ts'
import { hashes } from '../targets/members.ts'
import { event, respond, thirdParty } from './fake_third_party.ts'
import { pageRow, segmentInstance } from './page_instance.ts'

const app = { client_id: 'app-1', refresh_token: 'refresh-1', client_secret: 'secret-1' }
const tokenUrl = 'https://accounts.snapchat.com/login/oauth2/access_token'

function member(id: string): StoredEvent {
  const value = { event_id: id, email: `${id}@example.com`, event_data: { change: 'added' } }
  return { ...event(id), name: 'contact', value, text: JSON.stringify(value) }
}

/** The body of a token. https://developers.snap.com/api/marketing-api/Ads-API/authentication */
function token(access_token: string, expires_in = 1800): HttpResponse {
  return respond(200, {}, JSON.stringify({ access_token, token_type: 'Bearer', expires_in }))
}

/** A delivery to a list of Snapchat. `tokens`: the responses to the requests for tokens, of which the last one is repeated. */
function start(tokens: readonly (HttpResponse | Error)[], accepts = (_header: string) => true) {
  const clock = { ms: 1_000_000 }
  const asked: HttpRequest[] = []
  const used: string[] = []
  const fake = thirdParty((_, request) => {
    if (request.url === tokenUrl) {
      asked.push(request)
      return tokens[Math.min(asked.length, tokens.length) - 1]!
    }
    const header = request.headers['authorization']!
    used.push(header)
    return respond(accepts(header) ? 200 : 401)
  }, clock)
  const settings = { list_id: '7', ...app }
  const deliver = createDelivery({ id: 'vip' }, targetOf('snapchat_audience'), settings, fake.ports)
  return { deliver, clock, asked, used, alerts: fake.alerts }
}

describe('a vendor with short-lived access tokens', () => {
  it('gets one token for all requests until a minute before it ends', async () => {
    const { deliver, clock, asked, used } = start([token('first'), token('second')])
    for (const id of ['a', 'b']) assert.equal((await deliver(member(id))).outcome.outcome, 'delivered')
    clock.ms += 1_739_000
    await deliver(member('c'))
    assert.deepEqual([asked.length, used], [1, Array(3).fill('Bearer first')])
    clock.ms += 2_000
    await deliver(member('d'))
    assert.deepEqual([asked.length, used.at(-1)], [2, 'Bearer second'])
    assert.equal(
      asked[0]!.body,
      'grant_type=refresh_token&refresh_token=refresh-1&client_id=app-1&client_secret=secret-1',
    )
  })

  it('gets one token for requests at the same time', async () => {
    const { deliver, asked, used } = start([token('first')])
    const people = Array.from({ length: 9 }, (_, n) => ({
      ...member(`m${n}`),
      value:
        n % 2
          ? { email: `m${n}@example.com`, event_data: { change: 'added' } }
          : { phone: `+4420794600${10 + n}`, event_data: { change: 'removed' } },
    }))
    for (const { outcome } of await Promise.all(people.map((each) => deliver(each))))
      assert.equal(outcome.outcome, 'delivered')
    assert.ok(used.length >= 2)
    assert.equal(asked.length, 1)
  })

  it('that rejects a token before it ends gets a new one and the same request, once', async () => {
    const { deliver, asked, used, alerts } = start(
      [token('revoked'), token('second')],
      (header) => header === 'Bearer second',
    )
    assert.equal((await deliver(member('a'))).outcome.outcome, 'delivered')
    assert.deepEqual([asked.length, used, alerts], [2, ['Bearer revoked', 'Bearer second'], []])
  })

  it('that rejects every token pauses the destination and alerts once', async () => {
    const { deliver, asked, used, alerts } = start([token('first')], () => false)
    assert.deepEqual((await deliver(member('a'))).outcome, {
      outcome: 'deferred',
      reason: 'auth',
      http_status: 401,
    })
    assert.equal((await deliver(member('b'))).notAttempted, true)
    assert.deepEqual([asked.length, used.length, alerts.length], [2, 2, 1])
  })

  it('that no longer accepts the refresh token gets no request: the events wait until it is renewed', async () => {
    const revoked = respond(
      400,
      {},
      '{"error":"invalid_grant","error_description":"ada@example.com has left"}',
    )
    const { deliver, clock, used, alerts } = start([revoked, token('after')])
    assert.deepEqual((await deliver(member('a'))).outcome, {
      outcome: 'deferred',
      reason: 'auth',
      http_status: 400,
      detail: 'The third party gave no access token for the refresh token (invalid_grant).',
    })
    assert.equal((await deliver(member('a'))).notAttempted, true)
    assert.deepEqual([used, alerts.length], [[], 1])
    clock.ms += 60_001
    assert.equal((await deliver(member('a'))).outcome.outcome, 'delivered')
    assert.deepEqual(used, ['Bearer after'])
  })

  it('that is down or answers nonsense is asked again later, without an alert', async () => {
    const down = Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    for (const [response, reason] of [
      [respond(503), 'unavailable'],
      [respond(200, {}, '<html>'), 'unavailable'],
      [token('two words'), 'unavailable'],
      [respond(429, { 'retry-after': '30' }), 'throttled'],
      [down, 'network'],
    ] as const) {
      const { deliver, used, alerts } = start([response])
      const { outcome } = await deliver(member('a'))
      assert.ok(outcome.outcome === 'deferred' && outcome.reason === reason, JSON.stringify(outcome))
      assert.deepEqual([used, alerts], [[], []])
    }
  })

  it('that asks for a pause with its token server gets one', async () => {
    const { deliver, clock, asked } = start([respond(429, { 'retry-after': '30' }), token('first')])
    await deliver(member('a'))
    const calls = asked.length
    await deliver(member('a'))
    assert.equal(asked.length, calls)
    clock.ms += 30_001
    assert.equal((await deliver(member('a'))).outcome.outcome, 'delivered')
  })

  it('gives no end: the token is used for five minutes', async () => {
    const endless = respond(200, {}, '{"access_token":"first","token_type":"Bearer"}')
    const { deliver, clock, asked } = start([endless])
    await deliver(member('a'))
    clock.ms += 299_000
    await deliver(member('b'))
    assert.equal(asked.length, 1)
    clock.ms += 2_000
    await deliver(member('c'))
    assert.equal(asked.length, 2)
  })
})

describe('advertising lists, at the third-party recorder', function () {
  this.timeout(60_000)

  const microsoft = { customer_id: '25', account_id: '14', developer_token: 'developer-1' }
  const lists: readonly { target: string; list: string; column?: string; own: object; requests?: number }[] =
    [
      { target: 'snapchat_audience', list: 'Snapchat Ads 10804', column: 'EMAIL_SHA256 ', own: app },
      { target: 'reddit_audience', list: 'Reddit 10804', column: 'EMAIL_SHA256 ', own: app },
      { target: 'linkedin_audience', list: 'LinkedIn 10804', column: 'SHA256_EMAIL ', own: app },
      { target: 'microsoft_audience', list: 'Microsoft Campaigns 10804', own: { ...app, ...microsoft } },
      {
        target: 'pinterest_audience',
        list: 'Pinterest 10804',
        own: { ad_account_id: '549755885175', access_token: 'secret-1' },
        requests: 2,
      },
      {
        target: 'pinterest_audience',
        list: 'Pinterest 10804',
        own: { ad_account_id: '549755885175', ...app },
      },
    ]
  for (const { target, list, column = '', own, requests = 3 } of lists)
    it(`${target}: members come and go, and no secret is recorded`, async () => {
      const party = await serveThirdParty({ port: 0 })
      try {
        const options = { settings: { list_id: '10804', ...own } }
        const { push, outcomes } = segmentInstance(party.url, targetOf(target), options)
        const members = async () => {
          const all = await (await fetch(`${party.url}/members`)).json()
          return (all as Readonly<Record<string, readonly string[]>>)[list]
        }
        await push([
          pageRow('e-1', 'added', { email: 'mary@example.com' }),
          pageRow('e-2', 'added', { email: 'ada@example.com' }),
        ])
        assert.deepEqual(await members(), [`${column}${hashes.adaEmail}`, `${column}${hashes.maryEmail}`])
        await push([pageRow('e-3', 'removed', { email: 'mary@example.com' })])
        assert.deepEqual(await members(), [`${column}${hashes.adaEmail}`])
        assert.deepEqual(outcomes(), ['e-1 delivered', 'e-2 delivered', 'e-3 delivered'])
        const text = await (await fetch(`${party.url}/requests`)).text()
        const recorded = JSON.parse(text) as RecordedRequest[]
        assert.equal(recorded.length, requests, 'a token, an addition and a removal')
        for (const secret of ['refresh-1', 'secret-1', 'developer-1', 'local-access-token', 'mary@'])
          assert.ok(!text.includes(secret), secret)
      } finally {
        await party.close()
      }
    })
})
