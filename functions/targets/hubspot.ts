/** Target `hubspot`: HubSpot, with custom events, which each account defines. A second API takes the contacts. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept } from './answer.ts'
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
      'Access token of a private app with the scope analytics.behavioral_events.send, and crm.objects.contacts.write for profiles and erasures.',
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
    /** Properties of the contact, sent in a request of their own. https://knowledge.hubspot.com/properties/hubspots-default-contact-properties */
    person: strictObject(
      {},
      {
        email: Plain('email'),
        firstname: Plain('name'),
        lastname: Plain('name'),
        phone: Plain('phone_e164'),
        city: Plain('name'),
        state: Plain('name'),
        zip: Plain('name'),
        country: Plain('name'),
      },
    ),
  },
)

function inputOf(
  { fields: { properties = {}, person: _person, ...event } }: LinkedEvent,
  hasDefaults: boolean,
): object {
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

/** The maximum is 100 contacts in a request, each once.
 * https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/upsert-contacts */
function contactsOf(events: readonly LinkedEvent[]): readonly object[] {
  const byEmail = new Map(events.map((event) => [event.fields['email'], event]))
  return [...byEmail].map(([email, { id, fields: event }]) => ({
    id: email,
    idProperty: 'email',
    objectWriteTraceId: id,
    properties: event['person'],
  }))
}

interface UpsertBody {
  errors: readonly { message?: string; context?: { objectWriteTraceId?: readonly string[] } }[]
}

/** Errors of single contacts come with 207, and also with 200. They name the event that wrote the contact. */
function classifyContacts(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  // A token that lacks the scope can still send the events.
  if (response.status === 403) return byStatus(response, events)
  if (response.status >= 300) return classify(response, events)
  const { errors = [] } = bodyOf<UpsertBody>(response) ?? {}
  const faults = errors.flatMap(({ message = '', context: { objectWriteTraceId: ids = [] } = {} }) => {
    const email = events.find(({ id }) => ids.includes(id))?.fields['email']
    const concerned = [...events.keys()].filter((index) => events[index]!.fields['email'] === email)
    return (concerned.length > 0 ? concerned : [-1]).map((index) => [index, message] as const)
  })
  return acceptedExcept(response, events, new Map(faults))
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
  profiles: {
    docs: 'https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/upsert-contacts',
    fields: ['person'],
    linkage: {
      'person.email': 'email',
      'person.firstname': 'first_name',
      'person.lastname': 'last_name',
      'person.phone': 'phone',
      'person.city': 'city',
      'person.state': 'region',
      'person.zip': 'postal_code',
      'person.country': 'country',
    },
    identity: [['email']],
    ownRequest: {
      request: (events, { access_token }) => ({
        method: 'POST',
        url: 'https://api.hubapi.com/crm/v3/objects/contacts/batch/upsert',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ inputs: contactsOf(events) }),
        timeout: 10_000,
      }),
      classify: classifyContacts,
    },
  },
  time: undefined,
  dedup: 'uuid',
  identity: [['email'], ['utk'], ['objectId']],
  test: null,
  batch: {
    maxItems: 500,
    maxBytes: 4_000_000,
    atomic: true,
    // At most 100 with contacts.
    countOf: ({ fields: { person } }) => (person ? 5 : 1),
    key: ({ fields: { person } }) => (person ? 'profiles' : ''),
  },
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
