/** Translation tests: payloads of shops and of systems for contacts. */
import { iso, json, string, type Payloads } from './payload.ts'

export const shopAndCrmPayloads: Payloads = {
  'a Shopify order': {
    paste: JSON.stringify({
      id: 5012345678901,
      email: 'ada@example.com',
      created_at: '2026-03-14T09:26:53+01:00',
      total_price: '59.80',
      total_tax: '9.55',
      currency: 'EUR',
      order_number: 1001,
      refunds: [],
      customer: { id: 77, first_name: 'Ada', last_name: 'Lovelace' },
      line_items: [{ sku: 'SKU-1', title: 'Notes', price: '29.90', quantity: 2 }],
    }),
    sender: 'shopify orders',
    input: json,
    event: { const: 'purchase' },
    fields: { created_at: 'ymd', total_price: 'number', total_tax: 'number', 'line_items.price': 'number' },
    link: {
      event_time: iso('created_at'),
      transaction_id: string('order_number'),
      value: 'total_price',
      currency: 'currency',
      tax: 'total_tax',
      items: {
        each: 'line_items',
        map: {
          item_id: { first: ['sku', 'product_id'], as: 'string' },
          item_name: 'title',
          item_brand: 'vendor',
          item_variant: 'variant_title',
          price: { from: 'price', as: 'number' },
          quantity: { from: 'quantity', as: 'integer' },
        },
      },
      user_id: string('customer.id'),
      email: 'email',
      first_name: 'customer.first_name',
      last_name: 'customer.last_name',
    },
    rows: [
      {
        event_name: 'purchase',
        event_time: '2026-03-14T08:26:53.000Z',
        transaction_id: '1001',
        value: 59.8,
        currency: 'EUR',
        tax: 9.55,
        items: [{ item_id: 'SKU-1', item_name: 'Notes', price: 29.9, quantity: 2 }],
        user_id: '77',
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
      },
    ],
  },
  'a WooCommerce order': {
    paste:
      '{"id":812,"number":"812","currency":"EUR","date_created":"2026-03-14T10:26:53","date_created_gmt":"2026-03-14T09:26:53","total":"59.80",' +
      '"billing":{"first_name":"Ada","email":"ada@example.com","postcode":"01067","country":"DE"},"line_items":[{"name":"Notes","product_id":93,"quantity":2,"price":29.9}]}',
    sender: 'woocommerce orders',
    input: json,
    event: { const: 'purchase' },
    fields: { date_created: 'ymd', date_created_gmt: 'ymd', total: 'number' },
    link: {
      event_time: { first: ['date_created_gmt', 'date_created'], as: 'iso' },
      transaction_id: { first: ['number', 'id'], as: 'string' },
      value: 'total',
      currency: 'currency',
      items: {
        each: 'line_items',
        map: {
          item_id: { first: ['sku', 'product_id'], as: 'string' },
          item_name: 'name',
          price: { from: 'price', as: 'number' },
          quantity: { from: 'quantity', as: 'integer' },
        },
      },
      email: 'billing.email',
      first_name: 'billing.first_name',
      postal_code: 'billing.postcode',
      country: 'billing.country',
    },
    rows: [
      {
        event_name: 'purchase',
        event_time: '2026-03-14T09:26:53.000Z',
        transaction_id: '812',
        value: 59.8,
        currency: 'EUR',
        items: [{ item_id: '93', item_name: 'Notes', price: 29.9, quantity: 2 }],
        email: 'ada@example.com',
        first_name: 'Ada',
        postal_code: '01067',
        country: 'DE',
      },
    ],
  },
  'HubSpot changes': {
    paste:
      '[{"eventId":1,"subscriptionType":"contact.creation","occurredAt":1773480413589,"objectId":123},{"eventId":1,"subscriptionType":"deal.creation","occurredAt":1773480413999,"objectId":9}]',
    sender: 'hubspot changes',
    input: json,
    event: {
      from: 'subscriptionType',
      values: {
        'contact.creation': 'lead',
        'contact.propertyChange': 'contact_updated',
        'contact.deletion': 'contact_deleted',
        'company.creation': 'company_created',
        'deal.creation': 'deal_created',
        'deal.propertyChange': 'deal_updated',
      },
    },
    fields: { occurredAt: 'epoch_ms' },
    link: {
      event_id: { template: '{eventId}-{objectId}-{subscriptionType}' },
      event_time: iso('occurredAt'),
      user_id: string('objectId'),
    },
    rows: [
      {
        event_name: 'lead',
        event_id: '1-123-contact.creation',
        event_time: '2026-03-14T09:26:53.589Z',
        user_id: '123',
      },
      {
        event_name: 'deal_created',
        event_id: '1-9-deal.creation',
        event_time: '2026-03-14T09:26:53.999Z',
        user_id: '9',
      },
    ],
  },
  'a Salesforce lead': {
    paste:
      '{"attributes":{"type":"Lead","url":"/services/data/v62.0/sobjects/Lead/00Q1"},"Id":"00Q1","FirstName":"Ada","LastName":"Lovelace","Email":"ada@example.com","CreatedDate":"2026-03-14T09:26:53.000+0000","LeadSource":"Web"}',
    sender: 'salesforce leads',
    input: json,
    event: { const: 'lead' },
    fields: { CreatedDate: 'ymd' },
    link: {
      event_id: 'Id',
      event_time: iso('CreatedDate'),
      user_id: 'Id',
      email: 'Email',
      first_name: 'FirstName',
      last_name: 'LastName',
      source: 'LeadSource',
    },
    rows: [
      {
        event_name: 'lead',
        event_id: '00Q1',
        event_time: '2026-03-14T09:26:53.000Z',
        user_id: '00Q1',
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
        source: 'Web',
      },
    ],
  },
  'an Intercom notification': {
    paste:
      '{"type":"notification_event","app_id":"a1","id":"notif_1","topic":"contact.user.created","created_at":1773480413,"data":{"type":"notification_event_data","item":{"type":"contact","id":"i1","external_id":"u-1815","email":"ada@example.com"}}}',
    sender: 'intercom notifications',
    input: json,
    event: {
      from: 'topic',
      values: {
        'contact.user.created': 'sign_up',
        'contact.lead.created': 'lead',
        'conversation.user.created': 'contact',
        'conversation.user.replied': 'conversation_replied',
        'conversation.admin.closed': 'conversation_closed',
      },
    },
    fields: { created_at: 'epoch_s' },
    link: {
      event_id: 'id',
      event_time: iso('created_at'),
      user_id: { first: ['data.item.external_id', 'data.item.id'] },
      email: 'data.item.email',
    },
    rows: [
      {
        event_name: 'sign_up',
        event_id: 'notif_1',
        event_time: '2026-03-14T09:26:53.000Z',
        user_id: 'u-1815',
        email: 'ada@example.com',
      },
    ],
  },
  'a Zendesk ticket': {
    paste:
      '{"type":"zen:event-type:ticket.created","id":"z1","time":"2026-03-14T09:26:53Z","zendesk_event_version":"2022-11-06","subject":"zen:ticket:1","detail":{"id":"1","requester_id":"42","subject":"Help","status":"NEW"}}',
    sender: 'zendesk tickets',
    input: json,
    event: {
      from: 'type',
      values: {
        'zen:event-type:ticket.created': 'ticket_created',
        'zen:event-type:ticket.status_changed': 'ticket_status_changed',
        'zen:event-type:ticket.comment_added': 'ticket_comment_added',
        'zen:event-type:user.created': 'sign_up',
      },
    },
    fields: { time: 'ymd' },
    link: {
      event_id: 'id',
      event_time: iso('time'),
      user_id: { first: ['detail.requester_id', 'detail.id'], as: 'string' },
    },
    rows: [
      { event_name: 'ticket_created', event_id: 'z1', event_time: '2026-03-14T09:26:53.000Z', user_id: '42' },
    ],
    // The version looks like a day and stays a text.
    kept: { zendesk_event_version: '2022-11-06' },
  },
}
