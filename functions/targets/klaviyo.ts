/** Target `klaviyo`: Klaviyo, with the Events API, one event per request. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { strictObject, Currency, ShortText } from './closed.ts'
import { ownNames } from './event_names.ts'
import { Plain } from './personal.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  { api_key: Secret('Private API key with the scope events:write, and data-privacy:write for erasures.') },
  { additionalProperties: false },
)

/** Klaviyo supports each API revision for two years. https://developers.klaviyo.com/en/docs/api_versioning_and_deprecation_policy */
const revision = '2026-07-15'

const Profile = strictObject(
  {},
  {
    id: ShortText,
    email: Plain('email'),
    phone_number: Plain('phone_e164'),
    external_id: Plain('trim', { maxLength: 255 }),
    anonymous_id: Plain('trim'),
    _kx: Plain('trim'),
    first_name: Plain('name'),
    last_name: Plain('name'),
    organization: ShortText,
    title: ShortText,
    locale: ShortText,
    location: strictObject(
      {},
      {
        address1: Plain('name'),
        city: Plain('name'),
        region: Plain('name'),
        zip: Plain('name'),
        country: Plain('country_upper'),
        timezone: ShortText,
        ip: Plain('ip'),
      },
    ),
    properties: Type.Object({}, { additionalProperties: Type.Unknown() }),
  },
)

/** A JSON:API resource. */
function Resource(type: string, attributes: ReturnType<typeof strictObject>) {
  return strictObject({ data: strictObject({ type: Type.Literal(type), attributes }) })
}

// https://developers.klaviyo.com/en/reference/create_event
const fields = strictObject(
  {
    metric: Resource(
      'metric',
      strictObject({ name: Type.String({ minLength: 1, maxLength: 128 }) }, { service: ShortText }),
    ),
    profile: Resource('profile', Profile),
    time: Type.String({ format: 'date-time' }),
    unique_id: ShortText,
  },
  {
    properties: Type.Object({}, { additionalProperties: Type.Unknown(), maxProperties: 400 }),
    value: Type.Number(),
    value_currency: Currency,
  },
)

interface ErrorBody {
  errors: readonly { detail?: string; source?: { pointer?: string } }[]
}

/** https://developers.klaviyo.com/en/docs/rate_limits_and_error_handling */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { errors: [error] = [] } = bodyOf<ErrorBody>(response) ?? {}
  if (!error) return byStatus(response, events)
  const message = `${error.source?.pointer ?? ''} ${error.detail ?? ''}`.trim()
  // 403: the key lacks the scope; the event is valid.
  return byVendorCode(response, events, { status: response.status === 403 ? 401 : response.status, message })
}

const profile = 'profile.data.attributes'

function headersOf(apiKey: string) {
  return {
    accept: 'application/vnd.api+json',
    authorization: `Klaviyo-API-Key ${apiKey}`,
    'content-type': 'application/vnd.api+json',
    revision,
  }
}

const erasedBy: Readonly<Record<string, string>> = { email: 'email', phone: 'phone_number' }

export const klaviyo = defineTarget({
  name: 'klaviyo',
  title: 'Klaviyo',
  purpose: 'messaging',
  honours: null,
  docs: 'https://developers.klaviyo.com/en/reference/create_event',
  settings,
  events: {
    ...ownNames,
    page_view: 'Active on Site',
    view_content: 'Viewed Content',
    view_item: 'Viewed Product',
    search: 'Searched Site',
    add_to_cart: 'Added to Cart',
    begin_checkout: 'Started Checkout',
    purchase: 'Placed Order',
    refund: 'Refunded Order',
  },
  otherEvents: 'as_is',
  fields,
  linkage: {
    'metric.data.type': { const: 'metric' },
    'metric.data.attributes.name': 'target_event',
    'profile.data.type': { const: 'profile' },
    [`${profile}.email`]: 'email',
    [`${profile}.phone_number`]: 'phone',
    [`${profile}.external_id`]: 'user_id',
    [`${profile}.anonymous_id`]: 'anonymous_id',
    [`${profile}._kx`]: 'kx',
    [`${profile}.first_name`]: 'first_name',
    [`${profile}.last_name`]: 'last_name',
    [`${profile}.locale`]: 'locale',
    [`${profile}.location.city`]: 'city',
    [`${profile}.location.region`]: 'region',
    [`${profile}.location.zip`]: 'postal_code',
    [`${profile}.location.country`]: 'country',
    [`${profile}.location.timezone`]: 'timezone',
    [`${profile}.location.ip`]: 'ip',
    time: { from: 'event_time', as: 'iso' },
    unique_id: 'event_id',
    properties: { rest: {} },
    value: { from: 'value', as: 'number' },
    value_currency: 'currency',
  },
  time: undefined,
  dedup: 'unique_id',
  identity: [
    [`${profile}.email`],
    [`${profile}.phone_number`],
    [`${profile}.external_id`],
    [`${profile}.anonymous_id`],
    [`${profile}._kx`],
    [`${profile}.id`],
  ],
  test: null,
  batch: { maxItems: 1, maxBytes: 5_000_000, atomic: true },
  request: ([event], { api_key }) => ({
    method: 'POST',
    url: 'https://a.klaviyo.com/api/events',
    headers: headersOf(api_key),
    body: JSON.stringify({ data: { type: 'event', attributes: { properties: {}, ...event!.fields } } }),
    timeout: 10_000,
  }),
  classify,
  erase: {
    docs: 'https://developers.klaviyo.com/en/reference/request_profile_deletion',
    supports: (field) => field in erasedBy,
    request: ({ field, value }, { api_key }) => {
      const profile = { type: 'profile', attributes: { [erasedBy[field]!]: value } }
      const job = { type: 'data-privacy-deletion-job', attributes: { profile: { data: profile } } }
      return {
        method: 'POST',
        url: 'https://a.klaviyo.com/api/data-privacy-deletion-jobs',
        headers: headersOf(api_key),
        body: JSON.stringify({ data: job }),
        timeout: 10_000,
      }
    },
  },
})
