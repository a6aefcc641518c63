/** Target `hubspot`: HubSpot, with custom events, which each account defines. A second API takes the contacts. */
import { Type } from 'typebox'
import { strictObject, ShortText } from './closed.ts'
import { classifyContacts, classifyHubSpot, hubspotRequest, upsertContacts } from './hubspot_contacts.ts'
import { Plain } from './personal.ts'
import { withoutAny } from './presence.ts'
import { defineTarget, Secret, type LinkedEvent } from './target.ts'

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
      request: (events, { access_token }) =>
        upsertContacts(access_token, events, ({ fields: { person } }) => person),
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
  request: (events, { access_token, default_properties: hasDefaults = true }) =>
    hubspotRequest(access_token, 'POST', 'events/v3/send/batch', {
      inputs: events.map((event) => inputOf(event, hasDefaults)),
    }),
  classify: classifyHubSpot,
  erase: {
    docs: 'https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/gdpr/gdpr-delete-contact',
    supports: (field) => field === 'email',
    request: ({ value }, { access_token }) =>
      hubspotRequest(access_token, 'POST', 'crm/v3/objects/contacts/gdpr-delete', {
        objectId: value,
        idProperty: 'email',
      }),
  },
})
