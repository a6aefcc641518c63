/** Translation tests: payloads of forms, bookings, analytics, messages and code. */
import { form, iso, json, string, type Payloads } from './payload.ts'

const change = 'changes.value'

export const otherPayloads: Payloads = {
  'a Typeform response': {
    paste:
      '{"event_id":"t1","event_type":"form_response","form_response":{"form_id":"f1","token":"tok","submitted_at":"2026-03-14T09:26:53Z","hidden":{"utm_source":"newsletter"},' +
      '"definition":{"title":"Quote"},"answers":[{"type":"email","email":"ada@example.com"}]}}',
    sender: 'typeform responses',
    input: json,
    event: { from: 'event_type', values: { form_response: 'lead' } },
    fields: { 'form_response.submitted_at': 'ymd' },
    // The token of a response is no secret, but its name is that of one.
    drop: ['form_response.token'],
    link: {
      event_id: 'event_id',
      event_time: iso('form_response.submitted_at'),
      content_name: 'form_response.definition.title',
      utm_source: 'form_response.hidden.utm_source',
    },
    rows: [
      {
        event_name: 'lead',
        event_id: 't1',
        event_time: '2026-03-14T09:26:53.000Z',
        content_name: 'Quote',
        utm_source: 'newsletter',
      },
    ],
  },
  'a Calendly booking': {
    paste:
      '{"event":"invitee.created","created_at":"2026-03-14T09:26:53.000000Z","payload":{"email":"ada@example.com","name":"Ada Lovelace","timezone":"Europe/London","scheduled_event":{"name":"Fitting"}}}',
    sender: 'calendly bookings',
    input: json,
    event: {
      from: 'event',
      values: { 'invitee.created': 'schedule', 'invitee.canceled': 'appointment_canceled' },
    },
    fields: { created_at: 'ymd' },
    link: {
      event_time: iso('created_at'),
      content_name: 'payload.scheduled_event.name',
      email: 'payload.email',
      timezone: 'payload.timezone',
    },
    rows: [
      {
        event_name: 'schedule',
        event_time: '2026-03-14T09:26:53.000Z',
        content_name: 'Fitting',
        email: 'ada@example.com',
        timezone: 'Europe/London',
      },
    ],
  },
  'a Mailchimp subscriber': {
    paste:
      'type=subscribe&fired_at=2026-03-14+09%3A26%3A53&data%5Bid%5D=8a25ff1d98&data%5Blist_id%5D=a6b5da1054&data%5Bemail%5D=ada%40example.com&data%5Bmerges%5D%5BFNAME%5D=Ada',
    sender: 'mailchimp subscribers',
    input: form,
    event: {
      from: 'type',
      values: {
        subscribe: 'lead',
        unsubscribe: 'newsletter_left',
        profile: 'profile_updated',
        upemail: 'email_changed',
        cleaned: 'address_bounced',
        campaign: 'campaign_sent',
      },
    },
    fields: { fired_at: 'ymd' },
    link: {
      event_time: iso('fired_at'),
      user_id: 'data.id',
      email: 'data.email',
      first_name: 'data.merges.FNAME',
    },
    rows: [
      {
        event_name: 'lead',
        event_time: '2026-03-14T09:26:53.000Z',
        user_id: '8a25ff1d98',
        email: 'ada@example.com',
        first_name: 'Ada',
      },
    ],
  },
  'a Meta lead': {
    paste:
      '{"object":"page","entry":[{"id":"153125381133","time":1773480414,"changes":[{"field":"leadgen","value":{"leadgen_id":"444444444444","form_id":"f9","page_id":"153125381133","created_time":1773480413}}]}]}',
    sender: 'meta leads',
    input: { format: 'json', records: 'entry' },
    each: 'changes',
    event: { from: 'changes.field', values: { leadgen: 'lead' } },
    fields: { time: 'epoch_s', [`${change}.created_time`]: 'epoch_s' },
    link: {
      event_id: string(`${change}.leadgen_id`),
      event_time: iso(`${change}.created_time`),
      content_name: { template: `form {${change}.form_id}` },
      source: { const: 'meta_lead_ads' },
    },
    rows: [
      {
        event_name: 'lead',
        event_id: '444444444444',
        event_time: '2026-03-14T09:26:53.000Z',
        content_name: 'form f9',
        source: 'meta_lead_ads',
      },
    ],
  },
  'a form that Zapier sends': {
    paste:
      '{"Your email":"ada@example.com","Nachricht":"Hello","zap_meta_timestamp":"2026-03-14T09:26:53Z","zap_meta_human_now":"03/14/26"}',
    sender: 'zapier records',
    input: json,
    picked: { const: 'lead' },
    event: { const: 'lead' },
    fields: { zap_meta_timestamp: 'ymd', zap_meta_human_now: 'mdy' },
    link: {},
    rows: [{ event_name: 'lead' }],
    kept: { your_email: 'ada@example.com', nachricht: 'Hello' },
  },
  'a row of the GA4 export, in microseconds': {
    paste:
      '{"event_date":"20260314","event_timestamp":1773480413589123,"event_name":"purchase","user_pseudo_id":"1098.1773","device":{"category":"mobile"},"geo":{"country":"Germany"},' +
      '"ecommerce":{"transaction_id":"T-1","purchase_revenue":59.8},"items":[{"item_id":"S1","price":29.9,"quantity":2}]}',
    sender: 'ga4 events',
    input: json,
    questions: { 'epoch:event_timestamp': 'epoch_us', 'required:currency': undefined },
    answers: { 'required:currency': { choice: 'constant', value: 'EUR' } },
    event: { from: 'event_name' },
    fields: { event_date: 'ymd', event_timestamp: 'epoch_us' },
    link: {
      event_time: iso('event_timestamp'),
      anonymous_id: 'user_pseudo_id',
      ga_client_id: 'user_pseudo_id',
      transaction_id: 'ecommerce.transaction_id',
      value: 'ecommerce.purchase_revenue',
      items: {
        each: 'items',
        map: {
          item_id: 'item_id',
          item_name: 'item_name',
          item_brand: 'item_brand',
          item_category: 'item_category',
          item_variant: 'item_variant',
          price: { from: 'price', as: 'number' },
          quantity: { from: 'quantity', as: 'integer' },
        },
      },
      device_type: 'device.category',
      currency: { const: 'EUR' },
    },
    rows: [
      {
        event_name: 'purchase',
        event_time: '2026-03-14T09:26:53.589Z',
        anonymous_id: '1098.1773',
        ga_client_id: '1098.1773',
        transaction_id: 'T-1',
        value: 59.8,
        currency: 'EUR',
        items: [{ item_id: 'S1', price: 29.9, quantity: 2 }],
        device_type: 'mobile',
      },
    ],
  },
  'a Twilio message': {
    paste: 'MessageSid=SM123&From=%2B14155551234&To=%2B14155556789&Body=Hello&FromCity=SF',
    sender: 'twilio messages',
    input: form,
    event: { const: 'contact' },
    fields: {},
    link: { event_id: 'MessageSid', phone: 'From', method: { const: 'sms' }, city: 'FromCity' },
    rows: [{ event_name: 'contact', event_id: 'SM123', phone: '+14155551234', method: 'sms', city: 'SF' }],
    kept: { body: 'Hello' },
  },
  'a GitHub issue': {
    paste:
      '{"action":"opened","issue":{"number":7,"title":"Broken","updated_at":"2026-03-14T09:26:53Z"},"repository":{"full_name":"ada/engine"},"sender":{"login":"ada","id":1815}}',
    sender: 'github issues',
    input: json,
    event: {
      from: 'action',
      values: { opened: 'issue_opened', closed: 'issue_closed', reopened: 'issue_reopened' },
    },
    fields: { 'issue.updated_at': 'ymd' },
    link: { user_id: string('sender.id'), event_time: iso('issue.updated_at') },
    rows: [{ event_name: 'issue_opened', user_id: '1815', event_time: '2026-03-14T09:26:53.000Z' }],
  },
  'a GitHub push': {
    paste:
      '{"ref":"refs/heads/main","after":"abc","pusher":{"name":"ada"},"head_commit":{"timestamp":"2026-03-14T10:26:53+01:00"},"repository":{"full_name":"ada/engine"},"sender":{"login":"ada","id":1815}}',
    sender: 'github pushes',
    input: json,
    event: { const: 'code_pushed' },
    fields: { 'head_commit.timestamp': 'ymd' },
    link: { user_id: string('sender.id'), event_time: iso('head_commit.timestamp') },
    rows: [{ event_name: 'code_pushed', user_id: '1815', event_time: '2026-03-14T09:26:53.000Z' }],
  },
}
