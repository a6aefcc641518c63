/** Target `google_data_manager`: conversions for Google Ads and Display & Video 360, with the Data Manager API and the function's identity. */
import { Type } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import { listBody } from './batch_body.ts'
import { dataManagerFields } from './google_data_manager_event.ts'
import {
  accountSettings,
  consentChoices,
  classifyDataManager,
  destinationIn,
  Digits,
  dataManagerIdentifiers,
} from './google_data_manager_request.ts'
import { defineTarget } from './target.ts'

const open = Type.Optional

const settings = Type.Object(
  {
    ...accountSettings,
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
  'consent.adUserData': { from: 'consent.ad_user_data', values: consentChoices },
  'consent.adPersonalization': { from: 'consent.ad_personalization', values: consentChoices },
  'adIdentifiers.gclid': 'gclid',
  'adIdentifiers.gbraid': 'gbraid',
  'adIdentifiers.wbraid': 'wbraid',
  'adIdentifiers.mobileDeviceId': { from: 'advertising_id', consent: 'ad_user_data' },
  'userData.userIdentifiers': {
    list: dataManagerIdentifiers,
    consent: 'ad_user_data',
  },
  currency: 'currency',
  conversionValue: 'value',
  // No IP address is sent, because Google does not accept those of users in the EEA, the UK and Switzerland.
  'eventDeviceInfo.userAgent': 'user_agent',
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
  request: (events, { validate_only, ...account }, context) => {
    const reference = String(events[0]!.fields['destinationReferences'])
    return {
      method: 'POST',
      url: 'https://datamanager.googleapis.com/v1/events:ingest',
      headers: { authorization: context.authorization, 'content-type': 'application/json' },
      body: listBody('events', events, {
        destinations: [{ reference, ...destinationIn(account, reference) }],
        encoding: 'HEX',
        validateOnly: validate_only,
      }),
      timeout: 30_000,
    }
  },
  classify: classifyDataManager('events'),
})
