/** Translation tests: cases of XML, forms and pairs, and of texts in no format. */
import type { Cases } from './case.ts'

const form = { format: 'form' } as const
const pairs = { format: 'pairs' } as const
const blocks = { format: 'pairs', layout: 'block' } as const

export const otherCases: Cases = {
  'XML orders': {
    paste:
      '<?xml version="1.0" encoding="UTF-8"?>\n<orders>\n <order id="A-1"><mail>ada@example.com</mail><total currency="EUR">59.80</total></order>\n' +
      ' <order id="A-2"><mail>bo@example.com</mail><total currency="EUR">7.00</total></order>\n</orders>',
    input: { format: 'xml', records: 'orders.order' },
    records: 2,
    first: { id: 'A-1', mail: 'ada@example.com', total: { currency: 'EUR', text: '59.80' } },
    types: { 'total.text': 'number' },
    links: { email: 'mail' },
  },
  'one XML order with positions': {
    paste:
      '<order><number>1001</number><date>2026-03-14</date><amount>59.80</amount><positions><position><sku>A</sku></position><position><sku>B</sku></position></positions></order>',
    input: { format: 'xml', records: 'order' },
    records: 1,
    types: { date: 'ymd', amount: 'number' },
    texts: ['number'],
  },
  SOAP: {
    paste:
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><NewLead><Email>ada@example.com</Email><Company>A &amp; B</Company></NewLead></soap:Body></soap:Envelope>',
    input: { format: 'xml', records: 'soap_Envelope.soap_Body.NewLead' },
    first: { Email: 'ada@example.com', Company: 'A & B' },
    event: 'lead',
    links: { email: 'Email' },
  },
  'XML with CDATA, comments and character references': {
    paste: '<r><!-- x --><note><![CDATA[a < b & c]]></note><sign>&#8364;&#x41;</sign></r>',
    input: { format: 'xml', records: 'r' },
    first: { note: 'a < b & c', sign: '€A' },
  },
  'a document type': {
    paste: '<!DOCTYPE lolz [<!ENTITY lol "lol">]><lolz>&lol;</lolz>',
    input: /<!DOCTYPE …>\) is refused/,
  },
  'a custom entity': { paste: '<a>&lol;</a>', input: /Unknown entity &lol;/ },
  'XML with a tag that is not closed': { paste: '<a><b>1</a>', input: /Expected <\/b>, got <\/a>/ },
  'a web page': { paste: '<!doctype html><html><body>Hi</body></html>', input: /web page/ },
  'a form': {
    paste: 'email=ada%40example.com&first_name=Ada&newsletter=on&utm_source=mail',
    input: form,
    first: { email: 'ada@example.com', first_name: 'Ada', newsletter: 'on', utm_source: 'mail' },
    types: { newsletter: 'boolean' },
    event: 'subscribe',
    links: { email: 'email', first_name: 'first_name', utm_source: 'utm_source' },
  },
  'a form whose names nest': {
    paste: 'order%5Bid%5D=A-1&order[items][0][sku]=x&order[items][1][sku]=y&tags[]=a&tags[]=b',
    input: form,
    first: { order: { id: 'A-1', items: [{ sku: 'x' }, { sku: 'y' }] }, tags: ['a', 'b'] },
  },
  'a form with a repeated name': {
    paste: 'color=red&color=blue&note=a+b%26c&empty=',
    input: form,
    first: { color: ['red', 'blue'], note: 'a b&c', empty: '' },
  },
  'a PayPal notification': {
    paste:
      'txn_id=61E67681CH3238416&payment_status=Completed&mc_gross=59.80&mc_currency=EUR&payer_email=ada%40example.com&payment_date=09%3A26%3A53+Mar+14%2C+2026+PDT&first_name=Ada',
    input: form,
    types: { mc_gross: 'number' },
    event: 'payment_status',
    links: { transaction_id: 'txn_id', value: 'mc_gross', currency: 'mc_currency', email: 'payer_email' },
  },
  'a Twilio message': {
    paste: 'MessageSid=SM123&From=%2B14155551234&To=%2B14155556789&Body=Hello',
    input: form,
    first: { MessageSid: 'SM123', From: '+14155551234', To: '+14155556789', Body: 'Hello' },
    personal: ['From', 'To'],
  },
  'a form with __proto__': { paste: '__proto__[x]=1&a=2', input: form, first: { proto: { x: '1' }, a: '2' } },
  'lines of a log': {
    paste:
      'time=2026-03-14T09:26:53Z level=info msg="user logged in" user_id=u1 duration=12.5\ntime=2026-03-14T09:26:54Z level=warn msg="slow \\"query\\"" user_id=u2 duration=700\n',
    input: pairs,
    records: 2,
    first: {
      time: '2026-03-14T09:26:53Z',
      level: 'info',
      msg: 'user logged in',
      user_id: 'u1',
      duration: '12.5',
    },
    types: { time: 'ymd', duration: 'number' },
    links: { event_time: 'time', user_id: 'user_id' },
  },
  'a block of settings': {
    paste: 'email = ada@example.com\nname = Ada Lovelace\norder_id=A-1\ntotal=59.80\n',
    input: blocks,
    records: 1,
    first: { email: 'ada@example.com', name: 'Ada Lovelace', order_id: 'A-1', total: '59.80' },
    event: 'purchase',
  },
  'two blocks': { paste: 'a=1\nb=x y\n\na=2\nb=z w\n', input: blocks, records: 2 },
  'an empty text': { paste: '', input: /text is empty/ },
  'white space': { paste: ' \n\t \n', input: /text is empty/ },
  'a word': { paste: 'hello', input: /not JSON, NDJSON, CSV/ },
  'a sentence': { paste: 'Please send me the data when you can.', input: /not JSON, NDJSON, CSV/ },
}
