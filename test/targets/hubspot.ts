/** Cases of target `hubspot`. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://developers.hubspot.com/docs/api-reference/events-send-event-completions-v3/guide'
const settings = {
  access_token: 'pat-1',
  event_names: {
    purchase: 'pe1234567_purchase',
    sign_up: 'pe1234567_sign_up',
  },
}

const now = '2026-03-14T10:00:00Z'

function sent(inputs: readonly object[]): SentRequest {
  return {
    method: 'POST',
    url: 'https://api.hubapi.com/events/v3/send/batch',
    headers: { authorization: 'Bearer pat-1', 'content-type': 'application/json' },
    body: { inputs },
  }
}

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

export const hubspot: TargetCases = {
  minimal: settings,
  full: settings,
  invalid: {
    access_token: { ...settings, access_token: '' },
    'event_names without the account': { ...settings, event_names: { purchase: 'purchase' } },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      title: 'a purchase with all fields, with properties as strings',
      docs,
      settings,
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: '0428621c-5e17-5407-84ce-a64d1439ade8',
          event_time: '2026-03-14T09:34:38Z',
          email: ' Ada@Example.com',
          hubspotutk: '9f8e7d6c5b4a39281706f5e4d3c2b1a0',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          items: [{ item_id: 'SKU-1842', quantity: 2 }],
          gift: true,
        },
      ],
      sends: [
        sent([
          {
            eventName: 'pe1234567_purchase',
            occurredAt: '2026-03-14T09:34:38.000Z',
            uuid: '0428621c-5e17-5407-84ce-a64d1439ade8',
            email: 'ada@example.com',
            properties: {
              transaction_id: 'T-10042',
              value: '64.7',
              currency: 'EUR',
              items: '[{"item_id":"SKU-1842","quantity":2}]',
              gift: 'true',
            },
          },
        ]),
      ],
    },
    {
      title: 'two events in one request, one of a visitor identified by a cookie',
      docs,
      settings,
      now,
      events: [
        { event_name: 'sign_up', hubspotutk: '9f8e7d6c5b4a39281706f5e4d3c2b1a0' },
        { event_name: 'sign_up', email: 'ada@example.com', method: 'email' },
      ],
      sends: [
        sent([
          {
            eventName: 'pe1234567_sign_up',
            occurredAt: '2026-03-14T10:00:00.000Z',
            uuid: 'e-1',
            utk: '9f8e7d6c5b4a39281706f5e4d3c2b1a0',
            properties: {},
          },
          {
            eventName: 'pe1234567_sign_up',
            occurredAt: '2026-03-14T10:00:00.000Z',
            uuid: 'e-2',
            email: 'ada@example.com',
            properties: { method: 'email' },
          },
        ]),
      ],
    },
    {
      title: 'skips an event type without a definition',
      docs,
      settings,
      now,
      events: [{ event_name: 'login', email: 'ada@example.com' }],
      sends: skipped('event_not_mapped'),
    },
    {
      title: 'skips an event without an identifier',
      docs,
      settings,
      now,
      events: [{ event_name: 'sign_up', user_id: 'u-1' }],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    {
      title: 'accepted',
      answer: answered(204),
      events: 2,
      outcomes: [delivered({ http_status: 204 }), delivered({ http_status: 204 })],
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
  ],
  recorder: {
    event: (n) => ({ uuid: `e-${n}`, eventName: 'pe1_login' }),
    partial: 'whole',
  },
}
