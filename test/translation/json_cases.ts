/** Translation tests: cases of JSON and NDJSON, as webhooks send and systems export it. */
import type { Cases } from './case.ts'

const json = { format: 'json' } as const
const ndjson = { format: 'ndjson' } as const

export const jsonCases: Cases = {
  'one flat object': {
    paste: '{"email":"ada@example.com","page":"https://a.example/","clicks":3,"ok":true,"none":null}',
    input: json,
    records: 1,
    types: {},
    links: { email: 'email', page_url: 'page' },
  },
  'a list of objects': {
    paste: '[{"id":1,"total":2.5},{"id":2,"total":3}]',
    input: json,
    records: 2,
    types: {},
  },
  'a Shopify order webhook': {
    paste: JSON.stringify({
      id: 5012345678901,
      email: 'ada@example.com',
      created_at: '2026-03-14T09:26:53+01:00',
      total_price: '59.80',
      currency: 'EUR',
      order_number: 1001,
      total_tax: '9.55',
      landing_site: '/products/notes',
      referring_site: 'https://search.example/',
      browser_ip: '203.0.113.7',
      customer: { id: 77, first_name: 'Ada', last_name: 'Lovelace', phone: '+442071234567' },
      line_items: [{ sku: 'SKU-1', title: 'Notes', price: '29.90', quantity: 2 }],
    }),
    input: json,
    types: {
      created_at: 'ymd',
      total_price: 'number',
      total_tax: 'number',
      'line_items.price': 'number',
    },
    event: 'purchase',
    links: {
      email: 'email',
      event_time: 'created_at',
      value: 'total_price',
      transaction_id: 'order_number',
      user_id: 'customer.id',
      first_name: 'customer.first_name',
      phone: 'customer.phone',
      ip: 'browser_ip',
      items: 'line_items',
    },
    personal: ['email', 'browser_ip', 'customer.phone', 'customer.last_name'],
  },
  'a WooCommerce order webhook': {
    paste:
      '{"id":812,"number":"812","currency":"EUR","date_created":"2026-03-14T09:26:53","total":"59.80","customer_ip_address":"203.0.113.7",' +
      '"billing":{"first_name":"Ada","last_name":"Lovelace","email":"ada@example.com","postcode":"01067","country":"DE"},' +
      '"line_items":[{"name":"Notes","product_id":93,"quantity":2,"price":29.9}]}',
    input: json,
    types: { date_created: 'ymd', total: 'number' },
    texts: ['billing.postcode', 'number'],
    links: {
      email: 'billing.email',
      postal_code: 'billing.postcode',
      country: 'billing.country',
      value: 'total',
      event_time: 'date_created',
    },
  },
  'a Stripe event, which its type names': {
    paste:
      '{"id":"evt_1","object":"event","type":"checkout.session.completed","created":1773480413,"data":{"object":{"id":"cs_1","amount_total":5980,"currency":"eur"}}}',
    input: json,
    types: { created: 'epoch_s' },
    event: 'type',
    links: { event_time: 'created', value: 'data.object.amount_total', currency: 'data.object.currency' },
  },
  'a HubSpot webhook': {
    paste:
      '[{"eventId":1,"subscriptionType":"contact.creation","occurredAt":1773480413589,"objectId":123},{"eventId":2,"subscriptionType":"contact.creation","occurredAt":1773480413999,"objectId":124}]',
    input: json,
    records: 2,
    types: { occurredAt: 'epoch_ms' },
    event: 'subscriptionType',
    links: { event_time: 'occurredAt', user_id: 'objectId' },
  },
  'a Calendly webhook': {
    paste:
      '{"event":"invitee.created","created_at":"2026-03-14T09:26:53.000000Z","payload":{"email":"ada@example.com","name":"Ada Lovelace","timezone":"Europe/London"}}',
    input: json,
    types: { created_at: 'ymd' },
    event: 'event',
    links: { email: 'payload.email', event_time: 'created_at', timezone: 'payload.timezone' },
  },
  'a form service': {
    paste:
      '{"form_id":"contact","submitted_at":"2026-03-14T09:26:53Z","E-Mail-Adresse":"ada@example.com","Nachricht":"Hello","utm_source":"newsletter"}',
    input: json,
    first: {
      form_id: 'contact',
      submitted_at: '2026-03-14T09:26:53Z',
      E_Mail_Adresse: 'ada@example.com',
      Nachricht: 'Hello',
      utm_source: 'newsletter',
    },
    event: 'lead',
    links: { email: 'E_Mail_Adresse', event_time: 'submitted_at', utm_source: 'utm_source' },
  },
  'records in an envelope': {
    paste: '{"data":[{"id":1,"mail":"a@example.com"},{"id":2,"mail":"b@example.com"}],"meta":{"page":1}}',
    input: { format: 'json', records: 'data' },
    records: 2,
    links: { email: 'mail' },
  },
  'records deep in envelopes': {
    paste: '{"response":{"status":"ok","results":[{"email":"a@example.com"}]}}',
    input: { format: 'json', records: 'response.results' },
    records: 1,
  },
  'an order whose items are not records': {
    paste: '{"order_id":"A-1","total":5,"items":[{"sku":"x"},{"sku":"y"}]}',
    input: json,
    records: 1,
    event: 'purchase',
    links: { transaction_id: 'order_id', value: 'total', items: 'items' },
  },
  'integers beyond double precision': {
    paste: '{"ref":9007199254740993,"n":42,"ratio":0.1,"huge":1e999}',
    input: json,
    first: { ref: '9007199254740993', n: 42, ratio: 0.1, huge: '1e999' },
    types: {},
    texts: ['ref', 'huge'],
  },
  'a member __proto__': {
    paste: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}},"id":1}',
    input: json,
    first: { proto: { polluted: true }, constructor: { prototype: { x: 1 } }, id: 1 },
  },
  'numbers written as texts': {
    paste: '[{"amount":"12.50","zip":"01067"},{"amount":"7.00","zip":"80331"}]',
    input: json,
    types: { amount: 'number' },
    texts: ['zip'],
  },
  'mixed types': {
    paste: '[{"v":1},{"v":"x"},{"v":true}]',
    input: json,
    records: 3,
    types: {},
    texts: ['v'],
  },
  'pretty-printed JSON': {
    paste: '{\n  "email": "ada@example.com",\n  "created_at": "2026-03-14"\n}\n',
    input: json,
    records: 1,
    types: { created_at: 'ymd' },
  },
  'JSON within JSON': { paste: '{"id":1,"body":"{\\"a\\":[1,2]}"}', input: json, types: { body: 'json' } },
  'one object per line': {
    paste:
      '{"event":"page_view","url":"https://a.example/"}\n{"event":"login","url":"https://a.example/in"}\n',
    input: ndjson,
    records: 2,
    event: 'event',
    links: { page_url: 'url' },
  },
  'one invalid line among others': {
    paste: '{"a":1}\n{"a":2}\n{"a":\n{"a":4}\n',
    input: ndjson,
    records: 4,
  },
  'a Segment export': {
    paste:
      '{"type":"track","event":"Order Completed","userId":"u1","anonymousId":"a1","timestamp":"2026-03-14T09:26:53.589Z","properties":{"revenue":59.8,"currency":"EUR"}}\n' +
      '{"type":"track","event":"Product Added","userId":"u2","anonymousId":"a2","timestamp":"2026-03-14T09:26:54.589Z","properties":{}}\n',
    input: ndjson,
    records: 2,
    types: { timestamp: 'ymd' },
    event: 'event',
    links: { user_id: 'userId', anonymous_id: 'anonymousId', event_time: 'timestamp' },
  },
  'truncated JSON': { paste: '{"a":1,"b":', input: /starts like JSON, but cannot be read/ },
  'an empty object': { paste: '{}', input: json, records: 1, first: {} },
  'an empty list': { paste: '[]', input: json, records: 0 },
}
