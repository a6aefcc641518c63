/** Cases of target `hubspot`: the responses of its API. */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { AnswerCase } from './case.ts'

/** The API's error for an exceeded rate limit. */
function limited(policyName: string) {
  return answered(429, {
    status: 'error',
    message: 'You have reached your limit.',
    errorType: 'RATE_LIMIT',
    correlationId: 'c033cdaa-2c40-4a64-ae48-b4cec88dad24',
    policyName,
  })
}

export const hubspotAnswers: readonly AnswerCase[] = [
  {
    title: 'accepted',
    answer: answered(204),
    events: 2,
    outcomes: [delivered({ http_status: 204 }), delivered({ http_status: 204 })],
  },
  {
    title: 'contacts of which one is invalid',
    ofProfiles: true,
    answer: answered(207, {
      status: 'COMPLETE',
      results: [{ id: '512', new: true, objectWriteTraceId: 'e-2' }],
      numErrors: 1,
      errors: [
        {
          status: 'error',
          category: 'VALIDATION_ERROR',
          message: 'Property values were not valid',
          context: { objectWriteTraceId: ['e-3'] },
        },
      ],
    }),
    // The first event has the same contact as the third.
    events: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }, { email: 'ada@example.com' }],
    outcomes: [
      refused('rejected', { http_status: 207, detail: 'Property values were not valid' }),
      delivered({ http_status: 207 }),
      refused('rejected', { http_status: 207, detail: 'Property values were not valid' }),
    ],
  },
  {
    title: 'a contact that is not written although the status is 200',
    ofProfiles: true,
    answer: answered(200, { status: 'COMPLETE', results: [], errors: [{ message: 'Not written' }] }),
    events: [{ email: 'ada@example.com' }],
    outcomes: [refused('rejected', { http_status: 200, detail: 'Not written' })],
  },
  {
    title: 'a token without the scope for contacts, which still sends the event',
    ofProfiles: true,
    answer: answered(403, { status: 'error', category: 'MISSING_SCOPES' }),
    events: 1,
    outcomes: [
      refused('unauthorised_payload', {
        http_status: 403,
        detail: '{"status":"error","category":"MISSING_SCOPES"}',
      }),
    ],
  },
  {
    title: 'an invalid request',
    answer: answered(400, { status: 'error', message: 'Invalid input', category: 'VALIDATION_ERROR' }),
    events: 1,
    outcomes: [
      refused('rejected', {
        http_status: 400,
        detail: '{"status":"error","message":"Invalid input","category":"VALIDATION_ERROR"}',
      }),
    ],
  },
  {
    title: 'a token without the scope',
    answer: answered(403, {
      status: 'error',
      message: 'This app has not been granted all required scopes.',
    }),
    events: 1,
    outcomes: [
      deferred('auth', { http_status: 403, detail: 'This app has not been granted all required scopes.' }),
    ],
  },
  {
    title: 'a locked account',
    answer: answered(423, { status: 'error', message: 'Locked' }),
    events: 1,
    outcomes: [deferred('unavailable', { http_status: 423, detail: 'Locked' })],
  },
  {
    title: 'an exceeded daily quota',
    answer: limited('DAILY'),
    events: 1,
    outcomes: [deferred('throttled', { http_status: 429, detail: 'You have reached your limit.' })],
    retryAfter: 3_600_000,
  },
  ...commonAnswers,
]
