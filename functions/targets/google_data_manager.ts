/** Target `google_data_manager`: conversions for Google Ads and Display & Video 360, with the Data Manager API and the function's identity. */
import { Type } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import { deferred } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, rejectedBecauseOf, evidenceOf, type Faults } from './answer.ts'
import { listBody } from './batch_body.ts'
import { dataManagerFields } from './google_data_manager_event.ts'
import { withAll } from './presence.ts'
import { defineTarget, type Attempt, type LinkedEvent } from './target.ts'

const open = Type.Optional
const Digits = { pattern: '^[0-9]+$' }

const settings = Type.Object(
  {
    account_type: open(
      Type.Enum(['GOOGLE_ADS', 'DISPLAY_VIDEO_ADVERTISER', 'DISPLAY_VIDEO_PARTNER'], {
        description: 'Type of the account that receives the conversions. Default: GOOGLE_ADS.',
      }),
    ),
    account_id: Type.String({
      ...Digits,
      description: 'Id of the account that receives the conversions, without dashes.',
      examples: ['1234567890'],
    }),
    login_account_id: open(
      Type.String({
        ...Digits,
        description: 'Id of the manager account through which the service account has access.',
        examples: ['9876543210'],
      }),
    ),
    conversion_actions: Type.Record(Type.String(), Type.String(Digits), {
      minProperties: 1,
      description: 'Event type → id of its conversion action. Event types that are not listed are skipped.',
      examples: [{ purchase: '123456789' }],
    }),
    validate_only: open(
      Type.Boolean({ description: 'Makes Google validate the events without recording them, for tests.' }),
    ),
  },
  { additionalProperties: false },
)

const choices = { granted: 'CONSENT_GRANTED', denied: 'CONSENT_DENIED' } as const

const linkage: Link = {
  destinationReferences: { list: ['target_event'] },
  eventTimestamp: { from: 'event_time', as: 'iso' },
  transactionId: { first: ['transaction_id', 'event_id'] },
  eventSource: {
    from: 'action_source',
    values: {
      web: 'WEB',
      app: 'APP',
      store: 'IN_STORE',
      phone: 'PHONE',
      chat: 'MESSAGE',
      email: 'OTHER',
      system: 'OTHER',
      other: 'OTHER',
    },
    default: 'WEB',
  },
  'consent.adUserData': { from: 'consent.ad_user_data', values: choices },
  'consent.adPersonalization': { from: 'consent.ad_personalization', values: choices },
  'adIdentifiers.gclid': 'gclid',
  'adIdentifiers.gbraid': 'gbraid',
  'adIdentifiers.wbraid': 'wbraid',
  'adIdentifiers.mobileDeviceId': { from: 'advertising_id', consent: 'ad_user_data' },
  'userData.userIdentifiers': {
    list: [
      { object: { emailAddress: 'email' } },
      { object: { phoneNumber: 'phone' } },
      withAll(['first_name', 'last_name', 'country', 'postal_code'], {
        object: {
          'address.givenName': 'first_name',
          'address.familyName': 'last_name',
          'address.regionCode': 'country',
          'address.postalCode': 'postal_code',
        },
      }),
    ],
    consent: 'ad_user_data',
  },
  currency: 'currency',
  conversionValue: 'value',
  // No IP address is sent, because Google does not accept those of users in the EEA, the UK and Switzerland.
  'eventDeviceInfo.userAgent': 'user_agent',
}

interface ErrorBody {
  error: {
    message?: string
    details?: readonly { fieldViolations?: readonly { field?: string; description?: string }[] }[]
  }
}

/** One invalid event fails the request. The error names it: `events[3].user_data…`.
 * https://developers.google.com/data-manager/api/devguides/concepts/understand-errors */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { error } = bodyOf<ErrorBody>(response) ?? {}
  // The service account has no access to the ads account.
  if (response.status === 403) {
    return events.map(() => ({ outcome: deferred('auth', evidenceOf(response, error?.message ?? '')) }))
  }
  const violations = (error?.details ?? []).flatMap(({ fieldViolations = [] }) => fieldViolations)
  const faults: Faults = new Map(
    violations.flatMap(({ field = '', description = '' }) => {
      const index = /^events\[(\d+)\]/.exec(field)?.[1]
      return index === undefined ? [] : [[Number(index), `${field} ${description}`.trim()]]
    }),
  )
  return rejectedBecauseOf(response, events, faults)
}

export const google_data_manager = defineTarget({
  name: 'google_data_manager',
  title: 'Google Data Manager',
  purpose: 'advertising',
  // `consent` is for the Digital Markets Act. Event has no field for restricted data processing.
  honours: null,
  docs: 'https://developers.google.com/data-manager/api/reference/rest/v1/events/ingest',
  settings,
  events: { setting: 'conversion_actions' },
  otherEvents: null,
  fields: dataManagerFields,
  keep: ['consent.adUserData', 'consent.adPersonalization'],
  together: [['conversionValue', 'currency']],
  // Google's reference lists more: `eventLocation`, `lastUpdatedTimestamp`, `adIdentifiers.landingPageDeviceInfo` and others.
  extra: true,
  linkage,
  linkageByEvent: {
    purchase: {
      'cartData.couponCodes': { list: ['coupon'] },
      'cartData.items': {
        each: 'items',
        map: { merchantProductId: 'item_id', quantity: 'quantity', unitPrice: 'price' },
      },
    },
  },
  // Each conversion action has its own window, which Google applies later.
  time: undefined,
  dedup: 'transactionId',
  identity: [
    ['adIdentifiers.gclid'],
    ['adIdentifiers.gbraid'],
    ['adIdentifiers.wbraid'],
    ['userData.userIdentifiers'],
  ],
  test: 'validate_only',
  batch: {
    maxItems: 2000,
    maxBytes: 10_000_000,
    atomic: true,
    // A request can have ten conversion actions at most; one is simpler.
    key: ({ fields: { destinationReferences } }) => String(destinationReferences),
  },
  googleScope: 'https://www.googleapis.com/auth/datamanager',
  request: (
    events,
    { account_type = 'GOOGLE_ADS', account_id, login_account_id, validate_only },
    context,
  ) => {
    const reference = String(events[0]!.fields['destinationReferences'])
    const account = (accountId: string) => ({ accountType: account_type, accountId })
    const destination = {
      reference,
      operatingAccount: account(account_id),
      ...(login_account_id && { loginAccount: account(login_account_id) }),
      productDestinationId: reference,
    }
    return {
      method: 'POST',
      url: 'https://datamanager.googleapis.com/v1/events:ingest',
      headers: { authorization: context.authorization, 'content-type': 'application/json' },
      body: listBody('events', events, {
        destinations: [destination],
        encoding: 'HEX',
        validateOnly: validate_only,
      }),
      timeout: 30_000,
    }
  },
  classify,
})
