/** Target `braze`: Braze, with /users/track. It accepts the valid events of a request and names the invalid ones. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { acceptedExcept, withRefusedProfiles } from './answer.ts'
import { brazeAttributes, brazeEvent, brazeFields, brazeLinksByEvent, brazePerson } from './braze_event.ts'
import { classifyTrack, RestEndpoint, trackHeaders, trackUrl } from './braze_track.ts'
import { ownNames } from './event_names.ts'
import { pageContext } from './page_context.ts'
import { withAll, withoutAny } from './presence.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    rest_endpoint: RestEndpoint,
    api_key: Secret('REST API key with the permission users.track, and users.delete for erasures.'),
    app_id: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9-]+$',
        description: 'Identifier of the app to which the events belong.',
        examples: ['01234567-89ab-cdef-0123-456789abcdef'],
      }),
    ),
    alias_label: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Label of the aliases that a link of yours gives to anonymous visitors. With sign_up and login, the profile that has only the alias becomes part of that of the user. The API key needs the permission users.identify for it. Default: none does.',
        examples: ['anonymous_id'],
      }),
    ),
    update_existing_only: Type.Optional(
      Type.Boolean({ description: 'Ignores events and profiles of users that Braze does not know yet.' }),
    ),
  },
  { additionalProperties: false },
)

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  return classifyTrack(response, events, (faultsIn) => {
    const withAttributes = [...events.keys()].filter((index) => brazeAttributes(events[index]!))
    const refusedProfiles = faultsIn('attributes').map(
      ([index, type]) => [withAttributes[index] ?? -1, type] as const,
    )
    const attempts = acceptedExcept(response, events, new Map(faultsIn('events')))
    return withRefusedProfiles(response, attempts, new Map(refusedProfiles))
  })
}

/** The list of attributes; undefined if no event has some. */
function attributesOf(events: readonly LinkedEvent[], existingOnly: boolean | undefined) {
  const all = events.flatMap((event) => brazeAttributes(event) ?? [])
  return all.length === 0 ? undefined : all.map((each) => ({ ...each, _update_existing_only: existingOnly }))
}

/** If several profiles have the address, Braze deletes only this one; the others need an id. */
const prioritization = ['identified', 'most_recently_updated']

const erasedBy: Readonly<Record<string, (value: string) => object>> = {
  user_id: (value) => ({ external_ids: [value] }),
  email: (email) => ({ email_addresses: [{ email, prioritization }] }),
  phone: (phone) => ({ phone_numbers: [{ phone, prioritization }] }),
}

export const braze = defineTarget({
  name: 'braze',
  title: 'Braze',
  purpose: 'messaging',
  honours: null,
  docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_track',
  settings,
  events: {
    ...ownNames,
    view_item: 'ecommerce.product_viewed',
    add_to_cart: 'ecommerce.cart_updated',
    remove_from_cart: 'ecommerce.cart_updated',
    begin_checkout: 'ecommerce.checkout_started',
    purchase: 'ecommerce.order_placed',
    refund: 'ecommerce.order_refunded',
  },
  otherEvents: 'as_is',
  fields: brazeFields,
  together: [['properties.total_value', 'properties.currency']],
  extra: true,
  linkage: {
    external_id: 'user_id',
    // Braze accepts only one identifier.
    email: withoutAny(['user_id'], 'email'),
    phone: withoutAny(['user_id', 'email'], 'phone'),
    name: 'target_event',
    time: { from: 'event_time', as: 'iso' },
    properties: { rest: {} },
    ...pageContext('properties'),
  },
  linkageByEvent: brazeLinksByEvent,
  profiles: {
    docs: 'https://www.braze.com/docs/api/objects_filters/user_attributes_object',
    fields: ['person'],
    linkage: brazePerson,
  },
  // Braze joins only a profile that has nothing but the alias. https://www.braze.com/docs/api/objects_filters/aliases_to_identify
  merges: {
    docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_identify',
    fields: ['merge'],
    linkage: { 'merge.alias_name': withAll(['user_id'], 'anonymous_id') },
    identity: [['external_id']],
    setting: 'alias_label',
    ownRequest: {
      request: (events, { rest_endpoint, api_key, alias_label }) => ({
        method: 'POST',
        url: `https://${rest_endpoint}/users/identify`,
        headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          aliases_to_identify: events.map(({ fields: { external_id, merge } }) => ({
            external_id,
            user_alias: { ...(merge as object), alias_label },
          })),
          merge_behavior: 'merge',
        }),
        timeout: 10_000,
      }),
      classify: (response, events) =>
        classifyTrack(response, events, (faultsIn) =>
          acceptedExcept(response, events, new Map(faultsIn('aliases_to_identify'))),
        ),
    },
  },
  time: undefined,
  dedup: null,
  identity: [['external_id'], ['email'], ['phone'], ['user_alias']],
  test: null,
  batch: {
    maxItems: 75,
    // Half of the maximum, because the attributes repeat the identifier.
    maxBytes: 2_000_000,
    atomic: false,
    // Some contracts count attributes and events together. At most 50 can be merged in a request.
    countOf: (event) => (brazeAttributes(event) || event.fields['merge'] ? 2 : 1),
    key: ({ fields: { merge } }) => (merge ? 'merges' : ''),
  },
  request: (events, { rest_endpoint, api_key, app_id, update_existing_only }) => ({
    method: 'POST',
    url: trackUrl(rest_endpoint),
    headers: trackHeaders(api_key),
    body: JSON.stringify({
      attributes: attributesOf(events, update_existing_only),
      events: events.map((event) => ({
        ...brazeEvent(event),
        app_id,
        _update_existing_only: update_existing_only,
      })),
    }),
    timeout: 10_000,
  }),
  classify,
  erase: {
    docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_delete',
    supports: (field) => field in erasedBy,
    request: ({ field, value }, { rest_endpoint, api_key }) => ({
      method: 'POST',
      url: `https://${rest_endpoint}/users/delete`,
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify(erasedBy[field]!(value)),
      timeout: 10_000,
    }),
  },
})
