/** Cases of target `webhook`. */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import { answered } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const url = 'https://hooks.example.com/sluice'
const secret = 'test-secret'
const docs = 'https://www.standardwebhooks.com'
const now = '2026-08-20T10:15:30.999Z'
const headers = { 'content-type': 'application/json', 'user-agent': 'Sluice-Webhook/1' }

/** A request that can go to private addresses. */
const inside: object = { publicOnly: false }
/** A request that can go only to public addresses. */
function guarded(request: SentRequest) {
  return { ...request, publicOnly: true }
}

export const webhook: TargetCases = {
  minimal: { url, secret },
  full: {
    url: 'http://hooks.internal:8080/x?y=1',
    method: 'PATCH',
    headers: { 'x-tenant': 'shop' },
    allow_insecure: true,
    secret,
    previous_secret: 'old-secret',
    authorization: 'Bearer t-1',
  },
  invalid: {
    url: { secret },
    'url with credentials': { url: 'https://user:password@hooks.example.com/', secret },
    'url of another scheme': { url: 'ftp://hooks.example.com/', secret },
    secret: { url, secret: '' },
    previous_secret: { url, secret, previous_secret: '' },
    authorization: { url, secret, authorization: '' },
    'method without a body': { url, secret, method: 'GET' },
    'headers in capitals': { url, secret, headers: { 'X-Tenant': 'shop' } },
    'headers of the connection': { url, secret, headers: { 'transfer-encoding': 'chunked' } },
    'headers of the signature': { url, secret, headers: { 'webhook-id': 'msg_2' } },
    'headers that hold a secret': { url, secret, headers: { authorization: 'Bearer t-1' } },
    'headers of two lines': { url, secret, headers: { 'x-tenant': 'shop\r\nx-admin: 1' } },
    surprise: { url, secret, surprise: 1 },
  },
  examples: [
    {
      title: 'an unchanged event, signed with the bytes of a plain secret',
      docs,
      settings: { url, secret },
      now,
      events: [{ event_name: 'view_content', event_id: 'msg_1', a: 1 }],
      sends: [
        guarded({
          method: 'POST',
          url,
          headers: {
            ...headers,
            'webhook-id': 'msg_1',
            'webhook-timestamp': '1787220930',
            'webhook-signature': 'v1,+zYSrom95/n1A4VElMZEpvWhhTGMl57Jujk9EUk3awc=',
          },
          body: {
            event_id: 'msg_1',
            event_name: 'view_content',
            event_time: '2026-08-20T10:15:30.999000Z',
            event_data: { a: 1 },
          },
        }),
      ],
    },
    {
      title: 'a secret that starts with whsec_ is base64; two events are two requests',
      docs,
      settings: { url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      now: '2021-02-25T15:02:10Z',
      events: [
        { event_name: 'purchase', event_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', value: 1.5, currency: 'EUR' },
        { event_name: 'search', event_id: 'msg_2', email: 'ada@example.com', search_term: 'engine' },
      ],
      sends: [
        guarded({
          method: 'POST',
          url,
          headers: {
            ...headers,
            'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
            'webhook-timestamp': '1614265330',
            'webhook-signature': 'v1,DqQMbbyGLp+LL6rFj3xQUk6bExQ+Ofh9kGauH0PWBYY=',
          },
          body: {
            event_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
            event_name: 'purchase',
            event_time: '2021-02-25T15:02:10.000000Z',
            event_data: { value: 1.5, currency: 'EUR' },
          },
        }),
        guarded({
          method: 'POST',
          url,
          headers: {
            ...headers,
            'webhook-id': 'msg_2',
            'webhook-timestamp': '1614265330',
            'webhook-signature': 'v1,lG7MnVZbOIXaKBHxpgJ5sZALgMH3H5yz6PZf0KOOBJM=',
          },
          body: {
            event_id: 'msg_2',
            event_name: 'search',
            event_time: '2021-02-25T15:02:10.000000Z',
            email: 'ada@example.com',
            event_data: { search_term: 'engine' },
          },
        }),
      ],
    },
    {
      title: 'during a rotation both secrets sign, separated by a space; method and headers are configurable',
      docs,
      settings: {
        url,
        method: 'PUT',
        headers: { 'x-tenant': 'shop' },
        secret: 'new-secret',
        previous_secret: secret,
        authorization: 'Bearer t-1',
      },
      linkage: { '*': { kind: 'target_event' } },
      now,
      events: [{ event_name: 'search', event_id: 'msg_1', search_term: 'engine' }],
      sends: [
        guarded({
          method: 'PUT',
          url,
          headers: {
            ...headers,
            authorization: 'Bearer t-1',
            'x-tenant': 'shop',
            'webhook-id': 'msg_1',
            'webhook-timestamp': '1787220930',
            'webhook-signature':
              'v1,eELFmMf2nnqFlsqiKj1HFUD1dmGYQY8vmd1MOwLeNrM= v1,pA+z0G6JnxB6Gk9hiUaNKqcuVCxHQYs57Q0OWp0qtyw=',
          },
          body: { kind: 'search' },
        }),
      ],
    },
    {
      title: "the destination's link applies; plain http is sent if allowed",
      docs,
      settings: { url: 'http://hooks.internal/', secret, allow_insecure: true },
      linkage: {
        '*': { kind: 'target_event', 'user.mail': 'email' },
        search: { 'user.mail': null, term: 'search_term' },
      },
      now,
      events: [{ event_name: 'search', event_id: 'msg_1', email: 'ada@example.com', search_term: 'engine' }],
      sends: [
        {
          ...inside,
          method: 'POST',
          url: 'http://hooks.internal/',
          headers: {
            ...headers,
            'webhook-id': 'msg_1',
            'webhook-timestamp': '1787220930',
            'webhook-signature': 'v1,rx0BKzbt863G0jGM9jG5/O9LlS0K+nXjDEk9BY6feho=',
          },
          body: { kind: 'search', term: 'engine' },
        },
      ],
    },
    {
      title: 'refuses plain http unless it is allowed',
      docs,
      settings: { url: 'http://hooks.internal/', secret },
      now,
      events: [{ event_name: 'view_content' }],
      sends: /must start with https:\/\//,
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
      title: '400 with a shortened detail',
      answer: answered(400, 'x'.repeat(5000)),
      events: 1,
      outcomes: [refused('rejected', { http_status: 400, detail: 'x'.repeat(2000) })],
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
      title: '429 with a delay in seconds',
      answer: answered(429, 'slow down', { 'retry-after': '7' }),
      events: 1,
      outcomes: [deferred('throttled', { http_status: 429, detail: 'slow down' })],
      retryAfter: 7000,
    },
    {
      title: '503 with a date in the past',
      answer: answered(503, '', {
        date: 'Sat, 14 Mar 2026 09:26:53 GMT',
        'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT',
      }),
      events: 1,
      outcomes: [deferred('unavailable', { http_status: 503 })],
      retryAfter: 0,
    },
    {
      title: '503 with a date, relative to the date of the response',
      answer: answered(503, '', {
        date: 'Sat, 14 Mar 2026 09:26:53 GMT',
        'retry-after': 'Sat, 14 Mar 2026 09:27:23 GMT',
      }),
      events: 1,
      outcomes: [deferred('unavailable', { http_status: 503 })],
      retryAfter: 30_000,
    },
    {
      title: '500 with an invalid delay',
      answer: answered(500, '', { 'retry-after': 'soon' }),
      events: 1,
      outcomes: [deferred('unavailable', { http_status: 500 })],
    },
  ],
}
