/** Cases of target `google_data_manager`. official_ads.test.ts checks its requests by the official protos. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { dataManagerFaults } from './ad_faults.ts'
import { answered, commonAnswers } from './answers.ts'
import { posted, type TargetCases } from './case.ts'

const docs = 'https://developers.google.com/data-manager/api/reference/rest/v1/events/ingest'
const settings = { account_id: '1234567890', conversion_actions: { purchase: '111', lead: '222' } }
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0'
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }
const eventTimestamp = '2026-03-14T10:00:00.000Z'
const consent = { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' }
const granted = { ad_user_data: 'granted', ad_personalization: 'granted' }

const url = 'https://datamanager.googleapis.com/v1/events:ingest'
function sent(destination: object, events: readonly object[], more: object = {}) {
  const body = { destinations: [destination], events, encoding: 'HEX', ...more }
  return posted(url, body, { authorization: 'Bearer own-token' })
}

function destination(id: string) {
  const operatingAccount = { accountType: 'GOOGLE_ADS', accountId: '1234567890' }
  return { reference: id, operatingAccount, productDestinationId: id }
}

/** The API's error for a request with invalid events. */
function invalid(field: string) {
  const violation = { field, description: 'Hex encoding is invalid', reason: 'INVALID_HEX_ENCODING' }
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'INVALID_ARGUMENT' },
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] },
  ]
  const message = 'There was a problem with the request.'
  return answered(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT', details } })
}

