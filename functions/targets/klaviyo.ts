/** Target `klaviyo`: Klaviyo, with the Events API. Few events are sent one by one; many together, as jobs. */
import { Type } from 'typebox'
import { ownNames } from './event_names.ts'
import { classifyKlaviyo, klaviyoHeaders } from './klaviyo_answer.ts'
import {
  klaviyoFields,
  klaviyoLinkage,
  klaviyoLinksByEvent,
  klaviyoPerson,
  klaviyoProfile,
  klaviyoProfileFields,
} from './klaviyo_event.ts'
import { eventCountOf, distinctEvents, eventBody, hasOrderedProducts, jobBody } from './klaviyo_request.ts'
import { defineTarget, Secret } from './target.ts'

const settings = Type.Object(
  {
    api_key: Secret('Private API key with the scope events:write, and data-privacy:write for erasures.'),
    backfill_after_hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 8760,
        description:
          'Age in hours from which an event starts no flows, so that nobody gets a message about it. A replayed event never does. Default: 24.',
        examples: [24],
      }),
    ),
    ordered_products: Type.Optional(
      Type.Boolean({
        description:
          'Sends an event Ordered Product for each item of an order, besides Placed Order. Such orders count towards the rate limit of jobs, 150 a minute.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Klaviyo takes 3,500 single events or 150 jobs a minute, so jobs of at least this many events are faster.
 * https://developers.klaviyo.com/en/reference/create_event https://developers.klaviyo.com/en/reference/bulk_create_events */
const bulkFrom = 25

/** The entry of a job that an error refers to. The whole job is refused. */
const entryPointer = /^\/data\/attributes\/events-bulk-create\/data\/(\d+)(?:\/|$)/

const knownPerson = ['email', 'phone_number', 'external_id', '_kx', 'id'].map((name) => [
  `${klaviyoProfile}.${name}`,
])

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
  fields: klaviyoFields,
  keep: ['backfill'],
  together: [['value', 'value_currency']],
  extra: true,
  linkage: klaviyoLinkage,
  linkageByEvent: klaviyoLinksByEvent,
  // The profile is part of the event, so Klaviyo takes both or neither.
  profiles: {
    docs: 'https://developers.klaviyo.com/en/reference/create_event',
    fields: klaviyoProfileFields,
    linkage: klaviyoPerson,
    identity: knownPerson,
  },
  time: undefined,
  dedup: 'unique_id',
  identity: [...knownPerson, [`${klaviyoProfile}.anonymous_id`]],
  test: null,
  // A job is at most 5 MB, and its text is longer than that of its events.
  batch: { maxItems: 1000, maxBytes: 2_000_000, atomic: true, bulkFrom, countOf: eventCountOf },
  request: (
    events,
    { api_key, backfill_after_hours: after = 24, ordered_products: products = false },
    { now },
  ) => {
    const entries = distinctEvents(events).map(([event]) => event!)
    const [first] = entries
    const isJob = entries.length > 1 || (products && hasOrderedProducts(first!))
    const rule = { now, after }
    return {
      method: 'POST',
      url: `https://a.klaviyo.com/api/${isJob ? 'event-bulk-create-jobs' : 'events'}`,
      headers: klaviyoHeaders(api_key),
      body: isJob ? jobBody(entries, rule, { hasOrderedProducts: products }) : eventBody(first!, rule),
      timeout: 10_000,
    }
  },
  classify: (response, events) => classifyKlaviyo(response, events, entryPointer, distinctEvents(events)),
  erase: {
    docs: 'https://developers.klaviyo.com/en/reference/request_profile_deletion',
    supports: (field) => field in erasedBy,
    request: ({ field, value }, { api_key }) => {
      const person = { type: 'profile', attributes: { [erasedBy[field]!]: value } }
      const job = { type: 'data-privacy-deletion-job', attributes: { profile: { data: person } } }
      return {
        method: 'POST',
        url: 'https://a.klaviyo.com/api/data-privacy-deletion-jobs',
        headers: klaviyoHeaders(api_key),
        body: JSON.stringify({ data: job }),
        timeout: 10_000,
      }
    },
  },
})
