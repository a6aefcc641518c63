/** Target `hubspot`: HubSpot, with custom events, which each account defines. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import { byStatus } from './classify.ts'
import { strictObject, ShortText } from './closed.ts'
import { AnyObject } from './custom.ts'
import { Plain } from './personal.ts'
import { withoutAny } from './presence.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const EventName = { pattern: '^pe[0-9]+_[a-z0-9_-]+$' }

const settings = Type.Object(
  {
    access_token: Secret(
      'Access token of a private app with the scope behavioral_events.event_definitions.read_write, and crm.objects.contacts.write for erasures.',
    ),
    event_names: Type.Record(Type.String(), Type.String(EventName), {
      minProperties: 1,
      description:
        'Event type → full name of its event definition. Event types that are not listed are skipped.',
      examples: [{ purchase: 'pe1234567_purchase' }],
    }),
  },
  { additionalProperties: false },
)

// https://developers.hubspot.com/docs/api-reference/events-send-event-completions-v3/guide
const fields = strictObject(
  { eventName: Type.String(EventName), occurredAt: Type.String({ format: 'date-time' }), uuid: ShortText },
  {
    email: Plain('email'),
    utk: Plain('trim'),
    objectId: ShortText,
    /** All values are sent as strings. */
    properties: AnyObject,
  },
)

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function inputOf({ fields: { properties = {}, ...event } }: LinkedEvent): object {
  return {
    ...event,
    properties: Object.fromEntries(
      Object.entries(properties as object).map(([name, value]) => [name, textOf(value)]),
    ),
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
    properties: { rest: {} },
  },
  time: undefined,
  dedup: 'uuid',
  identity: [['email'], ['utk'], ['objectId']],
  test: null,
  batch: { maxItems: 500, maxBytes: 4_000_000, atomic: true },
  request: (events, { access_token }) => ({
    method: 'POST',
    url: 'https://api.hubapi.com/events/v3/send/batch',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ inputs: events.map(inputOf) }),
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
