/** Translation tests: payloads of Adyen and Square. */
import { iso, json, upper, type Payloads } from './payload.ts'

const adyen = 'notificationItems.NotificationRequestItem'
const square = 'data.object.payment'

export const acquirerPayloads: Payloads = {
  'Adyen notifications, of which one payment was refused': {
    paste: JSON.stringify({
      live: 'false',
      notificationItems: [
        {
          NotificationRequestItem: {
            eventCode: 'AUTHORISATION',
            success: 'true',
            eventDate: '2026-03-14T09:26:53+01:00',
            merchantReference: 'A-1042',
            pspReference: '881',
            amount: { currency: 'CLP', value: 499900 },
          },
        },
        {
          NotificationRequestItem: {
            eventCode: 'AUTHORISATION',
            success: 'false',
            eventDate: '2026-03-14T09:27:00+01:00',
            merchantReference: 'A-1043',
            pspReference: '882',
            amount: { currency: 'EUR', value: 1000 },
          },
        },
      ],
    }),
    sender: 'adyen notifications',
    input: json,
    each: 'notificationItems',
    event: { from: `${adyen}.eventCode`, values: { AUTHORISATION: 'purchase', REFUND: 'refund' } },
    fields: {
      live: 'boolean',
      [`${adyen}.eventDate`]: 'ymd',
      [`${adyen}.success`]: 'boolean',
      [`${adyen}.amount.value`]: {
        type: 'minor_units',
        currency: `${adyen}.amount.currency`,
        exponents: { CLP: 2, CVE: 0, IDR: 0, ISK: 2 },
      },
    },
    link: {
      event_id: { template: `{${adyen}.pspReference}-{${adyen}.eventCode}` },
      event_time: iso(`${adyen}.eventDate`),
      transaction_id: {
        when: { path: `${adyen}.success`, eq: true },
        then: { first: [`${adyen}.merchantReference`, `${adyen}.pspReference`] },
      },
      value: `${adyen}.amount.value`,
      currency: upper(`${adyen}.amount.currency`),
    },
    rows: [
      {
        event_id: '881-AUTHORISATION',
        event_name: 'purchase',
        event_time: '2026-03-14T08:26:53.000Z',
        transaction_id: 'A-1042',
        // Adyen counts Chilean pesos with two decimals.
        value: 4999,
        currency: 'CLP',
      },
    ],
    refused: 1,
  },
  'a Square payment': {
    paste:
      '{"merchant_id":"M1","type":"payment.updated","event_id":"e-1","created_at":"2026-03-14T09:26:53Z","data":{"type":"payment","id":"p1",' +
      '"object":{"payment":{"id":"p1","order_id":"o1","status":"COMPLETED","amount_money":{"amount":4999,"currency":"CAD"},"customer_id":"c1"}}}}',
    sender: 'square payments',
    input: json,
    event: { from: `${square}.status`, values: { COMPLETED: 'purchase' } },
    fields: {
      created_at: 'ymd',
      [`${square}.amount_money.amount`]: { type: 'minor_units', currency: `${square}.amount_money.currency` },
    },
    link: {
      event_id: 'event_id',
      event_time: iso('created_at'),
      transaction_id: { first: [`${square}.order_id`, `${square}.id`] },
      value: `${square}.amount_money.amount`,
      currency: upper(`${square}.amount_money.currency`),
      user_id: `${square}.customer_id`,
    },
    rows: [
      {
        event_id: 'e-1',
        event_name: 'purchase',
        event_time: '2026-03-14T09:26:53.000Z',
        transaction_id: 'o1',
        value: 49.99,
        currency: 'CAD',
        user_id: 'c1',
      },
    ],
  },
}
