/** Translation tests: payloads of Stripe, PayPal, Adyen and Square. */
import { form, iso, json, upper, type Payloads } from './payload.ts'

/** https://docs.stripe.com/currencies#special-cases */
const stripeAmount = {
  type: 'minor_units',
  currency: 'data.object.currency',
  exponents: { ISK: 2, MGA: 0, UGX: 2 },
} as const

const charge = {
  id: 'evt_1',
  object: 'event',
  api_version: '2025-09-30',
  created: 1773480413,
  type: 'charge.succeeded',
  data: {
    object: {
      id: 'ch_1',
      object: 'charge',
      amount: 4999,
      amount_refunded: 0,
      currency: 'eur',
      customer: 'cus_9',
      payment_intent: 'pi_1',
      billing_details: {
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        address: { country: 'GB', city: 'London' },
      },
      payment_method_details: { card: { last4: '4242' } },
    },
  },
}
const chargeLink = {
  event_id: 'id',
  event_time: iso('created'),
  currency: upper('data.object.currency'),
  user_id: 'data.object.customer',
  transaction_id: { first: ['data.object.payment_intent', 'data.object.id'] },
  value: {
    when: { path: 'type', eq: 'charge.refunded' },
    then: 'data.object.amount_refunded',
    else: 'data.object.amount',
  },
  email: 'data.object.billing_details.email',
  city: 'data.object.billing_details.address.city',
  country: 'data.object.billing_details.address.country',
} as const
const chargeRow = {
  event_id: 'evt_1',
  event_time: '2026-03-14T09:26:53.000Z',
  event_name: 'purchase',
  transaction_id: 'pi_1',
  user_id: 'cus_9',
  email: 'ada@example.com',
  city: 'London',
  country: 'GB',
}
const chargeEvent = { from: 'type', values: { 'charge.succeeded': 'purchase', 'charge.refunded': 'refund' } }
const chargeFields = {
  created: 'epoch_s',
  'data.object.amount': stripeAmount,
  'data.object.amount_refunded': stripeAmount,
} as const

export const paymentPayloads: Payloads = {
  'a Stripe charge, in cents': {
    paste: JSON.stringify(charge),
    sender: 'stripe charge',
    input: json,
    questions: {
      'minor_units:data.object.amount': 'minor',
      'minor_units:data.object.amount_refunded': 'minor',
    },
    event: chargeEvent,
    fields: chargeFields,
    link: chargeLink,
    rows: [{ ...chargeRow, value: 49.99, currency: 'EUR' }],
    kept: { api_version: '2025-09-30' },
  },
  'a Stripe charge in yen, which has no cents': {
    paste: JSON.stringify({
      ...charge,
      id: 'evt_jpy',
      data: { object: { ...charge.data.object, currency: 'jpy' } },
    }),
    sender: 'stripe charge',
    input: json,
    event: chargeEvent,
    fields: chargeFields,
    link: chargeLink,
    rows: [{ ...chargeRow, event_id: 'evt_jpy', value: 4999, currency: 'JPY' }],
  },
  'a Stripe charge in Kuwaiti dinars, which have three decimals': {
    paste: JSON.stringify({
      ...charge,
      id: 'evt_kwd',
      data: { object: { ...charge.data.object, currency: 'kwd' } },
    }),
    input: json,
    event: chargeEvent,
    fields: chargeFields,
    link: chargeLink,
    rows: [{ ...chargeRow, event_id: 'evt_kwd', value: 4.999, currency: 'KWD' }],
  },
  'a Stripe checkout': {
    paste:
      '{"id":"evt_2","object":"event","type":"checkout.session.completed","created":1773480413,"data":{"object":{"id":"cs_1","object":"checkout.session",' +
      '"amount_total":5980,"currency":"usd","payment_intent":null,"customer_details":{"email":"ada@example.com","address":{"postal_code":"SW1A 1AA"}}}}}',
    sender: 'stripe checkout',
    input: json,
    event: {
      from: 'type',
      values: {
        'checkout.session.completed': 'purchase',
        'checkout.session.async_payment_succeeded': 'purchase',
      },
    },
    fields: { created: 'epoch_s', 'data.object.amount_total': stripeAmount },
    link: {
      event_id: 'id',
      event_time: iso('created'),
      currency: upper('data.object.currency'),
      transaction_id: 'data.object.id',
      value: 'data.object.amount_total',
      email: 'data.object.customer_details.email',
      postal_code: 'data.object.customer_details.address.postal_code',
    },
    rows: [
      {
        event_id: 'evt_2',
        event_time: '2026-03-14T09:26:53.000Z',
        event_name: 'purchase',
        transaction_id: 'cs_1',
        value: 59.8,
        currency: 'USD',
        email: 'ada@example.com',
        postal_code: 'SW1A 1AA',
      },
    ],
  },
  'a PayPal webhook': {
    paste:
      '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource_type":"capture","create_time":"2026-03-14T09:26:53.000Z",' +
      '"resource":{"id":"42311647XV020574X","amount":{"currency_code":"EUR","value":"59.80"},"status":"COMPLETED"}}',
    sender: 'paypal payments',
    input: json,
    event: {
      from: 'event_type',
      values: {
        'PAYMENT.CAPTURE.COMPLETED': 'purchase',
        'PAYMENT.SALE.COMPLETED': 'purchase',
        'PAYMENT.CAPTURE.REFUNDED': 'refund',
        'PAYMENT.SALE.REFUNDED': 'refund',
      },
    },
    fields: { create_time: 'ymd', 'resource.amount.value': 'number' },
    link: {
      event_id: 'id',
      event_time: iso('create_time'),
      transaction_id: 'resource.id',
      value: 'resource.amount.value',
      currency: upper('resource.amount.currency_code'),
    },
    rows: [
      {
        event_id: 'WH-1',
        event_name: 'purchase',
        event_time: '2026-03-14T09:26:53.000Z',
        transaction_id: '42311647XV020574X',
        value: 59.8,
        currency: 'EUR',
      },
    ],
  },
  'a PayPal refund notification': {
    paste:
      'txn_id=9XY&parent_txn_id=61E67681CH3238416&payment_status=Refunded&mc_gross=-59.80&mc_currency=EUR&payer_email=ada%40example.com',
    sender: 'paypal notifications',
    input: form,
    event: { from: 'payment_status', values: { Completed: 'purchase', Refunded: 'refund' } },
    fields: { mc_gross: 'number' },
    link: {
      transaction_id: { first: ['parent_txn_id', 'txn_id'] },
      value: 'mc_gross',
      currency: upper('mc_currency'),
      email: 'payer_email',
    },
    rows: [
      {
        event_name: 'refund',
        transaction_id: '61E67681CH3238416',
        value: -59.8,
        currency: 'EUR',
        email: 'ada@example.com',
      },
    ],
  },
}
