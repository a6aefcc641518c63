/** Third-party recorder: checks the answer of each vendor in every behavior. */
import assert from 'node:assert/strict'
import type { RecordedRequest } from '../../../local/third_party/recorded_request.ts'
import { serveThirdParty, type ThirdParty } from '../../../local/third_party/server.ts'
import { vendorOf } from '../../../local/third_party/vendors/answer_for.ts'
import { advertisingEach } from './advertising_each.ts'
import { advertisingWhole } from './advertising_whole.ts'
import { analytics } from './analytics.ts'
import { messaging } from './messaging.ts'
import { messagingProfiles } from './messaging_profiles.ts'
import type { Expected, VendorCase } from './vendor_case.ts'

describe('the third-party recorder, by vendor', () => {
  let thirdParty: ThirdParty

  before(async () => {
    thirdParty = await serveThirdParty({ port: 0 })
  })
  after(() => thirdParty.close())

  const call = (path: string, options: RequestInit = {}) => fetch(thirdParty.url + path, options)
  const change = (method: string, path: string, body?: object) =>
    call(path, { method, ...(body && { body: JSON.stringify(body) }) })
  const received = async (): Promise<RecordedRequest[]> => JSON.parse(await (await call('/requests')).text())
  const hostOf = (url: string) => url.split('/', 2).join('/')
  const post = (url: string, body: unknown, headers: VendorCase['headers'] = {}) =>
    call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  /** Returns the body, parsed if it is JSON, without its time. */
  const bodyOf = async (response: Response): Promise<unknown> => {
    const text = await response.text()
    if (!response.headers.get('content-type')?.includes('json')) return text
    const { server_upload_time, ...body } = JSON.parse(text)
    if (server_upload_time !== undefined) assert.ok(Date.now() - server_upload_time < 60_000)
    return body
  }

  const expectAnswer = async (response: Response, [status, body, headers = {}]: Expected) => {
    assert.deepEqual([response.status, await bodyOf(response)], [status, body])
    for (const [name, value] of Object.entries(headers)) assert.equal(response.headers.get(name), value, name)
  }

  afterEach(async () => {
    await change('DELETE', '/answer')
    await change('DELETE', '/requests')
  })

  for (const { vendor, docs, url, headers, body, events, answers, down } of [
    ...advertisingWhole,
    ...advertisingEach,
    ...analytics,
    ...messaging,
    ...messagingProfiles,
  ]) {
    describe(`${vendor} at ${url.split('?', 1)[0]}, by ${docs}`, () => {
      it('accepts requests by default, and counts their events', async () => {
        await expectAnswer(await post(url, body, headers), answers.success)
        const [request] = await received()
        assert.deepEqual([request?.vendor, request?.events, request?.behavior], [vendor, events, 'success'])
      })

      for (const [behavior, expected] of Object.entries(answers)) {
        it(`answers in behavior ${behavior}`, async () => {
          assert.equal((await change('PUT', '/answer', { path: hostOf(url), behavior })).status, 200)
          await expectAnswer(await post(url, body, headers), expected)
          assert.equal((await received())[0]?.behavior, behavior)
        })
      }

      it('answers 503 when it is down', async () => {
        await change('PUT', '/answer', { behavior: 'down' })
        const response = await post(url, body, headers)
        assert.equal(response.status, 503)
        if (down !== undefined) assert.deepEqual(await bodyOf(response), down)
      })

      it('refuses a request without events', async () => {
        const response = await call(url, { method: 'POST', body: 'nonsense' })
        const [status] = answers.invalid
        assert.equal(response.status, status)
        assert.equal((await received())[0]?.behavior, 'invalid')
      })
    })
  }

  it('X returns when its limit is lifted', async () => {
    await change('PUT', '/answer', { path: '/ads-api.x.com', behavior: 'throttle' })
    const asked = Date.now() / 1000
    const response = await post('/ads-api.x.com/12/measurement/conversions/o8z6j', { conversions: [{}] })
    const answered = Date.now() / 1000
    const reset = Number(response.headers.get('x-rate-limit-reset'))
    assert.ok(reset >= asked + 30 && reset <= answered + 31, `${reset} is not 30 s after ${asked}`)
  })

  it('Microsoft refuses a whole request with an invalid event unless the request asks to continue', async () => {
    await change('PUT', '/answer', { behavior: 'partial' })
    const response = await post('/capi.uet.microsoft.com/v1/1/events', { data: [{ eventId: 'e-3' }] })
    assert.equal(response.status, 400)
    const { eventsReceived } = JSON.parse(await response.text())
    assert.equal(eventsReceived, 0)
  })

  it('LinkedIn accepts a single conversion with 201', async () => {
    const response = await post('/api.linkedin.com/rest/conversionEvents', { eventId: 'e-1' })
    assert.deepEqual([response.status, await response.text()], [201, ''])
  })

  it('all are found by their hosts only', () => {
    const hosts = [
      'graph.facebook.com business-api.tiktok.com www.google-analytics.com region1.google-analytics.com',
      'datamanager.googleapis.com api.pinterest.com tr.snapchat.com api.linkedin.com ads-api.reddit.com',
      'ads-api.x.com capi.uet.microsoft.com api2.amplitude.com api.eu.amplitude.com api.mixpanel.com',
      'api-eu.mixpanel.com api-in.mixpanel.com rest.iad-01.braze.com rest.fra-01.braze.eu a.klaviyo.com',
      'api.hubapi.com track.customer.io track-eu.customer.io api.iterable.com api.eu.iterable.com',
      'api.segment.io events.eu1.segmentapis.com hooks.slack.com hooks.slack-gov.com',
    ].flatMap((line) => line.split(' '))
    for (const host of hosts) {
      assert.ok(vendorOf(host), host)
      for (const other of [`${host}.example`, `x${host}`, host.replaceAll('.', '-')])
        assert.equal(vendorOf(other), undefined, other)
    }
  })
})
