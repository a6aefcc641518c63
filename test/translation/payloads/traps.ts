/** Translation tests: payloads whose values have two readings, and texts that hold a payload in another form. */
import { form, iso, json, upper, type Payloads } from './payload.ts'

const csv = { format: 'csv', delimiter: ',', header: true } as const
const purchase = { const: 'purchase' }
const order = { transaction_id: 'order_id', value: 'total', currency: upper('currency') }

export const trapPayloads: Payloads = {
  'a curl command': {
    paste: `curl -X POST https://shop.example/hooks \\\n  -H 'Content-Type: application/json' \\\n  -d '{"order_id":"A-1","total":59.8,"currency":"eur"}'`,
    input: json,
    event: purchase,
    fields: {},
    link: order,
    rows: [{ event_name: 'purchase', transaction_id: 'A-1', value: 59.8, currency: 'EUR' }],
  },
  'an HTTP request': {
    paste:
      'POST /hooks HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n\r\n{"order_id":"A-1","total":59.8,"currency":"eur"}',
    input: json,
    event: purchase,
    fields: {},
    link: order,
    rows: [{ event_name: 'purchase', transaction_id: 'A-1', value: 59.8, currency: 'EUR' }],
  },
  'an address with a query string': {
    paste: 'https://track.example/p?order_id=A-1&total=59.80&currency=EUR#top',
    input: form,
    event: purchase,
    fields: { total: 'number' },
    link: order,
    rows: [{ event_name: 'purchase', transaction_id: 'A-1', value: 59.8, currency: 'EUR' }],
  },
  'a Markdown table': {
    paste:
      '| order_id | total | currency |\n|:---------|------:|----------|\n| A-1 | 59.80 | EUR |\n| A\\|2 | 7.00 | USD |\n',
    input: { format: 'markdown' },
    event: purchase,
    fields: { total: 'number' },
    link: order,
    rows: [
      { event_name: 'purchase', transaction_id: 'A-1', value: 59.8, currency: 'EUR' },
      { event_name: 'purchase', transaction_id: 'A|2', value: 7, currency: 'USD' },
    ],
  },
  'SQL INSERT statements': {
    paste:
      "-- orders\nINSERT INTO shop.orders (order_id, total, currency, note, gift) VALUES\n  ('A-1', 59.80, 'EUR', 'it''s; fine', TRUE),\n  ('A-2', -7, 'USD', NULL, FALSE);\n",
    input: { format: 'sql' },
    event: purchase,
    fields: {},
    link: order,
    rows: [
      { event_name: 'purchase', transaction_id: 'A-1', value: 59.8, currency: 'EUR' },
      { event_name: 'purchase', transaction_id: 'A-2', value: -7, currency: 'USD' },
    ],
    kept: { note: "it's; fine", gift: true },
  },
  'logfmt with a leading time': {
    paste:
      '2026-03-14T09:26:53Z level=info order_id=A-1 total=59.80 currency=EUR\n2026-03-14T09:27:00Z level=info order_id=A-2 total=7.00 currency=EUR\n',
    input: { format: 'pairs', prefix: 'time' },
    event: purchase,
    fields: { time: 'ymd', total: 'number' },
    link: { ...order, event_time: iso('time') },
    rows: [
      {
        event_name: 'purchase',
        transaction_id: 'A-1',
        value: 59.8,
        currency: 'EUR',
        event_time: '2026-03-14T09:26:53.000Z',
      },
      {
        event_name: 'purchase',
        transaction_id: 'A-2',
        value: 7,
        currency: 'EUR',
        event_time: '2026-03-14T09:27:00.000Z',
      },
    ],
  },
  'cells of a spreadsheet with serial dates': {
    paste: 'order_id\torder_date\ttotal\tcurrency\nA-1\t46023.5\t59.80\tEUR\nA-2\t46024\t7.00\tEUR\n',
    input: { format: 'csv', delimiter: '\t', header: true },
    questions: { 'excel_days:order_date': 'days' },
    event: purchase,
    fields: { order_date: 'excel_days', total: 'number' },
    link: order,
    rows: [
      { event_name: 'purchase', transaction_id: 'A-1', value: 59.8, currency: 'EUR' },
      { event_name: 'purchase', transaction_id: 'A-2', value: 7, currency: 'EUR' },
    ],
    kept: { order_date: '2026-01-01T12:00:00Z' },
  },
  'XML orders, one with a single line': {
    paste:
      '<orders><order id="A-1"><total currency="EUR">59.80</total><lines><line><sku>a</sku><qty>1</qty></line><line><sku>b</sku><qty>2</qty></line></lines></order>' +
      '<order id="A-2"><total currency="EUR">7.00</total><lines><line><sku>c</sku><qty>3</qty></line></lines></order></orders>',
    input: { format: 'xml', records: 'orders.order' },
    questions: { 'list:lines.line': 'list' },
    event: purchase,
    fields: { 'total.text': 'number', 'lines.line': 'list', 'lines.line.qty': 'integer' },
    link: {
      transaction_id: 'id',
      value: 'total.text',
      currency: upper('total.currency'),
      items: {
        each: 'lines.line',
        map: { item_id: { from: 'sku', as: 'string' }, quantity: { from: 'qty', as: 'integer' } },
      },
    },
    rows: [
      {
        event_name: 'purchase',
        transaction_id: 'A-1',
        value: 59.8,
        currency: 'EUR',
        items: [
          { item_id: 'a', quantity: 1 },
          { item_id: 'b', quantity: 2 },
        ],
      },
      {
        event_name: 'purchase',
        transaction_id: 'A-2',
        value: 7,
        currency: 'EUR',
        items: [{ item_id: 'c', quantity: 3 }],
      },
    ],
  },
  'one XML order with a single line': {
    paste:
      '<order id="A-2"><total currency="EUR">7.00</total><lines><line><sku>c</sku><qty>3</qty></line></lines></order>',
    input: { format: 'xml', records: 'order' },
    questions: { 'list:lines.line': 'list' },
    event: purchase,
    fields: { 'total.text': 'number', 'lines.line': 'list', 'lines.line.qty': 'integer' },
    link: {
      transaction_id: 'id',
      value: 'total.text',
      currency: upper('total.currency'),
      items: {
        each: 'lines.line',
        map: { item_id: { from: 'sku', as: 'string' }, quantity: { from: 'qty', as: 'integer' } },
      },
    },
    rows: [
      {
        event_name: 'purchase',
        transaction_id: 'A-2',
        value: 7,
        currency: 'EUR',
        items: [{ item_id: 'c', quantity: 3 }],
      },
    ],
  },
  'dates whose day and month nothing shows': {
    paste: 'order_id,ordered_at,total,currency\nA-1,03/04/2026,59.80,USD\n',
    input: csv,
    questions: { 'date_order:ordered_at': undefined },
    answers: { 'date_order:ordered_at': { choice: 'mdy' } },
    event: purchase,
    fields: { ordered_at: 'mdy', total: 'number' },
    link: { ...order, event_time: iso('ordered_at') },
    rows: [
      {
        event_name: 'purchase',
        transaction_id: 'A-1',
        value: 59.8,
        currency: 'USD',
        event_time: '2026-03-04T00:00:00.000Z',
      },
    ],
  },
  'dates whose order another field shows': {
    paste: 'order_id,ordered_at,paid_at,total,currency\nA-1,03/04/2026,03/14/2026,59.80,EUR\n',
    input: csv,
    questions: { 'date_order:ordered_at': 'mdy' },
    event: purchase,
    fields: { ordered_at: 'mdy', paid_at: 'mdy', total: 'number' },
    link: { ...order, event_time: iso('ordered_at') },
    rows: [
      {
        event_name: 'purchase',
        transaction_id: 'A-1',
        value: 59.8,
        currency: 'EUR',
        event_time: '2026-03-04T00:00:00.000Z',
      },
    ],
    kept: { paid_at: '2026-03-14' },
  },
  'negative amounts as accounting writes them': {
    paste: 'order_id,total,currency,credit\nA-1,($8.00),USD,"1,250.00-"\nA-2,$12.50,USD,0.00\n',
    input: csv,
    event: purchase,
    fields: { total: 'number', credit: 'number' },
    link: order,
    rows: [
      { event_name: 'purchase', transaction_id: 'A-1', value: -8, currency: 'USD' },
      { event_name: 'purchase', transaction_id: 'A-2', value: 12.5, currency: 'USD' },
    ],
    kept: { credit: -1250 },
  },
  'amounts that may have a decimal comma': {
    paste: 'order_id;total;currency\nA-1;1.234;EUR\n',
    input: { ...csv, delimiter: ';' },
    questions: { 'decimal_comma:total': undefined },
    answers: { 'decimal_comma:total': { choice: 'number_comma' } },
    event: purchase,
    fields: { total: 'number_comma' },
    link: order,
    rows: [{ event_name: 'purchase', transaction_id: 'A-1', value: 1234, currency: 'EUR' }],
  },
  'whole amounts of an unknown sender': {
    paste: '{"order_id":"A-1","total":5980,"currency":"eur"}',
    input: json,
    questions: { 'minor_units:total': undefined },
    answers: { 'minor_units:total': { choice: 'minor' } },
    event: purchase,
    fields: { total: { type: 'minor_units', currency: 'currency' } },
    link: order,
    rows: [{ event_name: 'purchase', transaction_id: 'A-1', value: 59.8, currency: 'EUR' }],
  },
  'an order without a currency': {
    paste: 'order_id,total,stock\nA-1,59.80,NYC\n',
    input: csv,
    questions: { 'required:currency': undefined },
    answers: { 'required:currency': { choice: 'constant', value: 'USD' } },
    event: purchase,
    fields: { total: 'number' },
    link: { transaction_id: 'order_id', value: 'total', currency: { const: 'USD' } },
    rows: [{ event_name: 'purchase', transaction_id: 'A-1', value: 59.8, currency: 'USD' }],
  },
  'Japanese headers': {
    paste: '注文番号,金額,通貨,メールアドレス,おとどけ\nA-1,5980,JPY,ada@example.com,あした\n',
    input: { ...csv, names: 'romanized' },
    event: purchase,
    fields: { amount: 'integer' },
    link: { transaction_id: 'order_number', value: 'amount', currency: upper('currency'), email: 'email' },
    rows: [
      {
        event_name: 'purchase',
        transaction_id: 'A-1',
        value: 5980,
        currency: 'JPY',
        email: 'ada@example.com',
      },
    ],
    kept: { otodoke: 'あした' },
  },
  // A test number of https://docs.stripe.com/testing and the example of https://www.iban.com/structure
  'card and account numbers, which are left out': {
    paste:
      '{"order_id":"A-1","total":59.8,"currency":"EUR","pay":{"card":"4242 4242 4242 4242","cvc":"123","kind":"visa"},"refund_to":"DE89370400440532013000"}',
    input: json,
    picked: purchase,
    event: purchase,
    fields: {},
    drop: ['pay.card', 'pay.cvc', 'refund_to'],
    link: order,
    rows: [{ event_name: 'purchase', transaction_id: 'A-1', value: 59.8, currency: 'EUR' }],
    kept: { pay: { kind: 'visa' }, refund_to: undefined },
  },
  'a person with a time, which is no sign-up': {
    paste: '{"email":"ada@example.com","created_at":1773480413589123456}',
    input: json,
    isChosen: false,
    event: { const: 'lead' },
    fields: { created_at: 'epoch_ns' },
    link: { email: 'email', event_time: iso('created_at') },
    rows: [{ event_name: 'lead', email: 'ada@example.com', event_time: '2026-03-14T09:26:53.589Z' }],
  },
}
