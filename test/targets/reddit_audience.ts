/** Cases of target `reddit_audience`. Its requests follow the reference of Reddit's Ads API v3. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import { type SentRequest, type TargetCases } from './case.ts'
import { ada, hashes, mary, row } from './members.ts'

const docs = 'https://ads-api.reddit.com/docs/v3/'
const settings = {
  list_id: '2188046315726340',
  client_id: 'c-1',
  refresh_token: 'r-1',
  client_secret: 's-1',
}
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }
const agent = { 'user-agent': 'web:sluice:1 (customer lists)' }

const token: SentRequest = {
  method: 'POST',
  url: 'https://www.reddit.com/api/v1/access_token',
  // c-1:s-1
  headers: {
    ...agent,
    authorization: 'Basic Yy0xOnMtMQ==',
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: 'grant_type=refresh_token&refresh_token=r-1',
}

function sent(
  action_type: 'ADD' | 'REMOVE',
  column_order: readonly string[],
  ...user_data: readonly (readonly string[])[]
): SentRequest {
  return {
    method: 'PATCH',
    url: 'https://ads-api.reddit.com/api/v3/custom_audiences/2188046315726340/users',
    headers: { ...agent, authorization: 'Bearer own-token', 'content-type': 'application/json' },
    body: { data: { action_type, column_order, user_data } },
  }
}

function failed(code: number, message: string, headers = {}) {
  return answered(code, { error: { code, message } }, headers)
}

export const reddit_audience: TargetCases = {
  minimal: settings,
  full: settings,
  invalid: {
    'list_id by name': { ...settings, list_id: 'Lapsed customers' },
    'client_id with a colon': { ...settings, client_id: 'c:1' },
    refresh_token: { ...settings, refresh_token: '' },
    client_secret: { ...settings, client_secret: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'members by address, without the dots and the suffix of the mailbox',
      events: [row('added', mary), row('changed', { email: 'Ada.Love+shop@Example.com' })],
      sends: [
        token,
        // adalove@example.com
        sent(
          'ADD',
          ['EMAIL_SHA256'],
          [hashes.maryEmail],
          ['96c5c5a16355b32e874d3cba344a2d52392f4b506a7b3bda3aadee8086e1e2f8'],
        ),
      ],
    },
    {
      ...common,
      title: 'a member with an advertising id has another set of columns, so a request of its own',
      events: [
        row('added', ada),
        row('added', { ...mary, advertising_id: 'EA7583CD-A667-48BC-B806-42ECB2B48606' }),
      ],
      sends: [
        token,
        sent('ADD', ['EMAIL_SHA256'], [hashes.adaEmail]),
        sent(
          'ADD',
          ['EMAIL_SHA256', 'MAID_SHA256'],
          // ea7583cd-a667-48bc-b806-42ecb2b48606
          [hashes.maryEmail, '6cd6140c54b2741b81b0099b232a3ddaeed82df456f43563574877baec22b632'],
        ),
      ],
    },
    {
      ...common,
      title: 'a removal is a request of its own',
      events: [row('added', ada), row('removed', mary)],
      sends: [
        token,
        sent('ADD', ['EMAIL_SHA256'], [hashes.adaEmail]),
        sent('REMOVE', ['EMAIL_SHA256'], [hashes.maryEmail]),
      ],
    },
    {
      ...common,
      title: 'a number identifies nobody',
      events: [row('added', { phone: mary.phone })],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: answered(200, { data: {} }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'too many requests, with the seconds until the limit is lifted',
      answer: failed(429, 'Too Many Requests', { 'x-ratelimit-reset': '12' }),
      events: 1,
      outcomes: [deferred('throttled', evidence(429, 'Too Many Requests'))],
      retryAfter: 12_000,
    },
    {
      title: 'an invalid request: the whole request is refused',
      answer: failed(400, 'user_data has an invalid hash'),
      events: 1,
      outcomes: [refused('rejected', evidence(400, 'user_data has an invalid hash'))],
    },
    {
      title: 'an unknown audience: held',
      answer: failed(404, 'Not Found'),
      events: 1,
      outcomes: [deferred('auth', evidence(404, 'Not Found'))],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}`.repeat(64) }),
    partial: 'whole',
    waitSeconds: 30,
  },
}
