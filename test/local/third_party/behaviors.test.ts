/** Third-party recorder: checks the behaviors, the counts by recipient, and that credentials are masked. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordedRequest } from '../../../local/third_party/recorded_request.ts'
import { serveThirdParty, type ThirdParty } from '../../../local/third_party/server.ts'
import { Tally } from '../../../local/third_party/tally.ts'
import { until } from '../../support/until.ts'

const meta = '/graph.facebook.com/v25.0/1/events'
const pinterest = '/api.pinterest.com/v5/ad_accounts/1/events'

describe('the third-party recorder', () => {
  let thirdParty: ThirdParty
  let dir: string

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'third_party-'))
    thirdParty = await serveThirdParty({ port: 0, dir })
  })
  afterEach(async () => {
    await thirdParty.close()
    await rm(dir, { recursive: true })
  })

  const call = (path: string, options: RequestInit = {}) => fetch(thirdParty.url + path, options)
  const post = (path: string, body: object = { data: [{ event_id: 'e-1' }] }, headers = {}) =>
    call(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answerWith = (answer: object) => call('/answer', { method: 'PUT', body: JSON.stringify(answer) })
  const jsonOf = async (response: Response): Promise<unknown> => JSON.parse(await response.text())
  const received = async (): Promise<RecordedRequest[]> => JSON.parse(await (await call('/requests')).text())
  const statusesOf = async (...paths: readonly string[]) => {
    const statuses = []
    for (const path of paths) statuses.push((await post(path)).status)
    return statuses
  }

  describe('in a behavior', () => {
    it('keeps it for each path until it is changed', async () => {
      await answerWith({ path: '/api.pinterest.com', behavior: 'auth' })
      assert.deepEqual(await statusesOf(pinterest, meta, pinterest), [401, 200, 401])
      assert.deepEqual(await jsonOf(await call('/answer')), [
        { path: '/api.pinterest.com', behavior: 'auth' },
      ])
      await call('/answer?path=/api.pinterest.com', { method: 'DELETE' })
      assert.deepEqual(await statusesOf(pinterest), [200])
    })

    it('applies it for a number of requests, with a delay', async () => {
      await answerWith({ path: '/api.pinterest.com', behavior: 'throttle', times: 1, delayMs: 150 })
      const start = performance.now()
      assert.deepEqual(await statusesOf(pinterest), [429])
      assert.ok(performance.now() - start >= 140)
      assert.deepEqual(await statusesOf(pinterest), [200])
    })

    it('answers with the status alone if no vendor is known', async () => {
      const statuses = []
      for (const behavior of ['success', 'partial', 'throttle', 'auth', 'invalid', 'down']) {
        await answerWith({ behavior })
        const response = await post('/webhook')
        statuses.push(response.status)
        assert.deepEqual(await jsonOf(response), {})
      }
      assert.deepEqual(statuses, [200, 200, 429, 401, 400, 503])
      assert.deepEqual(await statusesOf('/hooks.example.com/sluice'), [503])
    })

    it('answers with the fields of the rule, and otherwise by the behavior', async () => {
      await answerWith({ behavior: 'throttle', retryAfter: 7, body: { slow: true } })
      const response = await post(pinterest)
      assert.equal(response.status, 429)
      assert.equal(response.headers.get('retry-after'), '7')
      assert.deepEqual(await jsonOf(response), { slow: true })
    })

    it('answers only with the fields of a rule without a behavior', async () => {
      await answerWith({ status: 503 })
      const response = await post(pinterest)
      assert.equal(response.status, 503)
      assert.deepEqual(await jsonOf(response), {})
      assert.equal((await received())[0]?.behavior, undefined)
      await answerWith({ body: 'as you like' })
      const other = await post('/www.google-analytics.com/mp/collect')
      assert.deepEqual([other.status, await other.text()], [200, 'as you like'])
    })

    it('hangs', async () => {
      await answerWith({ path: '/api.pinterest.com', behavior: 'hang' })
      const patience = new AbortController()
      const lost = call(pinterest, { method: 'POST', body: '{}', signal: patience.signal })
      await until('the request is there', async () => (await received()).length > 0)
      patience.abort()
      await assert.rejects(lost, { name: 'AbortError' })
      const [request] = await received()
      assert.deepEqual([request?.vendor, request?.behavior, request?.status], ['Pinterest', 'hang', null])
    })
  })

  describe('in behavior partial', () => {
    const refusedOf = async (events: readonly object[]) => {
      const { details } = JSON.parse(await (await post(pinterest, { data: events })).text())
      return details.events.flatMap(({ status }: { status: string }, index: number) =>
        status === 'failed' ? [index] : [],
      )
    }
    beforeEach(() => answerWith({ behavior: 'partial' }))

    it('refuses the events whose ids end in 3, 6, 9, c or f, in any position', async () => {
      const ids = ['e-3', 'e-4', '0-c', 'F', 'e-12', 'order 6 ok', 'id-8xyz']
      assert.deepEqual(await refusedOf(ids.map((event_id) => ({ event_id }))), [0, 2, 3, 5])
    })

    it('refuses every third event without an id', async () => {
      assert.deepEqual(await refusedOf([{}, {}, {}, {}, {}, {}]), [2, 5])
    })
  })

  it('counts requests and events of each recipient with the last answer, also after a restart', async () => {
    await answerWith({ path: '/graph.facebook.com', behavior: 'down' })
    await post(meta, { data: [{ event_id: 'e-1' }, { event_id: 'e-2' }] })
    await post('/webhook')
    await post(meta)
    const parties = async () => {
      const stop = new AbortController()
      const stream = await call('/requests/stream', { signal: stop.signal })
      let seen = ''
      for await (const chunk of stream.body ?? []) {
        seen += Buffer.from(chunk).toString()
        if (/event: reset\n.*\n\n/.test(seen)) break
      }
      stop.abort()
      const [, data = ''] = /event: reset\ndata: (.*)\n/.exec(seen) ?? []
      return JSON.parse(data).parties.map(({ last: { status }, ...party }: { last: { status: number } }) => ({
        ...party,
        status,
      }))
    }
    const expected = [
      { path: '/webhook', requests: 1, events: 0, status: 200 },
      { path: '/graph.facebook.com', vendor: 'Meta', requests: 2, events: 3, status: 503 },
    ]
    assert.deepEqual(await parties(), expected)
    await thirdParty.close()
    thirdParty = await serveThirdParty({ port: 0, dir })
    assert.deepEqual(await parties(), expected)
    await call('/requests', { method: 'DELETE' })
    assert.deepEqual(await parties(), [])
  })

  it('removes the least recently called recipient if there are too many', () => {
    const tally = new Tally()
    const request = {
      number: 1,
      time: '',
      method: 'POST',
      headers: {},
      status: 200,
      body: '',
      base64: false,
      truncated: false,
      bytes: 0,
    }
    for (const path of ['/first', '/second', '/first']) tally.count({ ...request, url: path })
    for (let other = 0; other < 49; other++) tally.count({ ...request, url: `/${other}` })
    const paths = tally.parties.map(({ path }) => path)
    assert.deepEqual([paths.length, paths.includes('/first'), paths.includes('/second')], [50, true, false])
  })

  it('never shows credentials, neither in its requests nor in its journal', async () => {
    const secret = 'c2VjcmV0'
    for (const headers of [
      { authorization: `Bearer ${secret}`, cookie: `session=${secret}`, 'webhook-signature': 'v1,abc' },
      { authorization: secret, 'access-token': secret, 'x-pixel-token': secret, 'api-key': secret },
    ])
      await post('/webhook', { kept: 1 }, headers)
    await post(`/tr.snapchat.com/v3/1/events?access_token=${secret}&test=1`)
    await post(`/www.google-analytics.com/mp/collect?measurement_id=G-1&api_secret=${secret}`)
    await post(`/webhook?key=${secret}#x`)
    await post(`/hooks.slack.com/services/T1/B1/${secret}`, { text: 'Order 1' })
    await post('/api2.amplitude.com/2/httpapi', { api_key: secret, events: [{ insert_id: 'e-1' }] })

    const requests = await received()
    assert.deepEqual(
      requests.map(({ url }) => url),
      [
        '/webhook',
        '/webhook',
        '/tr.snapchat.com/v3/1/events?access_token=***&test=1',
        '/www.google-analytics.com/mp/collect?measurement_id=G-1&api_secret=***',
        '/webhook?key=***',
        '/hooks.slack.com/services/T1/B1/***',
        '/api2.amplitude.com/2/httpapi',
      ],
    )
    const [first, second] = requests
    assert.equal(first?.headers['authorization'], 'Bearer ***')
    assert.equal(first?.headers['webhook-signature'], 'v1,abc')
    assert.equal(first?.body, '{"kept":1}')
    assert.equal(second?.headers['authorization'], '***')
    assert.equal(requests.at(-1)?.body, '{"api_key":"***","events":[{"insert_id":"e-1"}]}')
    assert.ok(!JSON.stringify(requests).includes(secret))
    await thirdParty.close()
    assert.ok(!(await readFile(join(dir, 'requests.ndjson'), 'utf8')).includes(secret))
    thirdParty = await serveThirdParty({ port: 0 })
  })
})
