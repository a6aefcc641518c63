/** Cases of target `pubsub`. */
import { deferred, delivered, refused } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics/publish'
const topic = 'projects/my-project/topics/purchases'
const now = '2026-03-14T10:00:00Z'

function sent(messages: readonly object[]): SentRequest {
  return {
    method: 'POST',
    url: 'https://pubsub.googleapis.com/v1/projects/my-project/topics/purchases:publish',
    headers: { authorization: 'Bearer own-token', 'content-type': 'application/json' },
    body: { messages },
  }
}

/** An error of Google. */
function failed(code: number, status: string, message: string) {
  return answered(code, { error: { code, message, status } })
}

export const pubsub: TargetCases = {
  minimal: { topic },
  full: { topic, ordering_field: 'user_id' },
  invalid: {
    'topic by its short name': { topic: 'purchases' },
    'topic with another method': { topic: 'projects/my-project/topics/purchases:delete?x=' },
    'topic outside': { topic: 'projects/../topics/purchases' },
    'ordering_field in capitals': { topic, ordering_field: 'userId' },
    surprise: { topic, surprise: 1 },
  },
  examples: [
    {
      title: 'an unchanged purchase, in base64',
      docs,
      settings: { topic },
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: 'e-77',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          items: [{ item_id: 'SKU-1842', quantity: 2 }],
        },
      ],
      sends: [
        sent([
          {
            data: 'eyJldmVudF9pZCI6ImUtNzciLCJldmVudF9uYW1lIjoicHVyY2hhc2UiLCJldmVudF90aW1lIjoiMjAyNi0wMy0xNFQwOTozNDozOC4wMDAwMDBaIiwidXNlcl9pZCI6InUtMTgxNSIsImV2ZW50X2RhdGEiOnsidHJhbnNhY3Rpb25faWQiOiJULTEwMDQyIiwidmFsdWUiOjY0LjcsImN1cnJlbmN5IjoiRVVSIiwiaXRlbXMiOlt7Iml0ZW1faWQiOiJTS1UtMTg0MiIsInF1YW50aXR5IjoyfV19fQ==',
            attributes: { event_id: 'e-77', event_name: 'purchase', hop: '1' },
          },
        ]),
      ],
    },
    {
      title: "two events in one request, with the destination's link",
      docs,
      settings: { topic },
      linkage: { '*': { kind: 'target_event' } },
      now,
      events: [{ event_name: 'login' }, { event_name: 'login' }],
      sends: [
        sent([
          {
            data: 'eyJraW5kIjoibG9naW4ifQ==',
            attributes: { event_id: 'e-1', event_name: 'login', hop: '1' },
          },
          {
            data: 'eyJraW5kIjoibG9naW4ifQ==',
            attributes: { event_id: 'e-2', event_name: 'login', hop: '1' },
          },
        ]),
      ],
    },
    {
      title: 'events with a user have an ordering key, others have none',
      docs: 'https://cloud.google.com/pubsub/docs/ordering',
      settings: { topic, ordering_field: 'user_id' },
      linkage: { '*': { kind: 'target_event', user_id: 'user_id' } },
      now,
      events: [{ event_name: 'login', user_id: 'u-1' }, { event_name: 'login' }],
      sends: [
        sent([
          {
            data: 'eyJraW5kIjoibG9naW4iLCJ1c2VyX2lkIjoidS0xIn0=',
            attributes: { event_id: 'e-1', event_name: 'login', hop: '1' },
            orderingKey: 'u-1',
          },
          {
            data: 'eyJraW5kIjoibG9naW4ifQ==',
            attributes: { event_id: 'e-2', event_name: 'login', hop: '1' },
          },
        ]),
      ],
    },
    {
      title: 'an event field can be the ordering key, too',
      docs: 'https://cloud.google.com/pubsub/docs/ordering',
      settings: { topic, ordering_field: 'transaction_id' },
      now,
      events: [{ event_name: 'purchase', transaction_id: 10042 }],
      sends: [
        sent([
          {
            data: 'eyJldmVudF9pZCI6ImUtMSIsImV2ZW50X25hbWUiOiJwdXJjaGFzZSIsImV2ZW50X3RpbWUiOiIyMDI2LTAzLTE0VDEwOjAwOjAwLjAwMDAwMFoiLCJldmVudF9kYXRhIjp7InRyYW5zYWN0aW9uX2lkIjoxMDA0Mn19',
            attributes: { event_id: 'e-1', event_name: 'purchase', hop: '1' },
            orderingKey: '10042',
          },
        ]),
      ],
    },
  ],
  answers: [
    {
      title: 'success',
      answer: answered(200, { messageIds: ['19916711285', '19916711286'] }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'an invalid message',
      answer: failed(400, 'INVALID_ARGUMENT', 'The value for message_count is too large.'),
      events: 1,
      outcomes: [
        refused('rejected', { http_status: 400, detail: 'The value for message_count is too large.' }),
      ],
    },
    {
      title: 'no permission to publish',
      answer: failed(403, 'PERMISSION_DENIED', 'User not authorized to perform this action.'),
      events: 1,
      outcomes: [
        deferred('auth', { http_status: 403, detail: 'User not authorized to perform this action.' }),
      ],
    },
    {
      title: 'no such topic',
      answer: failed(404, 'NOT_FOUND', 'Resource not found (resource=purchases).'),
      events: 1,
      outcomes: [refused('gone', { http_status: 404, detail: 'Resource not found (resource=purchases).' })],
    },
    {
      title: 'an exceeded quota',
      answer: failed(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.'),
      events: 1,
      outcomes: [deferred('throttled', { http_status: 429, detail: 'Quota exceeded.' })],
    },
    {
      title: 'an error of Google',
      answer: failed(503, 'UNAVAILABLE', 'The service was unable to fulfill your request.'),
      events: 1,
      outcomes: [
        deferred('unavailable', {
          http_status: 503,
          detail: 'The service was unable to fulfill your request.',
        }),
      ],
    },
    ...commonAnswers,
  ],
}
