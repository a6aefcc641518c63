/** Translation tests: payloads whose values have two readings, and texts that hold a payload in another form. */
import { form, iso, json, upper, type Payloads } from './payload.ts'

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
}
