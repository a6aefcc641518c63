/** Lists of people: the calls of the vendors of advertising, by hand from their pages. */
import { post, sha256, type ListCall, type ListVendorCase, type Person } from './list_vendor.ts'

const metaReference = 'https://developers.facebook.com/docs/marketing-api/reference/custom-audience/users/'
function metaCall(method: string, people: readonly Person[]): ListCall {
  return {
    method,
    url: '/graph.facebook.com/v25.0/23851234567890123/users',
    body: {
      payload: {
        schema: ['EMAIL', 'EXTERN_ID'],
        data: people.map(({ user_id, email }) => [sha256(email), sha256(user_id)]),
      },
    },
  }
}
const meta: ListVendorCase = {
  id: 'meta',
  destination: {
    target: 'meta_audience',
    settings: { list_id: '23851234567890123' },
    secrets: { access_token: 'EAAB-1' },
  },
  docs: { add: metaReference, remove: metaReference },
  list: 'Meta 23851234567890123',
  member: ({ user_id, email }) => `EMAIL ${sha256(email)} EXTERN_ID ${sha256(user_id)}`,
  key: ({ email }) => sha256(email),
  add: (people) => [metaCall('POST', people)],
  remove: (people) => [metaCall('DELETE', people)],
  isAdvertising: true,
  isSilent: true,
}

const googleReference = 'https://developers.google.com/data-manager/api/reference/rest/v1/audienceMembers'
function googleCall(method: string, people: readonly Person[], ofMember: object, more: object): ListCall {
  return post(`/datamanager.googleapis.com/v1/audienceMembers:${method}`, {
    destinations: [
      {
        operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' },
        productDestinationId: '8001',
      },
    ],
    audienceMembers: people.map(({ email }) => ({
      userData: { userIdentifiers: [{ emailAddress: sha256(email) }] },
      ...ofMember,
    })),
    encoding: 'HEX',
    ...more,
  })
}
const google: ListVendorCase = {
  id: 'google',
  destination: {
    target: 'google_customer_match',
    settings: { account_id: '1234567890', list_id: '8001' },
  },
  docs: { add: `${googleReference}/ingest`, remove: `${googleReference}/remove` },
  list: 'Google Data Manager 8001',
  member: ({ email }) => `emailAddress ${sha256(email)}`,
  key: ({ email }) => sha256(email),
  add: (people) => [
    googleCall(
      'ingest',
      people,
      { consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' } },
      { termsOfService: { customerMatchTermsOfServiceStatus: 'ACCEPTED' } },
    ),
  ],
  remove: (people) => [googleCall('remove', people, {}, {})],
  receipt: /\/v1\/requestStatus:retrieve\?/,
  isAdvertising: true,
}

const tiktokReference = 'https://business-api.tiktok.com/portal/docs?id=1739940583739393'
function tiktokCall(action: string, people: readonly Person[]): ListCall {
  return post('/business-api.tiktok.com/open_api/v1.3/segment/mapping/', {
    advertiser_ids: ['7001'],
    action,
    id_schema: ['EMAIL_SHA256'],
    batch_data: people.map(({ email }) => [{ id: sha256(email), audience_ids: ['99'] }]),
  })
}
const tiktok: ListVendorCase = {
  id: 'tiktok',
  destination: {
    target: 'tiktok_audience',
    settings: { advertiser_id: '7001', list_id: '99' },
    secrets: { access_token: 't-1' },
  },
  docs: { add: tiktokReference, remove: tiktokReference },
  list: 'TikTok 99',
  member: ({ email }) => `EMAIL_SHA256 ${sha256(email)}`,
  key: ({ email }) => sha256(email),
  add: (people) => [tiktokCall('add', people)],
  remove: (people) => [tiktokCall('delete', people)],
  isAdvertising: true,
}

export const advertisingLists: readonly ListVendorCase[] = [google, meta, tiktok]
