/** Cases of target `ga4`: parameters that Google requires, limits or ignores. The official schema of Google's Event Builder
 * (github.com/googleanalytics/ga-dev-tools, 2025-10-08, Apache 2.0) accepts the events of all event types, except those without the value or
 * the items that Google's pages recommend. */
import { skipped } from '../../schemas/outcome.ts'
import { posted, type Example } from './case.ts'

const reference = 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference/events'
const limits = 'https://support.google.com/analytics/answer/9267744'
const settings = { measurement_id: 'G-ABC123DEF4', api_secret: 's3cret' }
const now = '2026-03-14T10:00:00Z'

/** An example with one event of client a-1. */
function example(
  title: string,
  docs: string,
  event: Readonly<Record<string, unknown>>,
  params: object,
  leftOut: readonly string[] = [],
  name = event['event_name'],
): Example {
  const address = 'www.google-analytics.com/mp/collect?measurement_id=G-ABC123DEF4&api_secret=s3cret'
  const sent = {
    name,
    timestamp_micros: 1773482400000000,
    params: { engagement_time_msec: 1, ...params },
  }
  return {
    title,
    docs,
    settings,
    now,
    events: [{ anonymous_id: 'a-1', ...event }],
    leftOut,
    sends: [posted(`https://${address}`, { client_id: 'a-1', events: [sent] })],
  }
}

const item = { item_id: 'SKU-1842', price: 29.9, quantity: 2 }
const page = { page_url: 'https://a.example/', page_title: 'A', page_referrer: 'https://b.example/' }

function numbered(from: number, to: number) {
  return Object.fromEntries(Array.from({ length: to - from + 1 }, (_, at) => [`p${from + at}`, from + at]))
}

export const ga4ParameterExamples: readonly Example[] = [
  example(
    'a lead without a value, which Google accepts',
    `${reference}#generate_lead`,
    { event_name: 'lead', content_name: 'Business quote' },
    { content_name: 'Business quote' },
    [],
    'generate_lead',
  ),
  example(
    'add_to_cart without a value and without items',
    `${reference}#add_to_cart`,
    { event_name: 'add_to_cart' },
    {},
  ),
  example(
    'a purchase without items',
    `${reference}#purchase`,
    { event_name: 'purchase', transaction_id: 'T-1', value: 1, currency: 'EUR' },
    { transaction_id: 'T-1', value: 1, currency: 'EUR' },
  ),
  example(
    'a purchase without a transaction has the id of the event, by which Google drops a duplicate',
    `${reference}#purchase`,
    { event_name: 'purchase', items: [item] },
    { transaction_id: 'e-1', items: [item] },
  ),
  {
    ...example(
      'skips a refund without its transaction',
      `${reference}#refund`,
      { event_name: 'refund', coupon: 'A' },
      {},
    ),
    leftOut: [],
    sends: skipped('missing_required', { detail: 'event.params.transaction_id' }),
  },
  example(
    'value and currency are sent only together',
    `${reference}#purchase`,
    { event_name: 'purchase', transaction_id: 1842, value: '64.70', currency: 'euros' },
    { transaction_id: '1842' },
    ['event.params.currency', 'event.params.value'],
  ),
  example(
    'texts are cut at the limits of Google, ids are not cut',
    limits,
    {
      event_name: 'view_item',
      page_url: `https://a.example/${'p'.repeat(1000)}`,
      page_referrer: `https://b.example/${'p'.repeat(420)}`,
      page_title: 't'.repeat(301),
      ga_session_id: 's-1',
      content_name: 'x'.repeat(101),
      quote_id: 'q'.repeat(101),
      items: [
        { item_id: 1842, item_name: 'n'.repeat(101), price: '29.90' },
        { item_name: 'N', item_id: 'i'.repeat(101) },
        { price: 5 },
      ],
    },
    {
      page_location: `https://a.example/${'p'.repeat(982)}`,
      page_referrer: `https://b.example/${'p'.repeat(402)}`,
      page_title: 't'.repeat(300),
      content_name: 'x'.repeat(100),
      items: [{ item_id: '1842', item_name: 'n'.repeat(100), price: 29.9 }, { item_name: 'N' }],
    },
    [
      'event.params.quote_id',
      'event.params.items[1].item_id',
      'event.params.items[2]',
      'event.context.session_id',
    ],
  ),
  example(
    'nested, empty and listed parameters',
    'https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference#payload_post_body',
    {
      event_name: 'login',
      method: 'email',
      gift: { wrap: 'red', box: { size: 2 } },
      note: null,
      tags: ['new', 'sale'],
      parts: [{ id: 1 }],
    },
    { method: 'email', gift_wrap: 'red', gift_box_size: 2, tags: 'new,sale' },
    ['event.params.parts'],
  ),
  example(
    'names that Google does not accept: other characters become _, others are left out',
    `${reference.replace('/events', '')}#reserved_names`,
    { event_name: 'login', 'my-param': 1, '1st': 2, größe: 'L', ga_source: 'x', ['n'.repeat(41)]: 3 },
    { my_param: 1 },
    ['event.params.1st', 'event.params.größe', 'event.params.ga_source', `event.params.${'n'.repeat(41)}`],
  ),
  example(
    '25 parameters: without a page, 24 custom ones',
    limits,
    { event_name: 'login', ...numbered(1, 26), method: 'email' },
    { ...numbered(1, 23), method: 'email' },
    ['event.params.p24', 'event.params.p25', 'event.params.p26'],
  ),
  example(
    '25 parameters: with a page, 21 custom ones; the standard ones stay',
    limits,
    { event_name: 'view_item', ...page, ...numbered(1, 22), items: [item] },
    {
      page_location: 'https://a.example/',
      page_title: 'A',
      page_referrer: 'https://b.example/',
      ...numbered(1, 20),
      items: [item],
    },
    ['event.params.p21', 'event.params.p22'],
  ),
  example(
    "the producer's own engagement time",
    'https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events',
    { event_name: 'login', engagement_time_msec: 5200 },
    { engagement_time_msec: 5200 },
  ),
]
