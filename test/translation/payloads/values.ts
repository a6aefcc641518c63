/** Translation tests: payloads whose values or names could be read in two ways. */
import { iso, json, upper, type Payloads } from './payload.ts'

const csv = { format: 'csv', delimiter: ',', header: true } as const
const purchase = { const: 'purchase' }
const order = { transaction_id: 'order_id', value: 'total', currency: upper('currency') }

export const valuePayloads: Payloads = {
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
