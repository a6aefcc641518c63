/** Cases of target `attentive`. By Attentive's OpenAPI descriptions v1 and v2 (2026-07). */
import { delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import { posted, type SentRequest, type TargetCases } from './case.ts'

const docs = 'https://docs.attentive.com/reference'
const api_key = 'k-1'
const now = '2026-03-14T10:00:00Z'
const occurredAt = '2026-03-14T10:00:00.000Z'

function sent(path: string, body: object): SentRequest {
  return posted(`https://api.attentivemobile.com/${path}`, body, { authorization: 'Bearer k-1' })
}

function custom(body: object): SentRequest {
  return sent('v1/events/custom', { occurredAt, ...body })
}

const u1 = { externalIdentifiers: { clientUserId: 'u-1' } }
const ada = { event_name: 'sign_up', user_id: 'u-1815', email: 'Ada@Example.com' }
const adasSignUp = custom({
  type: 'sign_up',
  externalEventId: 'e-1',
  properties: { method: 'email' },
  user: { email: 'ada@example.com', externalIdentifiers: { clientUserId: 'u-1815' } },
})

export const attentive: TargetCases = {
  minimal: { api_key },
  full: { api_key },
  invalid: { api_key: { api_key: '' }, surprise: { api_key, surprise: 1 } },
  examples: [
    {
      title: 'a purchase with all fields, which has a separate API',
      docs: `${docs}/postpurchaseevents`,
      settings: { api_key },
      now,
      events: [
        {
          event_name: 'purchase',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          email: 'ada@example.com',
          phone: '+1 311 555 2368',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'eur',
          page_url: 'https://shop.example/thanks',
          items: [
            {
              item_id: 'SKU-1842',
              item_name: 'Notes',
              item_brand: 'Menabrea',
              item_url: 'https://shop.example/items/SKU-1842',
              image_url: 'https://shop.example/images/SKU-1842.jpg',
              price: 29.9,
              quantity: 2,
            },
            { item_id: 'SKU-1843', price: 4.9 },
          ],
        },
      ],
      sends: [
        sent('v1/events/ecommerce/purchase', {
          items: [
            {
              productId: 'SKU-1842',
              productVariantId: 'SKU-1842',
              name: 'Notes',
              productUrl: 'https://shop.example/items/SKU-1842',
              productImage: 'https://shop.example/images/SKU-1842.jpg',
              price: [{ value: 29.9, currency: 'EUR' }],
              quantity: 2,
            },
            { productId: 'SKU-1843', productVariantId: 'SKU-1843', price: [{ value: 4.9, currency: 'EUR' }] },
          ],
          orderId: 'T-10042',
          occurredAt: '2026-03-14T09:34:38.000Z',
          user: {
            email: 'ada@example.com',
            phone: '+13115552368',
            externalIdentifiers: { clientUserId: 'u-1815' },
          },
        }),
      ],
    },
    {
      title: 'a product view and a product in the cart have APIs of their own, each event a request',
      docs: `${docs}/postproductviewevents`,
      settings: { api_key },
      now,
      events: [
        { event_name: 'view_item', user_id: 'u-1', currency: 'USD', items: [{ item_id: 'A', price: 1 }] },
        { event_name: 'add_to_cart', user_id: 'u-1', currency: 'USD', items: [{ item_id: 'B', price: 2 }] },
      ],
      sends: [['product-view', 'A', 1] as const, ['add-to-cart', 'B', 2] as const].map(([path, id, value]) =>
        sent(`v1/events/ecommerce/${path}`, {
          items: [{ productId: id, productVariantId: id, price: [{ value, currency: 'USD' }] }],
          occurredAt,
          user: u1,
        }),
      ),
    },
    {
      title:
        'without a price or a currency, which Attentive takes for US dollars, a purchase is a custom event',
      docs: `${docs}/postcustomevents`,
      settings: { api_key },
      now,
      events: [
        { event_name: 'purchase', user_id: 'u-1', currency: 'EUR', value: 5, items: [{ item_id: 'A' }] },
        { event_name: 'purchase', user_id: 'u-1', items: [{ item_id: 'A', price: 5 }] },
      ],
      sends: [
        custom({
          type: 'purchase',
          externalEventId: 'e-1',
          properties: { value: 5, currency: 'EUR', items: [{ item_id: 'A' }] },
          user: u1,
        }),
        custom({
          type: 'purchase',
          externalEventId: 'e-2',
          properties: { items: [{ item_id: 'A', price: 5 }] },
          user: u1,
        }),
      ],
    },
    {
      title: 'a property whose name has a character that Attentive refuses is left out',
      docs: `${docs}/postcustomevents`,
      settings: { api_key },
      now,
      events: [{ event_name: 'contact', phone: '+13115552368', urgent: true, 'a|b': 1 }],
      leftOut: ['properties.a|b'],
      sends: [
        custom({
          type: 'contact',
          externalEventId: 'e-1',
          properties: { urgent: true },
          user: { phone: '+13115552368' },
        }),
      ],
    },
    {
      title: 'a sign-up updates the person, without any subscription, in a request before that of the event',
      docs: `${docs}/postbulkuserattributes`,
      settings: { api_key },
      now,
      events: [
        {
          ...ada,
          method: 'email',
          first_name: 'Ada',
          last_name: 'Lovelace',
          city: 'London',
          region: 'England',
          postal_code: 'SW1Y 4JH',
          country: 'gb',
        },
      ],
      sends: [
        sent('v2/bulk/user/attributes', {
          users: [
            {
              identifiers: { email: 'ada@example.com', clientUserId: 'u-1815' },
              attributes: {
                firstName: 'Ada',
                lastName: 'Lovelace',
                location: { city: 'London', state: 'England', zip: 'SW1Y 4JH', country: 'GB' },
              },
            },
          ],
        }),
        adasSignUp,
      ],
    },
    {
      title: 'a replayed sign-up writes no attributes',
      docs: `${docs}/postbulkuserattributes`,
      settings: { api_key },
      isReplay: true,
      now,
      events: [{ ...ada, method: 'email', first_name: 'Ada' }],
      leftOut: ['person'],
      sends: [adasSignUp],
    },
    {
      title: 'skips an event without an identifier',
      docs: `${docs}/postcustomevents`,
      settings: { api_key },
      now,
      events: [{ event_name: 'login', anonymous_id: 'a-1' }],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    {
      title: 'an accepted event',
      answer: answered(200),
      events: 1,
      outcomes: [delivered({ http_status: 200 })],
    },
    {
      title: 'accepted attributes',
      ofProfiles: true,
      answer: answered(202, { message: 'Bulk job successfully submitted.', batchJobId: '550e' }),
      events: 1,
      outcomes: [delivered({ http_status: 202 })],
    },
    {
      title: 'an invalid parameter',
      answer: answered(400),
      events: 1,
      outcomes: [refused('rejected', { http_status: 400 })],
    },
    {
      title: 'attributes that the key may not write, while the event can be sent',
      ofProfiles: true,
      answer: answered(403),
      events: 1,
      outcomes: [refused('unauthorised_payload', { http_status: 403 })],
    },
    ...commonAnswers,
  ],
  recorder: {
    event: (n) => ({ type: 'login', externalEventId: `e-${n}` }),
    partial: 'single',
  },
}
