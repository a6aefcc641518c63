/** Cases of target `braze`: the responses of its API. */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { AnswerCase } from './case.ts'

const signUp = { external_id: 'u-1', name: 'sign_up', person: { first_name: 'Ada' } }

export const brazeAnswers: readonly AnswerCase[] = [
  {
    title: 'success',
    answer: answered(201, { message: 'success', events_processed: 2 }),
    events: 2,
    outcomes: [delivered({ http_status: 201 }), delivered({ http_status: 201 })],
  },
  {
    title: 'an invalid event, while the other is accepted',
    answer: answered(201, {
      message: 'success',
      events_processed: 1,
      errors: [{ type: "'time' is not a valid timestamp", input_array: 'events', index: 1 }],
    }),
    events: 2,
    outcomes: [
      delivered({ http_status: 201 }),
      refused('rejected', { http_status: 201, detail: "'time' is not a valid timestamp" }),
    ],
  },
  {
    title: 'an invalid profile, whose event is accepted, and an invalid event, whose profile is accepted',
    answer: answered(201, {
      message: 'success',
      attributes_processed: 1,
      events_processed: 2,
      errors: [
        { type: "'dob' is not a valid date", input_array: 'attributes', index: 1 },
        { type: "'time' is not a valid timestamp", input_array: 'events', index: 1 },
      ],
    }),
    // The second profile is that of the third event.
    events: [{ external_id: 'u-2', name: 'page_view' }, signUp, signUp],
    outcomes: [
      delivered({ http_status: 201 }),
      refused('rejected', { http_status: 201, detail: "'time' is not a valid timestamp" }),
      delivered({ http_status: 201, detail: "profile: 'dob' is not a valid date" }),
    ],
  },
  {
    title: 'an event and its profile that are both invalid',
    answer: answered(201, {
      message: 'success',
      errors: [
        { type: "'dob' is not a valid date", input_array: 'attributes', index: 0 },
        { type: "'time' is not a valid timestamp", input_array: 'events', index: 0 },
      ],
    }),
    events: [signUp],
    outcomes: [refused('rejected', { http_status: 201, detail: "'time' is not a valid timestamp" })],
  },
  {
    title: 'a request of which no event is accepted',
    answer: answered(400, { message: "Valid data must be provided in the 'events' field" }),
    events: 1,
    outcomes: [
      refused('rejected', {
        http_status: 400,
        detail: '{"message":"Valid data must be provided in the \'events\' field"}',
      }),
    ],
  },
  {
    title: "too many requests, with Braze's header",
    answer: answered(429, { message: 'Rate limit exceeded' }, { 'x-ratelimit-retry-after': '2' }),
    events: 1,
    outcomes: [deferred('throttled', { http_status: 429, detail: 'Rate limit exceeded' })],
    retryAfter: 2000,
  },
  {
    // https://www.braze.com/docs/api/endpoints/user_data/post_user_identify
    title: 'aliases that were joined',
    ofMerges: true,
    answer: answered(201, { message: 'success', aliases_processed: 1 }),
    events: 1,
    outcomes: [delivered({ http_status: 201 })],
  },
  {
    title: 'aliases that were not joined',
    ofMerges: true,
    answer: answered(400, { message: 'Invalid user alias' }),
    events: 1,
    outcomes: [refused('rejected', { http_status: 400, detail: '{"message":"Invalid user alias"}' })],
  },
  ...commonAnswers,
]
