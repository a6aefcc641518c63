/** Target `hubspot`: HubSpot, with custom events, which each account defines. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { strictObject, ShortText } from './closed.ts'
import { Plain } from './personal.ts'
import { withoutAny } from './presence.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const EventName = { pattern: '^pe[0-9]+_[a-z0-9_-]+$' }

const settings = Type.Object(
  {
    access_token: Secret(
      'Access token of a private app with the scope analytics.behavioral_events.send, and crm.objects.contacts.write for erasures.',
    ),
    event_names: Type.Record(Type.String(), Type.String(EventName), {
      minProperties: 1,
      description:
        'Event type → full name of its event definition. Event types that are not listed are skipped.',
      examples: [{ purchase: 'pe1234567_purchase' }],
    }),
    default_properties: Type.Optional(
      Type.Boolean({
        description:
          "False if the event definitions were made without HubSpot's default properties (includeDefaultProperties). Then the page and the campaign, such as hs_page_url, are not sent. Default: true.",
      }),
    ),
  },
  { additionalProperties: false },
)

/** Maximum lengths of values. A property is a URL if its name contains one of these words.
 * https://developers.hubspot.com/docs/api-reference/events-manage-event-definitions-v3/guide */
const limits = { url: 1024, other: 256 }

/** A value, which is sent as a string. */
function Value(maxLength: number) {
  return Type.Union([Type.String({ maxLength }), Type.Number(), Type.Boolean()])
}

/** HubSpot's default properties for the page and the campaign. */
const pageProperties: Readonly<Record<string, string>> = {
  hs_page_url: 'page_url',
  hs_page_title: 'page_title',
  hs_referrer: 'page_referrer',
  hs_utm_source: 'utm_source',
  hs_utm_medium: 'utm_medium',
  hs_utm_campaign: 'utm_campaign',
  hs_utm_term: 'utm_term',
  hs_utm_content: 'utm_content',
}

const isUrl = /url|referrer|link/

// https://developers.hubspot.com/docs/api-reference/events-send-event-completions-v3/guide
const fields = strictObject(
  { eventName: Type.String(EventName), occurredAt: Type.String({ format: 'date-time' }), uuid: ShortText },
  {
    email: Plain('email'),
    utk: Plain('trim'),
    objectId: ShortText,
    properties: Type.Object(
      {
        ...Object.fromEntries(
          Object.keys(pageProperties).map((name) => [
            name,
            Type.Optional(Value(isUrl.test(name) ? limits.url : limits.other)),
          ]),
        ),
        // JSON text, which would be invalid if it were cut.
        items: Type.Optional(Type.String({ maxLength: limits.other, whole: true })),
      },
      {
        patternProperties: { [isUrl.source]: Value(limits.url) },
        additionalProperties: Value(limits.other),
        propertyNames: Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' }),
        maxProperties: 50,
      },
    ),
  },
)

function inputOf({ fields: { properties = {}, ...event } }: LinkedEvent, hasDefaults: boolean): object {
  const sent = Object.entries(properties as object).filter(
    ([name]) => hasDefaults || !(name in pageProperties),
  )
  return {
    ...event,
    properties: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
  }
}

interface ErrorBody {
  message: string
  policyName: string
}

/** https://developers.hubspot.com/docs/api-reference/error-handling */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { message = '', policyName } = bodyOf<ErrorBody>(response) ?? {}
  // The event is valid: the token lacks the scope (403), or the account is temporarily locked (423).
  if (response.status === 403) return byVendorCode(response, events, { status: 401, message })
  if (response.status === 423) return byVendorCode(response, events, { status: 503, message })
  // The daily quota is reset at midnight in the account's time zone.
  if (response.status === 429 && policyName === 'DAILY')
    return byVendorCode(response, events, { status: 429, message, wait: 3600 })
  return byStatus(response, events)
}

export const hubspot = defineTarget({
  name: 'hubspot',
  title: 'HubSpot',
  purpose: 'messaging',
  honours: null,
  docs: 'https://developers.hubspot.com/docs/api-reference/events-send-event-completions-v3/guide',
  settings,
  events: { setting: 'event_names' },
  otherEvents: null,
  fields,
  linkage: {
    eventName: 'target_event',
    occurredAt: { from: 'event_time', as: 'iso' },
    uuid: 'event_id',
    email: 'email',
    utk: withoutAny(['email'], 'hubspotutk'),
    // A list of items does not fit into a property. A destination can link it to `properties.items` with the cast `json`.
    properties: { rest: { except: ['items'] } },
    ...Object.fromEntries(
      Object.entries(pageProperties).map(([name, field]) => [`properties.${name}`, field]),
    ),
  },
  time: undefined,
  dedup: 'uuid',
  identity: [['email'], ['utk'], ['objectId']],
  test: null,
  batch: { maxItems: 500, maxBytes: 4_000_000, atomic: true },
  request: (events, { access_token, default_properties: hasDefaults = true }) => ({
    method: 'POST',
    url: 'https://api.hubapi.com/events/v3/send/batch',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ inputs: events.map((event) => inputOf(event, hasDefaults)) }),
    timeout: 10_000,
  }),
  classify,
  erase: {
    docs: 'https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/gdpr/gdpr-delete-contact',
    supports: (field) => field === 'email',
    request: ({ value }, { access_token }) => ({
      method: 'POST',
      url: 'https://api.hubapi.com/crm/v3/objects/contacts/gdpr-delete',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ objectId: value, idProperty: 'email' }),
      timeout: 10_000,
    }),
  },
})
