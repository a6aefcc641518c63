/** Cases of target `snapchat_audience`. Its requests follow Snapchat's pages of customer lists and of authentication. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import { type SentRequest, type TargetCases } from './case.ts'
import { ada, hashes, mary, row } from './members.ts'

const docs = 'https://developers.snap.com/api/marketing-api/Ads-API/customer-lists'
const settings = {
  list_id: '5677923948298240',
  client_id: 'c-1',
  refresh_token: 'r-1',
  client_secret: 's-1',
}
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }

/** https://developers.snap.com/api/marketing-api/Ads-API/authentication */
const token: SentRequest = {
  method: 'POST',
  url: 'https://accounts.snapchat.com/login/oauth2/access_token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'grant_type=refresh_token&refresh_token=r-1&client_id=c-1&client_secret=s-1',
}

function sent(method: 'POST' | 'DELETE', column: string, ...people: readonly string[]): SentRequest {
  return {
    method,
    url: 'https://adsapi.snapchat.com/v1/segments/5677923948298240/users',
    headers: { authorization: 'Bearer own-token', 'content-type': 'application/json' },
    body: { users: [{ schema: [column], data: people.map((each) => [each]) }] },
  }
}

function failed(status: number, error_code: string, debug_message: string) {
  return answered(status, { request_status: 'ERROR', request_id: '57ae54d8', debug_message, error_code })
}

export const snapchat_audience: TargetCases = {
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
      title:
        'members by their addresses, also those that have a number: a request has one type of identifier',
      events: [row('added', mary), row('changed', ada)],
      sends: [token, sent('POST', 'EMAIL_SHA256', hashes.maryEmail, hashes.adaEmail)],
    },
    {
      ...common,
      title: 'members without an address: by number, as digits, and by advertising id, hashed in lowercase',
      events: [
        row('added', { phone: mary.phone, advertising_id: 'EA7583CD-A667-48BC-B806-42ECB2B48606' }),
        row('added', { advertising_id: 'EA7583CD-A667-48BC-B806-42ECB2B48606' }),
      ],
      sends: [
        token,
        sent('POST', 'PHONE_SHA256', hashes.maryDigits),
        // ea7583cd-a667-48bc-b806-42ecb2b48606
        sent(
          'POST',
          'MOBILE_AD_ID_SHA256',
          '6cd6140c54b2741b81b0099b232a3ddaeed82df456f43563574877baec22b632',
        ),
      ],
    },
    {
      ...common,
      title: 'a removal is a request of its own',
      events: [row('added', ada), row('removed', mary)],
      sends: [
        token,
        sent('POST', 'EMAIL_SHA256', hashes.adaEmail),
        sent('DELETE', 'EMAIL_SHA256', hashes.maryEmail),
      ],
    },
    {
      ...common,
      title: 'a name identifies nobody',
      events: [row('added', { first_name: 'Ada', user_id: 'u-1815' })],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: answered(200, {
        request_status: 'SUCCESS',
        request_id: '57c4d347',
        users: [{ sub_request_status: 'SUCCESS', user: { number_uploaded_users: 2 } }],
      }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'a part that failed, in a request that was answered: all of it is refused',
      answer: answered(200, {
        request_status: 'PARTIAL',
        request_id: '57c4d347',
        users: [{ sub_request_status: 'ERROR', sub_request_error_reason: 'Invalid hash' }],
      }),
      events: 2,
      outcomes: [
        refused('rejected', evidence(200, 'Invalid hash')),
        refused('rejected', evidence(200, 'Invalid hash')),
      ],
    },
    {
      title: 'an invalid request',
      answer: failed(400, 'E1001', 'Could not read the request'),
      events: 1,
      outcomes: [refused('rejected', evidence(400, 'E1001: Could not read the request'))],
    },
    {
      title: 'an app without permission for the segment: held',
      answer: failed(400, 'E3002', 'No permission'),
      events: 1,
      outcomes: [deferred('auth', evidence(400, 'E3002: No permission'))],
    },
    {
      title: 'an unknown segment: held',
      answer: failed(404, 'E1003', 'Resource can not be found'),
      events: 1,
      outcomes: [deferred('auth', evidence(404, 'E1003: Resource can not be found'))],
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', email: `${n}`.repeat(64) }),
    partial: 'whole',
  },
}
