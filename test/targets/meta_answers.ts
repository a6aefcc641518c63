/** Cases of target `meta`: responses. */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { AnswerCase } from './case.ts'

/** An error of the Graph API. https://developers.facebook.com/docs/graph-api/guides/error-handling */
function failed(status: number, code: number, message: string, more: object = {}) {
  return answered(status, {
    error: { message, type: 'OAuthException', code, fbtrace_id: 'EJplcsCHuLu', ...more },
  })
}

export const answers: readonly AnswerCase[] = [
  ...commonAnswers,
  {
    title: 'success',
    answer: answered(200, { events_received: 2, messages: [], fbtrace_id: 'AbC' }),
    events: 2,
    outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
  },
  {
    title: 'an event that is too old: the whole request is refused',
    answer: failed(400, 100, 'Invalid parameter', {
      error_subcode: 2804003,
      error_user_title: 'Event Timestamp Too Old',
      error_user_msg: 'The timestamp for this event is too far in the past.',
    }),
    events: 1,
    outcomes: [
      refused('rejected', {
        http_status: 400,
        detail:
          'Invalid parameter (100/2804003) Event Timestamp Too Old The timestamp for this event is too far in the past.',
      }),
    ],
  },
  {
    title: 'an expired token',
    answer: failed(400, 190, 'Error validating access token', { error_subcode: 463 }),
    events: 1,
    outcomes: [deferred('auth', { http_status: 400, detail: 'Error validating access token (190/463)' })],
  },
  {
    title: 'a dataset that the token has no access to',
    answer: failed(400, 100, 'Unsupported post request', { error_subcode: 33 }),
    events: 1,
    outcomes: [deferred('auth', { http_status: 400, detail: 'Unsupported post request (100/33)' })],
  },
  {
    title: "throttling by code, with the delay in minutes in Meta's header",
    answer: {
      ...failed(400, 80003, 'There have been too many calls to this account.'),
      headers: {
        'x-business-use-case-usage':
          '{"1234567890":[{"type":"ads_management","call_count":100,"estimated_time_to_regain_access":3}]}',
      },
    },
    events: 1,
    outcomes: [
      deferred('throttled', {
        http_status: 400,
        detail: 'There have been too many calls to this account. (80003)',
      }),
    ],
    retryAfter: 180_000,
  },
  {
    title: 'a temporary error by code',
    answer: failed(400, 2, 'An unexpected error has occurred. Please retry your request later.'),
    events: 1,
    outcomes: [
      deferred('unavailable', {
        http_status: 400,
        detail: 'An unexpected error has occurred. Please retry your request later. (2)',
      }),
    ],
  },
  {
    title: 'an HTML page',
    answer: answered(502, '<html>Bad Gateway</html>'),
    events: 1,
    outcomes: [deferred('unavailable', { http_status: 502, detail: '<html>Bad Gateway</html>' })],
  },
]
