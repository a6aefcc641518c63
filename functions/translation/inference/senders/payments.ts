/** Senders: payments of PayPal, Adyen and Square. */
import type { MinorUnits } from '../../../../schemas/translation/input.ts'
import { any, iso, upper, type PayloadShape } from './shape.ts'

const resource = 'resource'
const item = 'notificationItems.NotificationRequestItem'
const payment = 'data.object.payment'
const refund = 'data.object.refund'

/** Adyen differs from ISO 4217 in these. https://docs.adyen.com/development-resources/currency-codes */
const adyenAmount: MinorUnits = {
  type: 'minor_units',
  currency: `${item}.amount.currency`,
  exponents: { CLP: 2, CVE: 0, IDR: 0, ISK: 2 },
}

/** https://developer.squareup.com/docs/build-basics/common-data-types/working-with-monetary-amounts */
function squareAmounts(paths: readonly string[]): Readonly<Record<string, MinorUnits>> {
  return Object.fromEntries(
    paths.map((path) => [`${path}.amount`, { type: 'minor_units', currency: `${path}.currency` }]),
  )
}

export const payments: readonly PayloadShape[] = [
  {
    id: 'paypal',
    title: 'PayPal',
    thing: 'payments',
    docs: 'https://developer.paypal.com/api/rest/webhooks/event-names/',
    has: {
      event_type: /^[A-Z]+\.[A-Z.-]+$/,
      resource_type: any,
      create_time: any,
      [`${resource}.amount`]: any,
    },
    event: {
      from: 'event_type',
      values: {
        'PAYMENT.CAPTURE.COMPLETED': 'purchase',
        'PAYMENT.SALE.COMPLETED': 'purchase',
        'PAYMENT.CAPTURE.REFUNDED': 'refund',
        'PAYMENT.SALE.REFUNDED': 'refund',
      },
    },
    link: {
      event_id: 'id',
      event_time: iso('create_time'),
      transaction_id: { first: [`${resource}.invoice_id`, `${resource}.id`] },
      value: { first: [`${resource}.amount.value`, `${resource}.amount.total`] },
      currency: { first: [`${resource}.amount.currency_code`, `${resource}.amount.currency`], as: 'upper' },
      email: `${resource}.payer.email_address`,
    },
  },
  {
    id: 'paypal',
    title: 'PayPal',
    thing: 'notifications',
    docs: 'https://developer.paypal.com/api/nvp-soap/ipn/IPNandPDTVariables/',
    has: { txn_id: any, mc_gross: any, payment_status: any },
    event: { from: 'payment_status', values: { Completed: 'purchase', Refunded: 'refund' } },
    link: {
      // A refund has the transaction that it refunds beside its own.
      transaction_id: { first: ['parent_txn_id', 'txn_id'] },
      value: 'mc_gross',
      currency: upper('mc_currency'),
      tax: 'tax',
      shipping: 'mc_shipping',
      user_id: 'payer_id',
      email: 'payer_email',
      first_name: 'first_name',
      last_name: 'last_name',
      city: 'address_city',
      postal_code: 'address_zip',
      country: 'address_country_code',
    },
  },
  {
    id: 'adyen',
    title: 'Adyen',
    thing: 'notifications',
    docs: 'https://docs.adyen.com/api-explorer/Webhooks/1/post/AUTHORISATION',
    has: {
      live: any,
      [`${item}.eventCode`]: any,
      [`${item}.pspReference`]: any,
      [`${item}.amount.value`]: any,
    },
    each: 'notificationItems',
    event: { from: `${item}.eventCode`, values: { AUTHORISATION: 'purchase', REFUND: 'refund' } },
    link: {
      // Adyen's key for duplicates.
      event_id: { template: `{${item}.pspReference}-{${item}.eventCode}` },
      event_time: iso(`${item}.eventDate`),
      // A refused payment has no order: its notification is refused.
      transaction_id: {
        when: { path: `${item}.success`, eq: true },
        then: { first: [`${item}.merchantReference`, `${item}.pspReference`] },
      },
      value: `${item}.amount.value`,
      currency: upper(`${item}.amount.currency`),
      email: `${item}.additionalData.shopperEmail`,
      ip: `${item}.additionalData.shopperIP`,
      user_id: `${item}.additionalData.shopperReference`,
    },
    amounts: { [`${item}.amount.value`]: adyenAmount },
    required: ['transaction_id'],
  },
  {
    id: 'square',
    title: 'Square',
    thing: 'payments',
    docs: 'https://developer.squareup.com/reference/square/webhooks/payment.updated',
    has: { merchant_id: any, event_id: any, type: /^payment\./, [`${payment}.amount_money.amount`]: any },
    // A payment is reported when it is made, and again when it is completed.
    event: { from: `${payment}.status`, values: { COMPLETED: 'purchase' } },
    link: {
      event_id: 'event_id',
      event_time: iso('created_at'),
      transaction_id: { first: [`${payment}.order_id`, `${payment}.id`] },
      value: { first: [`${payment}.total_money.amount`, `${payment}.amount_money.amount`] },
      currency: {
        first: [`${payment}.total_money.currency`, `${payment}.amount_money.currency`],
        as: 'upper',
      },
      user_id: `${payment}.customer_id`,
      email: `${payment}.buyer_email_address`,
    },
    amounts: squareAmounts([
      `${payment}.amount_money`,
      `${payment}.total_money`,
      `${payment}.tip_money`,
      `${payment}.approved_money`,
    ]),
  },
  {
    id: 'square',
    title: 'Square',
    thing: 'refunds',
    docs: 'https://developer.squareup.com/reference/square/webhooks/refund.updated',
    has: { merchant_id: any, event_id: any, type: /^refund\./, [`${refund}.amount_money.amount`]: any },
    event: { from: `${refund}.status`, values: { COMPLETED: 'refund' } },
    link: {
      event_id: 'event_id',
      event_time: iso('created_at'),
      transaction_id: { first: [`${refund}.order_id`, `${refund}.payment_id`] },
      value: `${refund}.amount_money.amount`,
      currency: upper(`${refund}.amount_money.currency`),
    },
    amounts: squareAmounts([`${refund}.amount_money`]),
  },
]
