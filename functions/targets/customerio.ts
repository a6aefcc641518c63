/** Target `customerio`: Customer.io, with Track API v2. It accepts the valid items of a request and names the invalid ones. An event that updates the
 * profile of its person or merges a visitor with them is several items. */
import { hash } from 'node:crypto'
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept, withRefusedProfiles } from './answer.ts'
import { basic } from './basic_auth.ts'
import { byStatus } from './classify.ts'
import { strictObject, Epoch, ShortText } from './closed.ts'
import { AnyObject } from './custom.ts'
import { pageContext } from './page_context.ts'
import { Plain } from './personal.ts'
import { withAll, withoutAny } from './presence.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    site_id: Type.String({
      pattern: '^[!-9;-~]+$',
      description: 'Site id of the workspace, from Settings > API and Webhook Credentials.',
      examples: ['a1b2c3d4e5f6a7b8c9d0'],
    }),
    api_key: Secret('API key of the Track API.'),
    region: Type.Optional(
      Type.Enum(['eu'], { description: 'Region of the workspace: eu. Default: the United States.' }),
    ),
    merge_anonymous: Type.Optional(
      Type.Boolean({
        description:
          'With sign_up and login, gives the events of an anonymous visitor to the user. They can then start campaigns. Default: false.',
      }),
    ),
  },
  { additionalProperties: false },
)

// https://docs.customer.io/integrations/api/track/#operation/batch
// https://docs.customer.io/integrations/api/track/#section/Limits
const fields = strictObject(
  {
    type: Type.Literal('person'),
    action: Type.Enum(['event', 'page', 'screen']),
    identifiers: strictObject(
      {},
      {
        id: Plain('trim', { maxLength: 150 }),
        email: Plain('email'),
        // Only in workspaces that have it as an identifier, so no default link fills it.
        phone: Plain('phone_e164'),
        cio_id: ShortText,
        // Not in the document of the API; RudderStack sends it so.
        anonymous_id: Plain('trim'),
      },
      { minProperties: 1, maxProperties: 1 },
    ),
    name: ShortText,
    /** Sent as a ULID, as Customer.io requires. */
    id: ShortText,
    timestamp: Epoch,
  },
  {
    /** Of any length: the limits of attributes are for people. An event with its attributes has at most 32 kB. */
    attributes: AnyObject,
    /** Sent as the attributes of an identify item. https://docs.customer.io/journeys/attributes */
    person: strictObject(
      {},
      {
        email: Plain('email'),
        phone: Plain('phone_e164'),
        first_name: Plain('name'),
        last_name: Plain('name'),
        city: Plain('name'),
        country: Plain('country_upper'),
        timezone: ShortText,
      },
    ),
    /** Sent as the attributes of a further identify item. https://docs.customer.io/journeys/merge-anonymous */
    merge: strictObject({ anonymous_id: Plain('trim') }),
  },
  {
    // The name of a page event is a URL.
    anyOf: [
      { properties: { name: { maxLength: 100 } } },
      { properties: { action: { enum: ['page'] }, name: { maxLength: 8192 } } },
    ],
  },
)

/** Crockford's base 32. https://github.com/ulid/spec */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Derives a ULID from the id and time (in ms) of an event. */
function ulid(time: number, id: string): string {
  const bits = (BigInt(time) << 80n) | BigInt(`0x${hash('sha256', id).slice(0, 20)}`)
  return Array.from(
    { length: 26 },
    (_, index) => digits[Number((bits >> BigInt(5 * (25 - index))) & 31n)],
  ).join('')
}

/** The attributes of the identify items that go before an event. The merge has an item of its own, so that the profile is kept if it is refused: no two
 * people can have one `anonymous_id`. */
function attributesIn({ fields: { person, merge } }: LinkedEvent): readonly unknown[] {
  return [person, merge].filter((attributes) => attributes !== undefined)
}

function itemsOf(linked: LinkedEvent): readonly object[] {
  const { id, timestamp, person: _person, merge: _merge, ...others } = linked.fields
  const event = { ...others, id: ulid(Number(timestamp) * 1000, String(id)), timestamp }
  const { type, identifiers } = others
  const updates = attributesIn(linked)
  return [...updates.map((attributes) => ({ type, action: 'identify', identifiers, attributes })), event]
}

interface ResponseBody {
  errors: readonly { batch_index?: number; field?: string; reason?: string; message?: string }[]
}

