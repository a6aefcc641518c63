/** Cases of advertising targets: events with faults in optional fields, which are sent without those fields. */
import { posted, type Example } from './case.ts'

const now = '2026-03-14T10:00:00Z'
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'
const json = { 'content-type': 'application/json' }
/** SHA-256 of alice@example.com. */
const alice = 'ff8d9819fc0e12bf0d24892e45987e249a28dce836a85cad60e28eaaa8c6d976'

/** Ids as numbers, amounts as text, a currency in lower case, and quantities that are no positive integers. */
const order = {
  event_name: 'purchase',
  email: 'alice@example.com',
  transaction_id: 10042,
  value: '59.80',
  currency: 'eur',
  items: [
    { item_id: 1842, price: '29.90', quantity: 1.5 },
    { item_id: 'SKU-2', price: 'free', quantity: 0 },
  ],
}

const metaSettings = { dataset_id: '1234567890123456', access_token: 'EAAB-test-token' }

export const metaFaults: readonly Example[] = [
  {
    title:
      'a purchase with faults: a browser id of another form, a price that is no number, 1.5 pieces in all',
    docs: 'https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/custom-data',
    settings: metaSettings,
    now,
    events: [{ ...order, action_source: 'store', fbp: '1098115397' }],
    sends: [
      posted(
        'https://graph.facebook.com/v25.0/1234567890123456/events',
        {
          data: [
            {
              event_name: 'Purchase',
              event_time: 1773482400,
              event_id: 'e-1',
              action_source: 'physical_store',
              user_data: { em: [alice] },
              custom_data: {
                value: 59.8,
                currency: 'EUR',
                content_ids: ['1842', 'SKU-2'],
                contents: [
                  { id: '1842', quantity: 1.5, item_price: 29.9 },
                  { id: 'SKU-2', quantity: 0 },
                ],
                content_type: 'product',
                order_id: '10042',
              },
            },
          ],
        },
        { authorization: 'Bearer EAAB-test-token' },
      ),
    ],
  },
]

export const pinterestFaults: readonly Example[] = [
  {
    title: 'a purchase with faults: quantities that are no integers, and an invalid currency, so no value',
    docs: 'https://developers.pinterest.com/docs/api/v5/events-create/',
    settings: { ad_account_id: '549755885175', access_token: 'pina_test-token' },
    now,
    events: [order, { ...order, currency: 'Euro', value: -5 }],
    sends: [
      posted(
        'https://api.pinterest.com/v5/ad_accounts/549755885175/events',
        {
          data: [{ value: '59.80', currency: 'EUR' }, {}].map((amount, n) => ({
            event_name: 'checkout',
            event_time: 1773482400,
            event_id: `e-${n + 1}`,
            action_source: 'web',
            user_data: { em: [alice] },
            custom_data: {
              ...amount,
              content_ids: ['1842', 'SKU-2'],
              contents: [
                { id: '1842', item_price: '29.90' },
                { id: 'SKU-2', quantity: 0 },
              ],
              order_id: '10042',
            },
          })),
        },
        { authorization: 'Bearer pina_test-token' },
      ),
    ],
  },
]

export const xFaults: readonly Example[] = [
  {
    title: 'a purchase with faults; the id of the event without the id of the pixel',
    docs: 'https://docs.x.com/x-ads-api/measurement/web-conversions',
    settings: { pixel_id: 'o8z6j', access_token: 'x-test-token', event_ids: { purchase: 'o8z21' } },
    now,
    events: [{ ...order, currency: 'Euro' }],
    sends: [
      {
        method: 'POST',
        url: 'https://ads-api.x.com/12/measurement/conversions/o8z6j',
        headers: { 'x-pixel-token': 'x-test-token', ...json },
        body: {
          conversions: [
            {
              conversion_time: '2026-03-14T10:00:00.000Z',
              event_id: 'o8z21',
              conversion_id: 'e-1',
              identifiers: [{ hashed_email: alice }],
              contents: [{ content_id: '1842', content_price: '29.90' }, { content_id: 'SKU-2' }],
            },
          ],
        },
      },
    ],
  },
]

