/** Cases of target `webhook`. */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import type { TargetCases } from './case.ts'

const url = 'https://hooks.example.com/sluice'
const secret = 'test-secret'
const event = { id: 'msg_1', name: 'view_content', fields: { a: 1 }, text: '{"a":1}' }
const now = '2026-08-20T10:15:30.999Z'

const answered = (status: number, body = '', headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers,
  body,
})

export const webhook: TargetCases = {
  minimal: { url, secret },
  full: { url: 'http://hooks.internal:8080/x?y=1', secret, allow_insecure: true },
  invalid: {
    url: { secret },
    'url with credentials': { url: 'https://user:password@hooks.example.com/', secret },
    'url of another scheme': { url: 'ftp://hooks.example.com/', secret },
    secret: { url, secret: '' },
    surprise: { url, secret, surprise: 1 },
  },
  requests: [
    {
      title: 'an event is POSTed to the byte, signed with the bytes of a plain secret',
      settings: { url, secret },
      events: [event],
      now,
      request: {
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Sluice-Webhook/1',
          'webhook-id': 'msg_1',
          'webhook-timestamp': '1787220930',
          'webhook-signature': 'v1,vkdBS3uSjxwBdZzltN+FhEA4L1ugwUMczENk2d0duIo=',
        },
        body: '{"a":1}',
      },
    },
    {
      title: 'a secret that begins with whsec_ is base64 (vector of the Standard Webhooks libraries)',
      settings: { url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      events: [
        {
          id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
          name: 'view_content',
          fields: { test: 2432232314 },
          text: '{"test": 2432232314}',
        },
      ],
      now: '2021-02-25T15:02:10Z',
      request: {
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Sluice-Webhook/1',
          'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
          'webhook-timestamp': '1614265330',
          'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        },
        body: '{"test": 2432232314}',
      },
    },
    {
      title: 'plain http is refused unless it is allowed',
      settings: { url: 'http://hooks.internal/', secret },
      events: [event],
      now,
      request: /must begin with https:\/\//,
    },
  ],
  answers: [
    { title: '200', answer: answered(200, 'ok'), events: 1, outcomes: [delivered({ http_status: 200 })] },
    { title: '204', answer: answered(204), events: 1, outcomes: [delivered({ http_status: 204 })] },
    {
      title: 'a redirect, which is not followed',
      answer: answered(302, '', { location: 'https://elsewhere.example/' }),
      events: 1,
      outcomes: [refused('rejected', { http_status: 302 })],
    },
    {
      title: '400 with its words, cut',
      answer: answered(400, 'x'.repeat(1000)),
      events: 1,
      outcomes: [refused('rejected', { http_status: 400, detail: 'x'.repeat(300) })],
    },
    { title: '401', answer: answered(401), events: 1, outcomes: [deferred('auth', { http_status: 401 })] },
    {
      title: '403',
      answer: answered(403),
      events: 1,
      outcomes: [refused('unauthorised_payload', { http_status: 403 })],
    },
    {
      title: '408',
      answer: answered(408),
      events: 1,
      outcomes: [deferred('unavailable', { http_status: 408 })],
    },
    { title: '410', answer: answered(410), events: 1, outcomes: [refused('gone', { http_status: 410 })] },
    {
      title: '413',
      answer: answered(413),
      events: 1,
      outcomes: [refused('too_large', { http_status: 413 })],
    },
    {
      title: '429 with the seconds to wait',
      answer: answered(429, 'slow down', { 'retry-after': '7' }),
      events: 1,
      outcomes: [deferred('throttled', { http_status: 429, detail: 'slow down' })],
      retryAfter: 7000,
    },
    {
      title: '503 with a date long past',
      answer: answered(503, '', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
      events: 1,
      outcomes: [deferred('unavailable', { http_status: 503 })],
      retryAfter: 0,
    },
    {
      title: '500 with a time to wait that is none',
      answer: answered(500, '', { 'retry-after': 'soon' }),
      events: 1,
      outcomes: [deferred('unavailable', { http_status: 500 })],
    },
  ],
}