/** With 207, items that are not named were accepted. */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  if (response.status !== 207) return byStatus(response, events)
  const { errors = [] } = bodyOf<ResponseBody>(response) ?? {}
  const items = events.flatMap((linked, event) => [
    ...attributesIn(linked).map((attributes) => ({
      event,
      label: attributes === linked.fields['merge'] ? 'merge: ' : '',
    })),
    { event, label: undefined },
  ])
  const faultsOf = (profiles: boolean) =>
    errors.flatMap(({ batch_index = -1, field = '', message, reason = '' }) => {
      const { event = -1, label } = items[batch_index] ?? {}
      const fault = `${label ?? ''}${`${field} ${message ?? reason}`.trim()}`
      return (label !== undefined) === profiles ? [[event, fault] as const] : []
    })
  const attempts = acceptedExcept(response, events, new Map(faultsOf(false)))
  return withRefusedProfiles(response, attempts, new Map(faultsOf(true)))
}

const erasedBy: Readonly<Record<string, string>> = { user_id: 'id', email: 'email' }

export const customerio = defineTarget({
  name: 'customerio',
  title: 'Customer.io',
  purpose: 'messaging',
  honours: null,
  docs: 'https://docs.customer.io/integrations/api/track/#operation/batch',
  settings,
  events: 'as_is',
  otherEvents: 'as_is',
  fields,
  linkage: {
    type: { const: 'person' },
    action: { const: 'event' },
    'identifiers.id': 'user_id',
    'identifiers.email': withoutAny(['user_id'], 'email'),
    'identifiers.anonymous_id': withoutAny(['user_id', 'email'], 'anonymous_id'),
    name: 'target_event',
    id: 'event_id',
    timestamp: { from: 'event_time', as: 'seconds' },
    attributes: { rest: {} },
    ...pageContext('attributes'),
  },
  linkageByEvent: {
    page_view: {
      action: { const: 'page' },
      name: { first: ['page_url', 'target_event'] },
      // Page views have names of their own for these.
      'attributes.page_url': null,
      'attributes.page_title': null,
      'attributes.page_referrer': null,
      'attributes.url': 'page_url',
      'attributes.title': 'page_title',
      'attributes.referrer': 'page_referrer',
    },
  },
  profiles: {
    docs: 'https://docs.customer.io/integrations/api/track/#operation/batch',
    fields: ['person'],
    linkage: {
      'person.email': 'email',
      'person.phone': 'phone',
      'person.first_name': 'first_name',
      'person.last_name': 'last_name',
      'person.city': 'city',
      'person.country': 'country',
      'person.timezone': 'timezone',
    },
    identity: [['identifiers.id'], ['identifiers.email'], ['identifiers.phone'], ['identifiers.cio_id']],
  },
  // An anonymous visitor is no profile: only events are joined.
  merges: {
    docs: 'https://docs.customer.io/journeys/merge-anonymous',
    fields: ['merge'],
    linkage: { 'merge.anonymous_id': withAll(['user_id'], 'anonymous_id') },
    identity: [['identifiers.id']],
    setting: 'merge_anonymous',
  },
  time: undefined,
  dedup: 'id',
  identity: [
    ['identifiers.id'],
    ['identifiers.email'],
    ['identifiers.phone'],
    ['identifiers.cio_id'],
    ['identifiers.anonymous_id'],
  ],
  test: null,
  batch: {
    maxItems: 1000,
    // Less than the maximum of 500 kB, because identify items repeat the identifiers.
    maxBytes: 320_000,
    atomic: false,
    countOf: (event) => attributesIn(event).length + 1,
  },
  request: (events, { site_id, api_key, region }) => ({
    method: 'POST',
    url: `https://track${region ? `-${region}` : ''}.customer.io/api/v2/batch`,
    headers: { authorization: basic(site_id, api_key), 'content-type': 'application/json' },
    body: JSON.stringify({ batch: events.flatMap(itemsOf) }),
    timeout: 10_000,
  }),
  classify,
  erase: {
    docs: 'https://docs.customer.io/integrations/api/track/#operation/entity',
    supports: (field) => field in erasedBy,
    request: ({ field, value }, { site_id, api_key, region }) => ({
      method: 'POST',
      url: `https://track${region ? `-${region}` : ''}.customer.io/api/v2/entity`,
      headers: { authorization: basic(site_id, api_key), 'content-type': 'application/json' },
      // Deletes the person and ignores their later events.
      body: JSON.stringify({
        type: 'person',
        action: 'suppress',
        identifiers: { [erasedBy[field]!]: value },
      }),
      timeout: 10_000,
    }),
  },
})
