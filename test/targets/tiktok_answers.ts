/** Responses of TikTok's Business API. https://business-api.tiktok.com/portal/docs?id=1737172488964097 */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import { answered, evidence } from './answers.ts'
import type { AnswerCase } from './case.ts'

function responded(code: number, message: string) {
  return answered(200, { code, message, request_id: '202603141000000101890810', data: {} })
}

export const tiktokAnswers: readonly AnswerCase[] = [
  {
    title: 'success',
    answer: responded(0, 'OK'),
    events: 2,
    outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
  },
  {
    title: 'partial success, with the message as detail',
    answer: responded(20001, 'Partial success'),
    events: 1,
    outcomes: [delivered(evidence(200, 'Partial success'))],
  },
  {
    title: 'an invalid parameter: the whole request is refused',
    answer: responded(40002, 'data.0.event_time: Invalid timestamp.'),
    events: 2,
    outcomes: [
      refused('rejected', evidence(200, 'data.0.event_time: Invalid timestamp. (40002)')),
      refused('rejected', evidence(200, 'data.0.event_time: Invalid timestamp. (40002)')),
    ],
  },
  {
    title: 'an invalid token',
    answer: responded(40105, 'Access token is incorrect or has been revoked.'),
    events: 1,
    outcomes: [deferred('auth', evidence(200, 'Access token is incorrect or has been revoked. (40105)'))],
  },
  {
    title: 'a token without permission for the pixel',
    answer: responded(40001, 'No permission to operate pixel code'),
    events: 1,
    outcomes: [deferred('auth', evidence(200, 'No permission to operate pixel code (40001)'))],
  },
  {
    title: 'too many requests',
    answer: responded(40100, 'Too many requests. Please retry in some time.'),
    events: 1,
    outcomes: [deferred('throttled', evidence(200, 'Too many requests. Please retry in some time. (40100)'))],
  },
  {
    title: 'an internal error',
    answer: responded(50000, 'System error'),
    events: 1,
    outcomes: [deferred('unavailable', evidence(200, 'System error (50000)'))],
  },
  {
    title: 'a gateway error without a code',
    answer: answered(504, 'timeout'),
    events: 1,
    outcomes: [deferred('unavailable', { http_status: 504, detail: 'timeout' })],
  },
  {
    title: '200 without a code: does not count as accepted',
    answer: answered(200, '<html></html>'),
    events: 1,
    outcomes: [deferred('unavailable', evidence(200, 'The response has no code.'))],
  },
]
