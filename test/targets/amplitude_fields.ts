/** Cases of target `amplitude`: fields that Amplitude refuses or reads in a form of its own. */
import { skipped } from '../../schemas/outcome.ts'
import type { Example, SentRequest } from './case.ts'

const docs = 'https://amplitude.com/docs/apis/analytics/http-v2'
const api_key = 'my_amplitude_api_key'
const now = '2026-03-14T10:00:00Z'

/** Returns the request with these events. */
export function amplitudeBatch(events: readonly object[], host = 'api2.amplitude.com'): SentRequest {
  return {
    method: 'POST',
    url: `https://${host}/2/httpapi`,
    headers: { 'content-type': 'application/json' },
    body: { api_key, events, options: { min_id_length: 1 } },
  }
}

/** An example with one event. */
function example(
  title: string,
  page: string,
  event: Readonly<Record<string, unknown>>,
  sent: object,
  leftOut: readonly string[] = [],
): Example {
  const common = { event_type: event['event_name'], time: 1773482400000, insert_id: 'e-1' }
  return {
    title,
    docs: `${docs}${page}`,
    settings: { api_key },
    now,
    events: [event],
    leftOut,
    sends: [amplitudeBatch([{ ...common, event_properties: {}, ...sent }])],
  }
}

const zeros = '00000000-0000-0000-0000-000000000000'

export const amplitudeFieldExamples: readonly Example[] = [
  example(
    'a refund has negative revenue',
    '#event-array-keys',
    { event_name: 'refund', user_id: 'u-1', transaction_id: 'T-1', value: 29.9, currency: 'EUR' },
    {
      user_id: 'u-1',
      event_properties: { transaction_id: 'T-1', value: 29.9, currency: 'EUR' },
      revenue: -29.9,
      currency: 'EUR',
      revenueType: 'refund',
    },
  ),
  example(
    'revenue in an unknown currency is left out, because Amplitude would count it as another one',
    '#event-array-keys',
    { event_name: 'purchase', user_id: 'u-1', value: '64.70', currency: 'euros' },
    { user_id: 'u-1', event_properties: { value: '64.70', currency: 'euros' } },
    ['revenue', 'currency', 'revenueType'],
  ),
  example(
    "a session begins at the time of Google's session id",
    '#event-array-keys',
    { event_name: 'login', user_id: 'u-1', session_id: 's-20260314', ga_session_id: '1773480413' },
    { user_id: 'u-1', session_id: 1773480413000, event_properties: { session_id: 's-20260314' } },
  ),
  example(
    'a session begins at the time that is its id',
    '#event-array-keys',
    { event_name: 'login', user_id: 'u-1', session_id: '1773480413589', ga_session_id: '1773480413' },
    { user_id: 'u-1', session_id: 1773480413589, event_properties: { session_id: '1773480413589' } },
  ),
  example(
    'a zeroed device id is left out if there is a user',
    '#all-zero-device-ids-limit-ad-tracking-enabled',
    { event_name: 'login', user_id: 'u-1', anonymous_id: zeros },
    { user_id: 'u-1' },
    ['device_id'],
  ),
  {
    ...example(
      'skips an event whose only id is a placeholder',
      '#device-ids-and-user-ids-minimum-length',
      {},
      {},
    ),
    events: [{ event_name: 'login', user_id: 'none', anonymous_id: zeros }],
    sends: skipped('no_identifier'),
  },
  {
    ...example(
      'further fields of Amplitude',
      '#event-array-keys',
      { event_name: 'login', user_id: 'u-1', app_id: 'com.example' },
      { user_id: 'u-1', plan: { source: 'web' }, partner_id: 'com.example' },
    ),
    linkage: { '*': { 'extra.plan.source': { const: 'web' }, 'extra.partner_id': 'app_id' } },
  },
]
