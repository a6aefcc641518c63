/** Responses of Pinterest, by https://github.com/pinterest/api-description (ConversionApiResponse). */
import { delivered, refused } from '../../schemas/outcome.ts'
import { answered, evidence, commonAnswers } from './answers.ts'
import type { AnswerCase } from './case.ts'

export const pinterestAnswers: readonly AnswerCase[] = [
  ...commonAnswers,
  {
    title: 'success',
    answer: answered(200, {
      num_events_received: 2,
      num_events_processed: 2,
      events: [
        { status: 'processed', error_message: null, warning_message: null },
        { status: 'processed', error_message: null, warning_message: null },
      ],
    }),
    events: 2,
    outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
  },
  {
    title: 'events of which one is refused',
    answer: answered(422, {
      num_events_received: 2,
      num_events_processed: 1,
      events: [
        { status: 'processed', error_message: null },
        { status: 'failed', error_message: "'event_time' is missing" },
      ],
    }),
    events: 2,
    outcomes: [
      delivered({ http_status: 422 }),
      refused('rejected', evidence(422, "'event_time' is missing")),
    ],
  },
  {
    title: 'the same in the details of an error',
    answer: answered(422, {
      code: 4251,
      message: 'Not all events were successfully processed.',
      details: { num_events_received: 1, num_events_processed: 0, events: [{ status: 'failed' }] },
    }),
    events: 1,
    outcomes: [refused('rejected', evidence(422, 'Not all events were successfully processed.'))],
  },
  {
    title: 'an invalid request',
    answer: answered(400, { code: 4170, message: 'The request could not be parsed.' }),
    events: 1,
    outcomes: [refused('rejected', evidence(400, 'The request could not be parsed.'))],
  },
  {
    title: 'an account that the token cannot write to',
    answer: answered(403, { code: 29, message: 'You are not permitted to access that resource.' }),
    events: 1,
    outcomes: [
      refused('unauthorised_payload', evidence(403, 'You are not permitted to access that resource.')),
    ],
  },
]
