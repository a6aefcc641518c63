/** Cases of target `microsoft`. */
import { delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, evidence, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://learn.microsoft.com/en-us/advertising/guides/uet-conversion-api-integration'
const settings = { tag_id: '97012345', access_token: 'uet-test-token' }
const now = '2026-03-14T10:00:00Z'
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'
const msclkid = '6f4a5e2dexamplemsclkid'

function sent(data: readonly object[], rest: object = {}): SentRequest {
  return {
    method: 'POST',
    url: 'https://capi.uet.microsoft.com/v1/97012345/events',
    headers: { authorization: 'Bearer uet-test-token', 'content-type': 'application/json' },
    body: { data, continueOnValidationError: true, ...rest },
  }
}

function withErrors(eventsReceived: number, details: readonly object[]) {
  return {
    eventsReceived,
    error: { code: 'ValidationError', message: 'One or more events are invalid.', details },
    traceId: '00-4bf92f3577b34da6a3ce929d0e0e4736-00',
  }
}

const tooOld = {
  index: 1,
  propertyName: 'eventTime',
  attemptedValue: '1',
  errorMessage: 'The event is older than 7 days.',
}

export const microsoft: TargetCases = {
  minimal: settings,
  full: { ...settings, data_provider: 'example-shop' },
  invalid: {
    'tag_id with a path': { ...settings, tag_id: '97/../1' },
    access_token: { ...settings, access_token: '' },
    'data_provider empty': { ...settings, data_provider: '' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      title: 'a purchase with all fields',
      docs: `${docs}#server-side-uet-events`,
      settings: { ...settings, data_provider: 'example-shop' },
      now,
      events: [
        {
          event_name: 'purchase',
          event_id: 'order-T-10042',
          event_time: '2026-03-14T09:34:38Z',
          user_id: 'u-1815',
          anonymous_id: 'anon-7f3a91',
          email: ' Joe@EG.com ',
          phone: '+1 (425) 123-4567',
          msclkid,
          ip: '203.0.113.7',
          user_agent,
          page_url: 'https://shop.example/thanks',
          page_referrer: 'https://shop.example/cart',
          page_title: 'Thanks',
          consent: { ad_storage: 'granted' },
          transaction_id: 'T-10042',
          value: 59.8,
          currency: 'EUR',
          items: [{ item_id: 'SKU-1842', item_name: 'Notes', price: 29.9, quantity: 2 }],
        },
      ],
      sends: [
        sent(
          [
            {
              eventType: 'custom',
              eventName: 'purchase',
              eventId: 'order-T-10042',
              eventTime: 1773480878,
              eventSourceUrl: 'https://shop.example/thanks',
              referrerUrl: 'https://shop.example/cart',
              pageTitle: 'Thanks',
              adStorageConsent: 'G',
              userData: {
                em: '8830eedd6c6b5ea97d181563a349476ca1bb25ace1f94b5c5e48d9cad727941b',
                ph: '2e5d2028e7c2f67400e97852f9ec7700c0de8e18abc1659f81bb8aecb1ef6bd5',
                anonymousId: 'anon-7f3a91',
                externalId: 'u-1815',
                msclkid,
                clientIpAddress: '203.0.113.7',
                clientUserAgent: user_agent,
              },
              customData: {
                value: 59.8,
                currency: 'EUR',
                transactionId: 'T-10042',
                items: [{ id: 'SKU-1842', name: 'Notes', price: 29.9, quantity: 2 }],
                itemIds: ['SKU-1842'],
                pageType: 'purchase',
              },
            },
          ],
          { dataProvider: 'example-shop' },
        ),
      ],
    },
    {
      title: 'a page without consent to storage, and a search, in one request',
      docs: `${docs}#server-side-uet-events`,
      settings,
      now,
      events: [
        {
          event_name: 'page_view',
          page_url: 'https://shop.example/',
          anonymous_id: 'anon-7f3a91',
          consent: { ad_storage: 'denied' },
        },
        { event_name: 'search', search_term: 'engine', msclkid },
      ],
      sends: [
        sent([
          {
            eventType: 'pageLoad',
            eventId: 'e-1',
            eventTime: 1773482400,
            eventSourceUrl: 'https://shop.example/',
            adStorageConsent: 'D',
            userData: { anonymousId: 'anon-7f3a91' },
          },
          {
            eventType: 'custom',
            eventName: 'search',
            eventId: 'e-2',
            eventTime: 1773482400,
            userData: { msclkid },
            customData: { searchTerm: 'engine', pageType: 'searchresults' },
          },
        ]),
      ],
    },
    {
      title: 'skips a page view without its URL',
      docs,
      settings,
      now,
      events: [{ event_name: 'page_view', msclkid }],
      sends: skipped('missing_required', { detail: 'eventSourceUrl is missing' }),
    },
    {
      title:
        'no unknown page type, and no value without its currency; a further field of the guide by a link',
      docs,
      settings,
      linkage: {
        '*': {
          'customData.pageType': { const: 'shop' },
          'extra.customData.hotelData.partnerHotelId': 'session_id',
        },
      },
      now,
      events: [
        {
          event_name: 'lead',
          msclkid,
          value: '12.50',
          currency: 'Euro',
          session_id: 'hotel-7',
          items: [{ item_id: 1842, price: '29.90', quantity: 'two' }],
        },
      ],
      sends: [
        sent([
          {
            eventType: 'custom',
            eventName: 'lead',
            eventId: 'e-1',
            eventTime: 1773482400,
            userData: { msclkid },
            customData: {
              items: [{ id: '1842', price: 29.9 }],
              itemIds: ['1842'],
              hotelData: { partnerHotelId: 'hotel-7' },
            },
          },
        ]),
      ],
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success',
      answer: answered(200, { eventsReceived: 2, error: null, traceId: '00-4bf92f35' }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'events of which one is invalid; the detail omits its value',
      answer: answered(200, withErrors(1, [tooOld])),
      events: 2,
      outcomes: [
        delivered({ http_status: 200 }),
        refused('rejected', evidence(200, 'eventTime: The event is older than 7 days.')),
      ],
    },
    {
      title: 'a request that is refused because of one event: the other is sent again',
      answer: answered(400, withErrors(0, [tooOld])),
      events: 2,
      outcomes: ['resend', refused('rejected', evidence(400, 'eventTime: The event is older than 7 days.'))],
    },
    {
      title: 'an invalid request that names no event',
      answer: answered(400, withErrors(0, [])),
      events: 1,
      outcomes: [refused('rejected', evidence(400, 'ValidationError: One or more events are invalid.'))],
    },
  ],
  recorder: {
    event: (n) => ({ eventId: `e-${n}` }),
    partial: 'each',
    waitSeconds: 30,
  },
}
