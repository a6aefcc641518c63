/** Target `microsoft`: Microsoft Advertising, with the UET Conversions API. It accepts the valid events of a request and names the invalid
 * ones. */
import { Type } from 'typebox'
import type { Link, Source } from '../../schemas/link.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept, rejectedBecauseOf } from './answer.ts'
import { listBody } from './batch_body.ts'
import { strictObject, Currency, Epoch, ShortText } from './closed.ts'
import { amount, isoCurrency } from './commerce.ts'
import { ownNames } from './event_names.ts'
import { Hashed, Plain } from './personal.ts'
import { gaid, idfa } from './platform.ts'
import { requires } from './requirement.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    tag_id: Type.String({
      pattern: '^[0-9]{1,20}$',
      description: 'Id of the UET tag, digits only.',
      examples: ['97012345'],
    }),
    access_token: Secret('Conversions API token of the tag, from the tag in Microsoft Advertising.'),
    data_provider: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Name under which Microsoft lists the source of the events.',
        examples: ['example-shop'],
      }),
    ),
  },
  { additionalProperties: false },
)

// Microsoft's pages and the integrations differ on email and phone. Most use trimmed lower case and E.164.
const UserData = strictObject(
  {},
  {
    em: Hashed('email'),
    ph: Hashed('phone_e164'),
    anonymousId: Plain('trim'),
    externalId: Plain('trim'),
    msclkid: Plain('trim'),
    clientIpAddress: Plain('ip'),
    clientUserAgent: Plain('trim'),
    idfa: Plain('trim'),
    gaid: Plain('trim'),
  },
)

const pageTypes = ['home', 'product', 'category', 'searchresults', 'cart', 'purchase', 'other'] as const

const CustomData = strictObject(
  {},
  {
    eventCategory: ShortText,
    eventLabel: ShortText,
    eventValue: Type.Number(),
    searchTerm: ShortText,
    transactionId: ShortText,
    value: Type.Number(),
    currency: Currency,
    items: Type.Array(
      strictObject({}, { id: ShortText, name: ShortText, price: Type.Number(), quantity: Type.Number() }),
    ),
    itemIds: Type.Array(ShortText),
    pageType: Type.Enum([...pageTypes]),
    itemGroupId: ShortText,
    ecommTotalValue: Type.Number(),
    ecommCategory: ShortText,
  },
)

// https://learn.microsoft.com/en-us/advertising/guides/uet-conversion-api-integration
const fields = strictObject(
  { eventType: Type.Enum(['pageLoad', 'custom']), eventTime: Epoch, userData: UserData },
  {
    eventName: ShortText,
    eventId: ShortText,
    eventSourceUrl: ShortText,
    pageLoadId: ShortText,
    referrerUrl: ShortText,
    pageTitle: ShortText,
    keywords: ShortText,
    adStorageConsent: Type.Enum(['G', 'D']),
    customData: CustomData,
  },
  {
    allOf: [
      requires(['eventName'], { field: 'eventType', is: ['custom'] }),
      requires(['eventSourceUrl'], { field: 'eventType', is: ['pageLoad'] }),
    ],
  },
)

const isPageLoad = { path: 'target_event', eq: 'pageLoad' } as const

function onPage(pageType: (typeof pageTypes)[number]): Link {
  return {
    'customData.pageType': { const: pageType },
  }
}

const nothing: Source = { const: '' }

interface ResponseBody {
  eventsReceived: number
  error: {
    code?: string
    message?: string
    details?: readonly { index?: number; propertyName?: string; errorMessage?: string }[] | null
  } | null
}

/** The details also contain the invalid value, which may be personal and is not recorded. */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { eventsReceived = 0, error } = bodyOf<ResponseBody>(response) ?? {}
  const named = (error?.details ?? []).flatMap(({ index, propertyName, errorMessage }) =>
    index === undefined ? [] : [[index, [propertyName, errorMessage].filter(Boolean).join(': ')] as const],
  )
  const isPerEvent = response.status < 300 || response.status === 400
  if (isPerEvent && named.length > 0)
    return (eventsReceived > 0 ? acceptedExcept : rejectedBecauseOf)(response, events, new Map(named))
  const message = [error?.code, error?.message].filter(Boolean).join(': ')
  // No event was accepted, even with status 200, and none is named as invalid.
  const status = response.status < 300 && error && eventsReceived === 0 ? 503 : response.status
  return byVendorCode(response, events, { status, message })
}

export const microsoft = defineTarget({
  name: 'microsoft',
  title: 'Microsoft Advertising Conversions API',
  purpose: 'advertising',
  // `adStorageConsent` is for the consent of the GDPR. Microsoft's guide has no field for the opt-outs of US laws.
  honours: null,
  docs: 'https://learn.microsoft.com/en-us/advertising/guides/uet-conversion-api-integration',
  settings,
  events: { ...ownNames, page_view: 'pageLoad' },
  otherEvents: 'as_is',
  fields,
  keep: ['adStorageConsent'],
  together: [['customData.value', 'customData.currency']],
  // The guide lists more, such as `customData.hotelData`.
  extra: true,
  linkage: {
    eventType: { when: isPageLoad, then: { const: 'pageLoad' }, else: { const: 'custom' } },
    eventName: { when: isPageLoad, then: nothing, else: 'target_event' },
    eventId: 'event_id',
    eventTime: { from: 'event_time', as: 'seconds' },
    eventSourceUrl: 'page_url',
    referrerUrl: 'page_referrer',
    pageTitle: 'page_title',
    adStorageConsent: { from: 'consent.ad_storage', values: { granted: 'G', denied: 'D' } },
    'userData.em': 'email',
    'userData.ph': 'phone',
    'userData.anonymousId': 'anonymous_id',
    'userData.externalId': 'user_id',
    'userData.msclkid': 'msclkid',
    'userData.clientIpAddress': 'ip',
    'userData.clientUserAgent': 'user_agent',
    'userData.idfa': idfa,
    'userData.gaid': gaid,
    'customData.value': amount,
    'customData.currency': isoCurrency,
    'customData.transactionId': 'transaction_id',
    'customData.items': {
      each: 'items',
      map: { id: 'item_id', name: 'item_name', price: 'price', quantity: 'quantity' },
    },
    'customData.itemIds': { pluck: 'items.item_id' },
    'customData.searchTerm': 'search_term',
    'customData.eventLabel': 'content_name',
    'customData.eventCategory': 'content_type',
  },
  linkageByEvent: {
    view_item: onPage('product'),
    view_item_list: onPage('category'),
    search: onPage('searchresults'),
    add_to_cart: onPage('cart'),
    view_cart: onPage('cart'),
    purchase: onPage('purchase'),
  },
  // Microsoft documents no future events, but a producer's clock may be slightly fast.
  time: { maxAge: 7 * 24 * 3600, maxFuture: 60 },
  dedup: 'eventId',
  identity: [
    ...['em', 'ph', 'anonymousId', 'externalId', 'msclkid', 'idfa', 'gaid'].map((key) => [`userData.${key}`]),
    ['userData.clientIpAddress', 'userData.clientUserAgent'],
  ],
  test: null,
  batch: { maxItems: 1000, maxBytes: 1_000_000, atomic: false },
  request: (events, { tag_id, access_token, data_provider }) => ({
    method: 'POST',
    url: `https://capi.uet.microsoft.com/v1/${tag_id}/events`,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: listBody('data', events, { dataProvider: data_provider, continueOnValidationError: true }),
    timeout: 10_000,
  }),
  classify,
})
