/** Responses of Snapchat. https://developers.snap.com/api/marketing-api/Conversions-API/VerifySetUp */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { AnswerCase } from './case.ts'

export const snapchatAnswers: readonly AnswerCase[] = [
  ...commonAnswers,
  {
    title: 'success',
    answer: answered(200, { status: 'VALID', reason: '' }),
    events: 2,
    outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
  },
  {
    title: 'events of which one is invalid: all are refused',
    answer: answered(400, {
      status: 'INVALID',
      reason: 'Missing price and/or currency in Purchase events',
    }),
    events: 1,
    outcomes: [
      refused('rejected', {
        http_status: 400,
        detail: 'INVALID Missing price and/or currency in Purchase events',
      }),
    ],
  },
  {
    title: 'the same with status 200',
    answer: answered(200, { status: 'INVALID', reason: 'Timestamp invalid or out of range' }),
    events: 1,
    outcomes: [
      refused('rejected', { http_status: 200, detail: 'INVALID Timestamp invalid or out of range' }),
    ],
  },
  {
    title: 'a token of another pixel',
    answer: answered(401, { status: 'ERROR', reason: 'Invalid token' }),
    events: 1,
    outcomes: [deferred('auth', { http_status: 401, detail: 'ERROR Invalid token' })],
  },
]