export const linkedinFaults: readonly Example[] = [
  {
    title: 'a purchase with a negative value, and one with a name that is a hash already',
    docs: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api',
    settings: { access_token: 'li-test-token', conversion_rules: { purchase: '104012' } },
    now,
    events: [
      { ...order, value: -5 },
      { ...order, first_name: alice, last_name: 'Lovelace' },
    ],
    sends: [
      {
        method: 'POST',
        url: 'https://api.linkedin.com/rest/conversionEvents',
        headers: {
          authorization: 'Bearer li-test-token',
          'linkedin-version': '202604',
          'x-restli-protocol-version': '2.0.0',
          'x-restli-method': 'BATCH_CREATE',
          ...json,
        },
        body: {
          elements: [{}, { conversionValue: { currencyCode: 'EUR', amount: '59.80' } }].map((amount, n) => ({
            conversion: 'urn:lla:llaPartnerConversion:104012',
            conversionHappenedAt: 1773482400000,
            eventId: `e-${n + 1}`,
            user: { userIds: [{ idType: 'SHA256_EMAIL', idValue: alice }] },
            ...amount,
          })),
        },
      },
    ],
  },
]

export const redditFaults: readonly Example[] = [
  {
    title: 'a purchase with faults: no count for 1.5 pieces in all, no price that is no number',
    docs: 'https://ads-api.reddit.com/docs/v3/operations/Post%20Conversion%20Events',
    settings: { pixel_id: 'a2_fyqaz1b2c3d4', access_token: 'reddit-test-token' },
    now,
    events: [order],
    sends: [
      posted(
        'https://ads-api.reddit.com/api/v3/pixels/a2_fyqaz1b2c3d4/conversion_events',
        {
          data: {
            events: [
              {
                event_at: 1773482400000,
                action_source: 'WEBSITE',
                type: { tracking_type: 'PURCHASE' },
                user: { email: alice },
                metadata: {
                  conversion_id: 'e-1',
                  value: 59.8,
                  currency: 'EUR',
                  products: [
                    { id: '1842', item_price: 29.9 },
                    { id: 'SKU-2', quantity: 0 },
                  ],
                },
              },
            ],
          },
        },
        { authorization: 'Bearer reddit-test-token' },
      ),
    ],
  },
]

const destination = {
  reference: '111',
  operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' },
  productDestinationId: '111',
}

export const dataManagerFaults: readonly Example[] = [
  {
    title: 'a purchase with faults; a further field of the reference by a link',
    docs: 'https://developers.google.com/data-manager/api/reference/rest/v1/events/ingest',
    settings: { account_id: '1234567890', conversion_actions: { purchase: '111' } },
    linkage: { purchase: { 'extra.eventLocation.storeId': 'session_id' } },
    now,
    events: [{ ...order, gclid: 'EAIaIQobChMI', user_agent, session_id: 'store-7' }],
    sends: [
      posted(
        'https://datamanager.googleapis.com/v1/events:ingest',
        {
          destinations: [destination],
          events: [
            {
              destinationReferences: ['111'],
              eventTimestamp: '2026-03-14T10:00:00.000Z',
              transactionId: '10042',
              eventSource: 'WEB',
              adIdentifiers: { gclid: 'EAIaIQobChMI' },
              currency: 'EUR',
              conversionValue: 59.8,
              eventDeviceInfo: { userAgent: user_agent },
              cartData: {
                items: [{ merchantProductId: '1842', unitPrice: 29.9 }, { merchantProductId: 'SKU-2' }],
              },
              eventLocation: { storeId: 'store-7' },
            },
          ],
          encoding: 'HEX',
        },
        { authorization: 'Bearer own-token' },
      ),
    ],
  },
]
