/** Third-party recorder: records every request as it was sent, and answers by its rules. */
import assert from 'node:assert/strict'
import { Recorder } from '../../local/third_party/recorder.ts'
import type { RecordedRequest } from '../../local/third_party/recorded_request.ts'
import { serveThirdParty, type ThirdParty } from '../../local/third_party/server.ts'
import { until } from '../support/until.ts'

describe('the third-party recorder', () => {
  let thirdParty: ThirdParty

  beforeEach(async () => {
    thirdParty = await serveThirdParty({ port: 0 })
  })
  afterEach(() => thirdParty.close())

  const call = (path: string, options: RequestInit = {}) => fetch(thirdParty.url + path, options)
  const post = (path: string, body: RequestInit['body'] = '{}') =>
    call(path, { method: 'POST', body: body ?? null })
  const answerWith = (answer: unknown) => call('/answer', { method: 'PUT', body: JSON.stringify(answer) })
  const jsonOf = async (response: Response): Promise<unknown> => JSON.parse(await response.text())
  const received = async (): Promise<RecordedRequest[]> => JSON.parse(await (await call('/requests')).text())

  it('answers everything with 200 {} and records it as it was sent', async () => {
    const response = await call('/v23.0/123/events?y=1&x=%20', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-Tracking': 'a' },
      body: '{"data":[{"event_name":"Purchase"}]}',
    })
    assert.equal(response.status, 200)
    assert.deepEqual(await jsonOf(response), {})
    const [request, ...others] = await received()
    assert.ok(request)
    assert.deepEqual(others, [])
    const { headers, time, ...rest } = request
    assert.deepEqual(rest, {
      number: 1,
      method: 'POST',
      url: '/v23.0/123/events?y=1&x=%20',
      body: '{"data":[{"event_name":"Purchase"}]}',
      base64: false,
      truncated: false,
      bytes: 36,
      behavior: 'success',
      status: 200,
    })
    assert.equal(headers['x-tracking'], 'a')
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('records every method and path that is not a control path', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
      await call('/any/path', { method })
    await post('/')
    await post('/requestsx')
    assert.deepEqual(
      (await received()).map(({ method, url }) => `${method} ${url}`),
      ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']
        .map((method) => `${method} /any/path`)
        .concat('POST /', 'POST /requestsx'),
    )
  })

  it('keeps binary bodies as base64, and the first megabyte of long ones', async () => {
    await post('/binary', new Uint8Array([0xff, 0x00, 0xfe]))
    await post('/long', 'é'.repeat(1024 * 1024))
    await post('/odd', `a${'é'.repeat(1024 * 1024)}`)
    const [binary, long, odd] = await received()
    assert.deepEqual(
      [binary?.body, binary?.base64, binary?.bytes],
      [Buffer.from([255, 0, 254]).toString('base64'), true, 3],
    )
    assert.deepEqual([long?.truncated, long?.base64, long?.bytes], [true, false, 2 * 1024 * 1024])
    assert.equal(long?.body, 'é'.repeat(512 * 1024))
    assert.equal(odd?.body, `a${'é'.repeat(512 * 1024 - 1)}`, 'a character that the cut split is left out')
  })

  it('returns the number of requests without their content', async () => {
    await Promise.all(['/a', '/b', '/c'].map((path) => post(path)))
    const response = await call('/requests', { method: 'HEAD' })
    assert.equal(response.headers.get('x-total-count'), '3')
  })

  it('keeps the last ten thousand requests, fewer if bodies are large', () => {
    const arrival = {
      time: '',
      method: 'POST',
      url: '/',
      headers: {},
      base64: false,
      truncated: false,
      bytes: 0,
    }
    const kept = (count: number, body: string, recorder = new Recorder()) => {
      for (let sent = 0; sent < count; sent++) recorder.add({ ...arrival, body })
      return [recorder.total, recorder.requests.length, recorder.requests[0]?.number]
    }
    assert.deepEqual(kept(10_050, '{}'), [10_050, 10_000, 51])
    assert.deepEqual(kept(300, 'x'.repeat(1024 * 1024)), [300, 256, 45])

    const earlier = [7, 9, 11].map((number) => ({ ...arrival, number, body: '{}', status: 200 }))
    const resumed = new Recorder(earlier)
    assert.deepEqual(kept(9998, '{}', resumed), [10_009, 10_000, 9])
    assert.deepEqual(kept(2, '{}', resumed), [10_011, 10_000, 12])
    resumed.clear()
    assert.deepEqual(kept(10_001, '{}', resumed), [10_001, 10_000, 2])
  })

  it('deletes its requests on DELETE', async () => {
    await post('/a')
    assert.equal((await call('/requests', { method: 'DELETE' })).status, 204)
    assert.deepEqual(await received(), [])
    await post('/b')
    assert.deepEqual(
      (await received()).map(({ number, url }) => [number, url]),
      [[1, '/b']],
    )
  })

  describe('with a rule', () => {
    it('applies it until it is replaced or removed', async () => {
      assert.equal(
        (await answerWith({ status: 429, body: { error: 'slow down' }, retryAfter: 30 })).status,
        200,
      )
      const response = await post('/v1')
      assert.equal(response.status, 429)
      assert.equal(response.headers.get('retry-after'), '30')
      assert.deepEqual(await jsonOf(response), { error: 'slow down' })
      assert.deepEqual(await jsonOf(await call('/answer')), [
        { status: 429, body: { error: 'slow down' }, retryAfter: 30 },
      ])
      assert.equal((await call('/answer', { method: 'DELETE' })).status, 204)
      assert.equal((await post('/v1')).status, 200)
      assert.deepEqual(
        (await received()).map(({ status }) => status),
        [429, 200],
      )
    })

    it('sends a string unchanged', async () => {
      await answerWith({ status: 502, body: '<html>Bad gateway' })
      const response = await post('/v1')
      assert.equal(await response.text(), '<html>Bad gateway')
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    })

    it('applies it for a number of requests', async () => {
      await answerWith({ status: 503, times: 2 })
      const statuses = [await post('/a'), await post('/b'), await post('/c')].map(({ status }) => status)
      assert.deepEqual(statuses, [503, 503, 200])
      assert.deepEqual(await jsonOf(await call('/answer')), [])
    })

    it('applies it below a path, the longest one first', async () => {
      await answerWith({ status: 500 })
      await answerWith({ status: 400, path: '/meta/' })
      await answerWith({ status: 401, path: '/meta/pixel' })
      const statuses = [await post('/meta/pixel/1'), await post('/meta/x'), await post('/tiktok')]
      assert.deepEqual(
        statuses.map(({ status }) => status),
        [401, 400, 500],
      )
      await call('/answer?path=/meta/pixel', { method: 'DELETE' })
      assert.equal((await post('/meta/pixel/1')).status, 400)
    })

    it('answers requests with a text in their body by the rule that names it, as often as it says', async () => {
      await answerWith({ status: 400, path: '/meta' })
      await answerWith({ status: 429, path: '/meta', contains: 'jane@', times: 1 })
      const send = (body: string) => call('/meta/events', { method: 'POST', body })
      const statuses: number[] = []
      for (const body of ['{"em":"joe@x"}', '{"em":"jane@x"}', '{"em":"jane@x"}'])
        statuses.push((await send(body)).status)
      assert.deepEqual(statuses, [400, 429, 400])
      await answerWith({ status: 500, path: '/meta', contains: 'jane@' })
      await call('/answer?path=/meta', { method: 'DELETE' })
      assert.equal((await send('{"em":"jane@x"}')).status, 200)
    })

    it('delays the answer', async () => {
      await answerWith({ delayMs: 150 })
      const start = performance.now()
      assert.equal((await post('/slow')).status, 200)
      assert.ok(performance.now() - start >= 140)
    })

    it('never answers, and records that', async () => {
      await answerWith({ behavior: 'hang' })
      const patience = new AbortController()
      const lost = call('/lost', { signal: patience.signal })
      await until('the request is there', async () => (await received()).length > 0)
      patience.abort()
      await assert.rejects(lost, { name: 'AbortError' })
      assert.deepEqual(
        (await received()).map(({ url, status }) => [url, status]),
        [['/lost', null]],
      )
    })

    const invalid: [answer: unknown, message: RegExp][] = [
      [{ status: 99 }, /^status: expected a whole number from 200 to 599, got 99$/],
      [{ status: '500' }, /^status: .* got "500"$/],
      [{ delay: 5 }, /^delay: unknown field, expected one of behavior, status, body, delayMs/],
      [{ path: 'meta' }, /^path: expected a path that starts with \//],
      [{ retryAfter: 'later' }, /^retryAfter: expected whole seconds or an HTTP date/],
      [{ contains: '' }, /^contains: expected a text that is not empty, got ""$/],
      [{ times: 0 }, /^times: expected a whole number from 1/],
      [{ behavior: 'sad' }, /^behavior: expected one of success, partial, throttle, .*, hang, got "sad"$/],
      [[503], /^answer: expected an object/],
    ]
    for (const [answer, message] of invalid) {
      it(`rejects ${JSON.stringify(answer)} and names the error`, async () => {
        const response = await answerWith(answer)
        assert.equal(response.status, 400)
        const { error } = JSON.parse(await response.text())
        assert.match(error.message, message)
        assert.equal(error.status, 'INVALID_ARGUMENT')
        assert.deepEqual(await jsonOf(await call('/answer')), [])
      })
    }
  })
})