export const google_data_manager: TargetCases = {
  minimal: settings,
  full: {
    ...settings,
    account_type: 'DISPLAY_VIDEO_ADVERTISER',
    login_account_id: '9876543210',
    validate_only: true,
  },
  invalid: {
    'account_id with dashes': { ...settings, account_id: '123-456-7890' },
    'login_account_id with dashes': { ...settings, login_account_id: '123-456-7890' },
    'account_type unknown': { ...settings, account_type: 'GOOGLE_PLUS' },
    'conversion_actions by name': { ...settings, conversion_actions: { purchase: 'Purchase' } },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    ...dataManagerFaults,
    {
      ...common,
      title: 'a purchase with all fields, with the personal values of the formatting guide',
      docs: 'https://developers.google.com/data-manager/api/devguides/concepts/formatting',
      settings: { ...settings, login_account_id: '9876543210', account_type: 'DISPLAY_VIDEO_ADVERTISER' },
      events: [
        {
          event_name: 'purchase',
          event_time: '2026-03-14T09:34:38.5Z',
          event_id: 'e-77',
          email: 'Jane.Doe+promo@Gmail.com',
          phone: '+1 800-555-0100',
          first_name: 'Dr. Ada',
          last_name: 'Lovelace, PhD',
          country: 'gb',
          postal_code: ' SW1A 1AA ',
          gclid: 'EAIaIQobChMI4b2QexampleAAYASAA',
          advertising_id: '38400000-8cf0-11bd-b23e-10b96e40000d',
          ip: '203.0.113.7',
          user_agent,
          action_source: 'store',
          consent: { ad_user_data: 'granted', ad_personalization: 'denied' },
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          coupon: 'SPRING10',
          items: [{ item_id: 'SKU-1842', item_name: 'Notes', price: 29.9, quantity: 2 }],
        },
      ],
      sends: [
        sent(
          {
            reference: '111',
            operatingAccount: { accountType: 'DISPLAY_VIDEO_ADVERTISER', accountId: '1234567890' },
            loginAccount: { accountType: 'DISPLAY_VIDEO_ADVERTISER', accountId: '9876543210' },
            productDestinationId: '111',
          },
          [
            {
              destinationReferences: ['111'],
              eventTimestamp: '2026-03-14T09:34:38.500Z',
              transactionId: 'T-10042',
              eventSource: 'IN_STORE',
              consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' },
              adIdentifiers: {
                gclid: 'EAIaIQobChMI4b2QexampleAAYASAA',
                mobileDeviceId: '38400000-8cf0-11bd-b23e-10b96e40000d',
              },
              userData: {
                userIdentifiers: [
                  { emailAddress: 'd6117306485ed0e50afab3ac871e98f81699151f30281527d63ff5f233656c69' },
                  { phoneNumber: 'fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30' },
                  {
                    address: {
                      givenName: 'fdee430d40bd57deeac186cd9790033d0f06f909a8806e7ce6e717ab7c7d5029',
                      familyName: 'fb1e7ec987523d2cb9e022cec1d6ae7c99dc46edfae4fe51254025fe4bea571f',
                      regionCode: 'GB',
                      postalCode: 'SW1A 1AA',
                    },
                  },
                ],
              },
              conversionValue: 64.7,
              currency: 'EUR',
              cartData: {
                couponCodes: ['SPRING10'],
                items: [{ merchantProductId: 'SKU-1842', quantity: 2, unitPrice: 29.9 }],
              },
              eventDeviceInfo: { userAgent: user_agent },
            },
          ],
        ),
      ],
    },
    {
      ...common,
      title: 'events of one conversion action share a request; an incomplete address is omitted',
      settings: { ...settings, validate_only: true },
      events: [
        {
          event_name: 'lead',
          email: 'AlexZ@example.com',
          consent: granted,
          first_name: 'Alex',
          country: 'US',
        },
        { event_name: 'lead', phone: '+18005550100', consent: granted, action_source: 'phone' },
        { event_name: 'purchase', gbraid: 'g-1', transaction_id: 'T-1', value: 1, currency: 'EUR' },
      ],
      sends: [
        sent(
          destination('222'),
          [
            {
              destinationReferences: ['222'],
              eventTimestamp,
              transactionId: 'e-1',
              eventSource: 'WEB',
              consent,
              userData: {
                userIdentifiers: [
                  { emailAddress: '509e933019bb285a134a9334b8bb679dff79d0ce023d529af4bd744d47b4fd8a' },
                ],
              },
            },
            {
              destinationReferences: ['222'],
              eventTimestamp,
              transactionId: 'e-2',
              eventSource: 'PHONE',
              consent,
              userData: {
                userIdentifiers: [
                  { phoneNumber: 'fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30' },
                ],
              },
            },
          ],
          { validateOnly: true },
        ),
        sent(
          destination('111'),
          [
            {
              destinationReferences: ['111'],
              eventTimestamp,
              transactionId: 'T-1',
              eventSource: 'WEB',
              adIdentifiers: { gbraid: 'g-1' },
              conversionValue: 1,
              currency: 'EUR',
            },
          ],
          { validateOnly: true },
        ),
      ],
    },
    {
      ...common,
      title: 'skips an event whose only identifier is an email without consent to ad_user_data',
      docs: 'https://developers.google.com/data-manager/api/devguides/concepts/dma',
      events: [{ event_name: 'lead', email: 'ada@example.com', consent: { ad_user_data: 'denied' } }],
      sends: skipped('no_identifier'),
    },
    {
      ...common,
      title: 'skips an event type without a conversion action',
      events: [{ event_name: 'sign_up', email: 'ada@example.com', consent: granted }],
      sends: skipped('event_not_mapped'),
    },
  ],
  answers: [
    {
      title: 'success',
      answer: answered(200, { requestId: '126365e1-16d0-4c81-9de9-f362711e250a' }),
      events: 2,
      outcomes: [delivered({ http_status: 200 }), delivered({ http_status: 200 })],
    },
    {
      title: 'an invalid event, which Google names',
      answer: invalid('events[1].user_data.user_identifiers[0].email_address'),
      events: 3,
      outcomes: [
        'resend',
        refused('rejected', {
          http_status: 400,
          detail: 'events[1].user_data.user_identifiers[0].email_address Hex encoding is invalid',
        }),
        'resend',
      ],
    },
    {
      title: 'no access to the account',
      answer: answered(403, {
        error: { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' },
      }),
      events: 1,
      outcomes: [deferred('auth', { http_status: 403, detail: 'The caller does not have permission' })],
    },
    {
      title: 'an invalid destination, for which no event is the cause',
      answer: answered(400, { error: { message: 'No account.' } }),
      events: 1,
      outcomes: [refused('rejected', { http_status: 400, detail: '{"error":{"message":"No account."}}' })],
    },
    ...commonAnswers,
  ],
  recorder: { event: (n) => ({ transactionId: `e-${n}`, destinationReferences: ['7'] }), partial: 'without' },
}
