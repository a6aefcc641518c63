/** Cases of target `customerio_segment`. Its requests are valid by Customer.io's OpenAPI document of the Track API (copy of 2026-08-22). */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import { posted, type TargetCases } from './case.ts'

const docs = 'https://docs.customer.io/integrations/api/track/#operation/add_to_segment'
const settings = { list_id: '1042', site_id: 'site', api_key: 'key' }
const now = '2026-03-14T10:00:00Z'

function sent(operation: string, idType: string, ids: readonly string[], host = 'track.customer.io') {
  const url = `https://${host}/api/v1/segments/1042/${operation}_customers?id_type=${idType}`
  return posted(url, { ids }, { authorization: 'Basic c2l0ZTprZXk=' })
}

/** A row of a sync whose event type is `contact`, with the fields of a row. */
function row(change: string, fields: object) {
  return { event_name: 'contact', change, ...fields }
}

export const customerio_segment: TargetCases = {
  minimal: settings,
  full: { ...settings, region: 'eu' },
  invalid: {
    'list_id with a name': { ...settings, list_id: 'vip' },
    'site_id with a colon': { ...settings, site_id: 'a:b' },
    api_key: { ...settings, api_key: '' },
    'region unknown': { ...settings, region: 'mars' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      title: 'adds new and changed people, and removes one, in a request for each operation',
      docs,
      settings,
      now,
      events: [
        row('added', { user_id: 'u-1815', email: 'ada@example.com' }),
        row('removed', { user_id: 'u-1816' }),
        row('changed', { user_id: 'u-1817' }),
      ],
      sends: [sent('add', 'id', ['u-1815', 'u-1817']), sent('remove', 'id', ['u-1816'])],
    },
    {
      title: 'names people without a user id by their address, in a request of their own',
      docs: 'https://docs.customer.io/integrations/api/track/#operation/remove_from_segment',
      settings: { ...settings, region: 'eu' },
      now,
      events: [row('removed', { email: ' Ada@Example.com' }), row('removed', { user_id: 'u-1' })],
      sends: [
        sent('remove', 'email', ['ada@example.com'], 'track-eu.customer.io'),
        sent('remove', 'id', ['u-1'], 'track-eu.customer.io'),
      ],
    },
    {
      title: 'skips a row without an identifier',
      docs,
      settings,
      now,
      events: [row('added', { ip: '203.0.113.7' })],
      sends: skipped('no_identifier'),
    },
    {
      title: 'skips an event that is no row of a sync: it neither adds nor removes',
      docs,
      settings,
      now,
      events: [{ event_name: 'purchase', user_id: 'u-1', transaction_id: 'T-1', value: 1, currency: 'EUR' }],
      sends: skipped('missing_required', { detail: 'operation' }),
    },
    {
      title: 'another segment',
      docs,
      settings: { ...settings, list_id: '70', site_id: 'other', api_key: 'key-2' },
      now,
      events: [row('added', { user_id: 'u-1' })],
      sends: [
        posted(
          'https://track.customer.io/api/v1/segments/70/add_customers?id_type=id',
          { ids: ['u-1'] },
          { authorization: 'Basic b3RoZXI6a2V5LTI=' },
        ),
      ],
    },
  ],
  answers: [
    {
      title: 'success',
      answer: answered(200, {}),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'a segment that does not exist: people wait until the setting is corrected',
      answer: answered(404, { meta: { error: 'segment not found' } }),
      events: 1,
      outcomes: [deferred('auth', { http_status: 404, detail: '{"meta":{"error":"segment not found"}}' })],
    },
    {
      title: 'an unreadable request',
      answer: answered(400, { meta: { error: 'bad request' } }),
      events: 1,
      outcomes: [refused('rejected', { http_status: 400, detail: '{"meta":{"error":"bad request"}}' })],
    },
    ...commonAnswers,
  ],
  recorder: {
    event: (n) => ({ operation: 'add', id: `u-${n}` }),
    partial: 'unseen',
    waitSeconds: 1,
  },
}
