/** Lists of people: the calls of the vendors of messaging, by hand from their pages. */
import { contactIdOf, profileIdOf } from '../../local/third_party/vendors/record_ids.ts'
import { post, type ListCall, type ListVendorCase, type Person } from './list_vendor.ts'

const segment = '/track.customer.io/api/v1/segments/7'
const customerio: ListVendorCase = {
  id: 'customerio',
  destination: {
    target: 'customerio_segment',
    settings: { list_id: '7', site_id: 'a1b2c3d4e5f6a7b8c9d0' },
    secrets: { api_key: 'key' },
  },
  docs: {
    add: 'https://docs.customer.io/integrations/api/track/#operation/add_to_segment',
    remove: 'https://docs.customer.io/integrations/api/track/#operation/remove_from_segment',
  },
  list: 'Customer.io 7',
  member: ({ user_id }) => user_id,
  key: ({ user_id }) => user_id,
  add: (people) => [
    post(`${segment}/add_customers?id_type=id`, { ids: people.map(({ user_id }) => user_id) }),
  ],
  remove: (people) => [
    post(`${segment}/remove_customers?id_type=id`, { ids: people.map(({ user_id }) => user_id) }),
  ],
  isSilent: true,
}

function iterableCall(path: string, people: readonly Person[], more: object): ListCall {
  const subscribers = people.map(({ user_id }) => ({ userId: user_id }))
  return post(`/api.iterable.com/api/lists/${path}`, { listId: 123456, subscribers, ...more })
}
const iterable: ListVendorCase = {
  id: 'iterable',
  destination: {
    target: 'iterable_list',
    settings: { list_id: '123456' },
    secrets: { api_key: 'k-1' },
  },
  docs: {
    add: 'https://api.iterable.com/api/docs#lists_subscribe',
    remove: 'https://api.iterable.com/api/docs#lists_unsubscribe',
  },
  list: 'Iterable 123456',
  member: ({ user_id }) => user_id,
  key: ({ user_id }) => user_id,
  add: (people) => [iterableCall('subscribe', people, {})],
  remove: (people) => [iterableCall('unsubscribe', people, { channelUnsubscribe: false })],
}

const brazeReference = 'https://www.braze.com/docs/api/endpoints/user_data/post_user_track'
function brazeCall(people: readonly Person[], more: object): ListCall {
  return post('/rest.fra-01.braze.eu/users/track', {
    attributes: people.map(({ user_id }) => ({ external_id: user_id, ...more })),
  })
}
const braze: ListVendorCase = {
  id: 'braze',
  destination: {
    target: 'braze_audience',
    settings: { rest_endpoint: 'rest.fra-01.braze.eu', attribute: 'in_lapsed_customers' },
    secrets: { api_key: 'k-1' },
  },
  docs: { add: brazeReference, remove: brazeReference },
  list: 'Braze in_lapsed_customers',
  member: ({ user_id }) => user_id,
  key: ({ user_id }) => user_id,
  add: (people) => [brazeCall(people, { in_lapsed_customers: true })],
  remove: (people) => [brazeCall(people, { in_lapsed_customers: false, _update_existing_only: true })],
}

const contacts = '/api.hubapi.com/crm/v3/objects/contacts/batch'
function hubspotMembers(toAdd: readonly Person[], toRemove: readonly Person[]): ListCall {
  const idsOf = (people: readonly Person[]) => people.map(({ email }) => contactIdOf(email))
  return {
    method: 'PUT',
    url: '/api.hubapi.com/crm/v3/lists/2718/memberships/add-and-remove',
    body: { recordIdsToAdd: idsOf(toAdd), recordIdsToRemove: idsOf(toRemove) },
  }
}
const hubspot: ListVendorCase = {
  id: 'hubspot',
  destination: {
    target: 'hubspot_list',
    settings: { list_id: '2718' },
    secrets: { access_token: 'pat-1' },
  },
  docs: {
    add: 'https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/batch/upsert-contacts',
    remove: 'https://developers.hubspot.com/docs/api-reference/crm-lists-v3/guide',
  },
  list: 'HubSpot 2718',
  member: ({ email }) => email,
  key: ({ email }) => email,
  // Members are records. An addition writes the contacts first, a removal reads them.
  add: (people) => [
    post(`${contacts}/upsert`, {
      inputs: people.map(({ email }) => ({ id: email, idProperty: 'email', properties: { email } })),
    }),
    hubspotMembers(people, []),
  ],
  remove: (people) => [
    post(`${contacts}/read`, {
      idProperty: 'email',
      properties: ['email', 'hs_additional_emails'],
      inputs: people.map(({ email }) => ({ id: email })),
    }),
    hubspotMembers([], people),
  ],
}

const klaviyo: ListVendorCase = {
  id: 'klaviyo',
  destination: {
    target: 'klaviyo_list',
    settings: { list_id: 'Y6nRLr' },
    secrets: { api_key: 'pk_1' },
  },
  docs: {
    add: 'https://developers.klaviyo.com/en/reference/bulk_import_profiles',
    remove: 'https://developers.klaviyo.com/en/reference/remove_profiles_from_list',
  },
  list: 'Klaviyo Y6nRLr',
  member: ({ email }) => email,
  key: ({ email }) => email,
  add: (people) => [
    post('/a.klaviyo.com/api/profile-bulk-import-jobs', {
      data: {
        type: 'profile-bulk-import-job',
        attributes: {
          profiles: {
            data: people.map(({ user_id, email }) => ({
              type: 'profile',
              attributes: { email, external_id: user_id },
            })),
          },
        },
        relationships: { lists: { data: [{ type: 'list', id: 'Y6nRLr' }] } },
      },
    }),
  ],
  // The recorder masks the addresses of the lookup. Who was found is in the removal.
  remove: (people) => [
    {
      method: 'GET',
      url: '/a.klaviyo.com/api/profiles?fields%5Bprofile%5D=email%2Cphone_number%2Cexternal_id&filter=any%28email%2C***&page%5Bsize%5D=100',
      body: undefined,
    },
    {
      method: 'DELETE',
      url: '/a.klaviyo.com/api/lists/Y6nRLr/relationships/profiles',
      body: { data: people.map(({ email }) => ({ type: 'profile', id: profileIdOf(email) })) },
    },
  ],
  receipt: /\/profile-bulk-import-jobs\/./,
}

export const messagingLists: readonly ListVendorCase[] = [braze, customerio, hubspot, iterable, klaviyo]
