/** Cases of target `google_customer_match`. Its requests follow Google's reference of audienceMembers; the hashes are those of its formatting guide. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers, evidence } from './answers.ts'
import { posted, type TargetCases } from './case.ts'
import { ada, hashes, row } from './members.ts'

const docs = 'https://developers.google.com/data-manager/api/reference/rest/v1/audienceMembers/ingest'
const settings = { account_id: '1234567890', list_id: '8001' }
const common = { docs, settings, now: '2026-03-14T10:00:00Z' }
const granted = { ad_user_data: 'granted', ad_personalization: 'granted' }
const consent = { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' }
const destination = {
  operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' },
  productDestinationId: '8001',
}
const termsOfService = { customerMatchTermsOfServiceStatus: 'ACCEPTED' }

function sent(method: 'ingest' | 'remove', audienceMembers: readonly object[], more: object = {}) {
  const body = {
    destinations: [destination],
    audienceMembers,
    encoding: 'HEX',
    ...(method === 'ingest' && { termsOfService }),
    ...more,
  }
  return posted(`https://datamanager.googleapis.com/v1/audienceMembers:${method}`, body, {
    authorization: 'Bearer own-token',
  })
}

/** alexz@example.com and +18005550100. */
const alex = {
  email: 'AlexZ@example.com',
  phone: '+1 800-555-0100',
}
const alexIdentifiers = [
  { emailAddress: '509e933019bb285a134a9334b8bb679dff79d0ce023d529af4bd744d47b4fd8a' },
  { phoneNumber: 'fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30' },
]
const adaMember = { userData: { userIdentifiers: [{ emailAddress: hashes.adaEmail }] } }

function failed(reason: string, message: string, violations: readonly object[] = []) {
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason },
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations },
  ]
  return answered(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT', details } })
}

const message = 'There was a problem with the request.'

export const google_customer_match: TargetCases = {
  minimal: settings,
  full: {
    ...settings,
    account_type: 'DISPLAY_VIDEO_ADVERTISER',
    login_account_id: '9876543210',
    validate_only: true,
  },
  invalid: {
    'account_id with dashes': { ...settings, account_id: '123-456-7890' },
    'list_id by name': { ...settings, list_id: 'Lapsed customers' },
    surprise: { ...settings, surprise: 1 },
  },
  examples: [
    {
      ...common,
      title: 'two members, each with consent; the Gmail address without dots and suffix',
      events: [
        row('added', { ...alex, consent: granted }),
        row('changed', {
          email: 'Jane.Doe+promo@Gmail.com',
          consent: { ad_user_data: 'granted', ad_personalization: 'denied' },
        }),
      ],
      sends: [
        sent('ingest', [
          { userData: { userIdentifiers: alexIdentifiers }, consent },
          {
            userData: {
              userIdentifiers: [
                { emailAddress: 'd6117306485ed0e50afab3ac871e98f81699151f30281527d63ff5f233656c69' },
              ],
            },
            consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' },
          },
        ]),
      ],
    },
    {
      ...common,
      title: 'an address, whose names are hashed',
      docs: 'https://developers.google.com/data-manager/api/devguides/concepts/formatting',
      events: [
        row('added', { first_name: 'Ada', last_name: 'Lovelace', country: 'gb', postal_code: 'SW1A 1AA' }),
      ],
      sends: [
        sent('ingest', [
          {
            userData: {
              userIdentifiers: [
                {
                  address: {
                    // ada, lovelace
                    givenName: 'fdee430d40bd57deeac186cd9790033d0f06f909a8806e7ce6e717ab7c7d5029',
                    familyName: 'fb1e7ec987523d2cb9e022cec1d6ae7c99dc46edfae4fe51254025fe4bea571f',
                    regionCode: 'GB',
                    postalCode: 'SW1A 1AA',
                  },
                },
              ],
            },
          },
        ]),
      ],
    },
    {
      ...common,
      title: 'a removal has no consent and no terms, and is sent after a denial and an opt-out',
      docs: 'https://developers.google.com/data-manager/api/reference/rest/v1/audienceMembers/remove',
      events: [
        row('removed', {
          ...ada,
          consent: { ad_user_data: 'denied', ad_personalization: 'denied' },
          limited_data_use: true,
        }),
        row('added', { ...alex, consent: granted }),
      ],
      sends: [
        sent('remove', [adaMember]),
        sent('ingest', [{ userData: { userIdentifiers: alexIdentifiers }, consent }]),
      ],
    },
    {
      ...common,
      title: 'a list of another product, through a manager account, in the test mode',
      settings: {
        ...settings,
        account_type: 'DISPLAY_VIDEO_ADVERTISER',
        login_account_id: '9876543210',
        validate_only: true,
      },
      events: [row('added', ada)],
      sends: [
        sent('ingest', [adaMember], {
          destinations: [
            {
              operatingAccount: { accountType: 'DISPLAY_VIDEO_ADVERTISER', accountId: '1234567890' },
              loginAccount: { accountType: 'DISPLAY_VIDEO_ADVERTISER', accountId: '9876543210' },
              productDestinationId: '8001',
            },
          ],
          validateOnly: true,
        }),
      ],
    },
    {
      ...common,
      title: 'a device is not contact information',
      events: [row('added', { advertising_id: '38400000-8cf0-11bd-b23e-10b96e40000d' })],
      sends: skipped('no_identifier'),
    },
  ],
  answers: [
    ...commonAnswers,
    {
      title: 'success, with the id by which Google can be asked later',
      answer: answered(200, { requestId: '126365e1-16d0-4c81-9de9-f362711e250a' }),
      events: 2,
      outcomes: [
        delivered({ http_status: 200, receipt: '126365e1-16d0-4c81-9de9-f362711e250a' }),
        delivered({ http_status: 200, receipt: '126365e1-16d0-4c81-9de9-f362711e250a' }),
      ],
    },
    {
      title: 'an invalid member: the others are sent again',
      answer: failed('INVALID_ARGUMENT', message, [
        {
          field: 'audience_members[1].user_data.user_identifiers[0].email_address',
          description: 'Hex encoding is invalid',
          reason: 'INVALID_HEX_ENCODING',
        },
      ]),
      events: 3,
      outcomes: [
        'resend',
        refused(
          'rejected',
          evidence(
            400,
            'audience_members[1].user_data.user_identifiers[0].email_address Hex encoding is invalid',
          ),
        ),
        'resend',
      ],
    },
    {
      title: 'terms that were not accepted: held until they are',
      answer: failed('TERMS_AND_CONDITIONS_NOT_SIGNED', message),
      events: 1,
      outcomes: [deferred('auth', evidence(400, message))],
    },
    {
      title: 'an unknown list: held',
      answer: failed('INVALID_ARGUMENT', message, [
        {
          field: 'destinations[0].product_destination_id',
          description: 'The user list id is invalid',
          reason: 'INVALID_USER_LIST_ID',
        },
      ]),
      events: 1,
      outcomes: [deferred('auth', evidence(400, message))],
    },
    {
      title: 'a service account without access to the account',
      answer: answered(403, {
        error: { code: 403, message: 'The caller does not have permission', status: 'PERMISSION_DENIED' },
      }),
      events: 1,
      outcomes: [deferred('auth', evidence(403, 'The caller does not have permission'))],
    },
  ],
  recorder: {
    event: (n) => ({
      operation: 'add',
      userData: { userIdentifiers: [{ emailAddress: `${n}`.repeat(64) }] },
    }),
    partial: 'without',
  },
}
