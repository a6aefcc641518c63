/** Cases of target `mixpanel`: answers. https://developer.mixpanel.com/reference/import-events */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { AnswerCase } from './case.ts'

export const mixpanelAnswers: readonly AnswerCase[] = [
  {
    title: 'success',
    answer: answered(200, { code: 200, num_records_imported: 2, status: 'OK' }),
    events: 2,
    outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
  },
  {
    title: 'an invalid event, while the other is imported',
    answer: answered(400, {
      code: 400,
      num_records_imported: 1,
      status: 'Bad Request',
      error: 'some data points in the request failed validation',
      failed_records: [
        {
          index: 0,
          $insert_id: '13c0b661-f48b-51cd-ba54-97c5999169c0',
          field: 'properties.time',
          message: "'properties.time' is invalid: must be specified as seconds since epoch",
        },
      ],
    }),
    events: 2,
    outcomes: [
      refused('rejected', {
        http_status: 400,
        detail: "'properties.time' is invalid: must be specified as seconds since epoch",
      }),
      delivered({ http_status: 400 }),
    ],
  },
  {
    title: 'a visitor who is joined already, and an invalid event',
    answer: answered(400, {
      code: 400,
      num_records_imported: 1,
      status: 'Bad Request',
      error: 'some data points in the request failed validation',
      failed_records: [
        { index: 0, field: 'properties.$anon_id', message: 'errAnonDistinctIdAssignedAlready' },
        { index: 2, field: 'properties.time', message: "'properties.time' is invalid" },
      ],
    }),
    // Records: $identify, event, event.
    events: [{ merge: { $anon_id: 'c0a8012e-1f5d-4f0e-9d3b-6a1c2b3d4e5f' } }, {}],
    outcomes: [
      delivered({ http_status: 400, detail: 'profile: merge: errAnonDistinctIdAssignedAlready' }),
      refused('rejected', { http_status: 400, detail: "'properties.time' is invalid" }),
    ],
  },
  {
    title: 'an unreadable request',
    answer: answered(400, { code: 400, error: 'invalid JSON', status: 'Bad Request' }),
    events: 1,
    outcomes: [
      refused('rejected', {
        http_status: 400,
        detail: '{"code":400,"error":"invalid JSON","status":"Bad Request"}',
      }),
    ],
  },
  {
    title: 'a request that is too large',
    answer: answered(413),
    events: 1,
    outcomes: [refused('too_large', { http_status: 413 })],
  },
  {
    title: 'profiles that were taken',
    ofProfiles: true,
    answer: answered(200, '1'),
    events: 2,
    outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
  },
  {
    // https://docs.mixpanel.com/reference/profile-batch-update
    title: 'an invalid profile, which a strict request names',
    ofProfiles: true,
    answer: answered(200, {
      error: 'some data points in the request failed validation',
      failed_records: [{ index: 1, message: "'$set' is invalid: must be an object" }],
      status: 'Bad Request',
    }),
    events: 2,
    outcomes: [
      delivered({ http_status: 200 }),
      refused('rejected', { http_status: 200, detail: "'$set' is invalid: must be an object" }),
    ],
  },
  {
    title: 'no valid profile',
    ofProfiles: true,
    answer: answered(200, '0'),
    events: 1,
    outcomes: [refused('rejected', { http_status: 200 })],
  },
  {
    title: 'no valid profile, with the reason',
    ofProfiles: true,
    answer: answered(200, { status: 0, error: '$token, missing or empty' }),
    events: 1,
    outcomes: [refused('rejected', { http_status: 200, detail: '$token, missing or empty' })],
  },
  {
    title: 'profiles at a vendor that is down',
    ofProfiles: true,
    answer: answered(503),
    events: 1,
    outcomes: [deferred('unavailable', { http_status: 503 })],
  },
  ...commonAnswers,
]
