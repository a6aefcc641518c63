/** Senders: the events of Stripe. Amounts are in minor units. https://docs.stripe.com/api/events/object */
import type { MinorUnits } from '../../../../schemas/translation/input.ts'
import { any, iso, upper, type PayloadShape } from './shape.ts'

const docs = 'https://docs.stripe.com/api/events/object'
const object = 'data.object'

/** Stripe differs from ISO 4217 in these. https://docs.stripe.com/currencies#special-cases */
const amount: MinorUnits = {
  type: 'minor_units',
  currency: `${object}.currency`,
  exponents: { ISK: 2, MGA: 0, UGX: 2 },
}

function shape(
  thing: string,
  kind: RegExp,
  values: Readonly<Record<string, string>>,
  amounts: readonly string[],
  link: PayloadShape['link'],
): PayloadShape {
  return {
    id: 'stripe',
    title: 'Stripe',
    thing,
    docs,
    has: { object: /^event$/, type: any, [`${object}.object`]: kind },
    event: { from: 'type', values: { ...values } },
    link: {
      event_id: 'id',
      event_time: iso('created'),
      currency: upper(`${object}.currency`),
      user_id: `${object}.customer`,
      ...link,
    },
    amounts: Object.fromEntries(amounts.map((name) => [`${object}.${name}`, amount])),
  }
}

const billing = `${object}.billing_details`
const details = `${object}.customer_details`

export const stripe: readonly PayloadShape[] = [
  shape(
    'charge',
    /^charge$/,
    { 'charge.succeeded': 'purchase', 'charge.refunded': 'refund' },
    ['amount', 'amount_captured', 'amount_refunded'],
    {
      transaction_id: { first: [`${object}.payment_intent`, `${object}.id`] },
      value: {
        when: { path: 'type', eq: 'charge.refunded' },
        then: `${object}.amount_refunded`,
        else: `${object}.amount`,
      },
      email: { first: [`${billing}.email`, `${object}.receipt_email`] },
      phone: `${billing}.phone`,
      city: `${billing}.address.city`,
      postal_code: `${billing}.address.postal_code`,
      country: `${billing}.address.country`,
    },
  ),
  shape(
    'payment',
    /^payment_intent$/,
    { 'payment_intent.succeeded': 'purchase' },
    ['amount', 'amount_received', 'amount_capturable'],
    { transaction_id: `${object}.id`, value: `${object}.amount_received`, email: `${object}.receipt_email` },
  ),
  shape(
    'checkout',
    /^checkout\.session$/,
    {
      'checkout.session.completed': 'purchase',
      'checkout.session.async_payment_succeeded': 'purchase',
    },
    [
      'amount_total',
      'amount_subtotal',
      'total_details.amount_tax',
      'total_details.amount_shipping',
      'total_details.amount_discount',
    ],
    {
      transaction_id: { first: [`${object}.payment_intent`, `${object}.id`] },
      value: `${object}.amount_total`,
      tax: `${object}.total_details.amount_tax`,
      shipping: `${object}.total_details.amount_shipping`,
      email: { first: [`${details}.email`, `${object}.customer_email`] },
      phone: `${details}.phone`,
      city: `${details}.address.city`,
      postal_code: `${details}.address.postal_code`,
      country: `${details}.address.country`,
    },
  ),
  shape(
    'invoice',
    /^invoice$/,
    { 'invoice.paid': 'purchase', 'invoice.payment_succeeded': 'purchase' },
    ['amount_paid', 'amount_due', 'amount_remaining', 'total', 'subtotal', 'tax'],
    {
      transaction_id: `${object}.id`,
      value: `${object}.amount_paid`,
      tax: `${object}.tax`,
      email: `${object}.customer_email`,
    },
  ),
  shape('subscription', /^subscription$/, { 'customer.subscription.created': 'subscribe' }, ['plan.amount'], {
    transaction_id: `${object}.id`,
    value: `${object}.plan.amount`,
    content_name: `${object}.plan.nickname`,
  }),
]
