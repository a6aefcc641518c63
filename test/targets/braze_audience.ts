/** Cases of target `braze_audience`. Its requests follow Braze's page of /users/track and of the user attributes object. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import { posted, type TargetCases } from './case.ts'
import { ada, mary, row } from './members.ts'

const docs = 'https://www.braze.com/docs/api/endpoints/user_data/post_user_track'
const settings = {
  rest_endpoint: 'rest.fra-01.braze.eu',
  api_key: 'k-1',
  attribute: 'in_lapsed_customers',
}
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }

function sent(attributes: readonly object[]) {
  return posted(
    'https://rest.fra-01.braze.eu/users/track',
    { attributes },
    { authorization: 'Bearer k-1', 'x-braze-batch': 'true' },
  )
}

export const braze_audience: TargetCases = {
  minimal: settings,
  full: { ...settings, update_existing_only: true },
  invalid: {
    'rest_endpoint with a path': { ...settings, rest_endpoint: 'rest.fra-01.braze.eu/users' },
    api_key: { ...settings, api_key: '' },
    'attribute of Braze, which is a subscription': { ...settings, attribute: 'email_subscribe' },
    'attribute of Braze': { ...settings, attribute: 'first_name' },
    'attribute with a dollar sign': { ...settings, attribute: '$member' },
    'update_existing_only as text': { ...settings, update_existing_only: 'yes' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'members, each by one identifier',
      events: [
        row('added', { ...ada, user_id: 'u-1815' }),
        row('changed', mary),
        row('added', { phone: mary.phone }),
      ],
      sends: [
        sent([
          { external_id: 'u-1815', in_lapsed_customers: true },
          { email: 'mary@example.com', in_lapsed_customers: true },
          { phone: '+15559876543', in_lapsed_customers: true },
        ]),
      ],
    },
    {
      ...common,
      title: 'a person who has left has the value false, and makes no profile',
      docs: 'https://www.braze.com/docs/api/objects_filters/user_attributes_object',
      events: [row('removed', { user_id: 'u-1815' }), row('added', ada)],
      sends: [
        sent([
          { external_id: 'u-1815', in_lapsed_customers: false, _update_existing_only: true },
          { email: 'ada@example.com', in_lapsed_customers: true },
        ]),
      ],
    },
    {
      ...common,
      title: 'only users that Braze knows',
      settings: { ...settings, update_existing_only: true },
      events: [row('added', ada)],
      sends: [sent([{ email: 'ada@example.com', in_lapsed_customers: true, _update_existing_only: true }])],
    },
    {
      ...common,
      title: 'a name identifies nobody',
      events: [row('added', { first_name: 'Ada' })],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: answered(201, { message: 'success', attributes_processed: 2 }),
      events: 2,
      outcomes: [delivered({ http_status: 201 }), delivered({ http_status: 201 })],
    },
    {
      title: 'an invalid member, while the other is accepted',
      answer: answered(201, {
        message: 'success',
        attributes_processed: 1,
        errors: [{ type: "'external_id' is not valid", input_array: 'attributes', index: 1 }],
      }),
      events: 2,
      outcomes: [
        delivered({ http_status: 201 }),
        refused('rejected', evidence(201, "'external_id' is not valid")),
      ],
    },
    {
      title: "too many requests, with Braze's header",
      answer: answered(429, { message: 'Rate limit exceeded' }, { 'x-ratelimit-retry-after': '2' }),
      events: 1,
      outcomes: [deferred('throttled', evidence(429, 'Rate limit exceeded'))],
      retryAfter: 2000,
    },
  ],
  recorder: {
    event: (n) => ({ operation: 'add', external_id: `u-${n}` }),
    partial: 'each',
    waitSeconds: 3,
  },
}
