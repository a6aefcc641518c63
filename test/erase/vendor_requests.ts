/** Erasure at third parties: the request of each vendor, written by hand from its documentation. */
import type * as targets from '../../functions/targets/index.ts'

export type TargetName = keyof typeof targets

export const person = ['user_id', 'u-1815'] as const
export const email = ['email', 'ada@example.com'] as const
const phone = ['phone', '+442071234567'] as const
/** Mixpanel's required settings. */
export const importing = { project_id: '7', service_account: 'a', service_account_secret: 's' }
const json = { 'content-type': 'application/json' }

/** One request for each target and kind of identity. */
export const erasureRequests: readonly {
  name: TargetName
  docs: string
  settings: object
  identity: readonly [field: string, value: string]
  url: string
  headers: object
  body: object
}[] = [
  ...(
    [
      [person, { external_ids: ['u-1815'] }],
      [
        email,
        {
          email_addresses: [
            { email: 'ada@example.com', prioritization: ['identified', 'most_recently_updated'] },
          ],
        },
      ],
      [
        phone,
        {
          phone_numbers: [
            { phone: '+442071234567', prioritization: ['identified', 'most_recently_updated'] },
          ],
        },
      ],
    ] as const
  ).map(([identity, body]) => ({
    name: 'braze' as const,
    docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_delete',
    settings: { rest_endpoint: 'rest.fra-01.braze.eu', api_key: 'k-1' },
    identity,
    url: 'https://rest.fra-01.braze.eu/users/delete',
    headers: { authorization: 'Bearer k-1', ...json },
    body,
  })),
  {
    name: 'customerio',
    docs: 'https://docs.customer.io/integrations/api/track/#operation/entity',
    settings: { site_id: 'site', api_key: 'key', region: 'eu' },
    identity: person,
    url: 'https://track-eu.customer.io/api/v2/entity',
    // printf site:key | base64
    headers: { authorization: 'Basic c2l0ZTprZXk=', ...json },
    body: { type: 'person', action: 'suppress', identifiers: { id: 'u-1815' } },
  },
  {
    name: 'iterable',
    docs: 'https://support.iterable.com/hc/en-us/articles/360029174171',
    settings: { api_key: 'k-1' },
    identity: email,
    url: 'https://api.iterable.com/api/users/forget',
    headers: { 'api-key': 'k-1', ...json },
    body: { email: 'ada@example.com' },
  },
  {
    name: 'klaviyo',
    docs: 'https://developers.klaviyo.com/en/reference/request_profile_deletion',
    settings: { api_key: 'k-1' },
    identity: phone,
    url: 'https://a.klaviyo.com/api/data-privacy-deletion-jobs',
    headers: {
      accept: 'application/vnd.api+json',
      authorization: 'Klaviyo-API-Key k-1',
      'content-type': 'application/vnd.api+json',
      revision: '2026-07-15',
    },
    body: {
      data: {
        type: 'data-privacy-deletion-job',
        attributes: {
          profile: { data: { type: 'profile', attributes: { phone_number: '+442071234567' } } },
        },
      },
    },
  },
  {
    name: 'hubspot',
    docs: 'https://developers.hubspot.com/docs/api-reference/legacy/crm/objects/contacts/gdpr/gdpr-delete-contact',
    settings: { access_token: 't-1', event_names: { purchase: 'pe1_purchase' } },
    identity: email,
    url: 'https://api.hubapi.com/crm/v3/objects/contacts/gdpr-delete',
    headers: { authorization: 'Bearer t-1', ...json },
    body: { objectId: 'ada@example.com', idProperty: 'email' },
  },
  {
    name: 'amplitude',
    docs: 'https://amplitude.com/docs/apis/analytics/user-privacy',
    settings: { api_key: 'k-1', secret_key: 's-1', region: 'eu' },
    identity: person,
    url: 'https://analytics.eu.amplitude.com/api/2/deletions/users',
    // printf k-1:s-1 | base64
    headers: { authorization: 'Basic ay0xOnMtMQ==', ...json },
    body: { user_ids: ['u-1815'], requester: 'sluice', ignore_invalid_id: 'true' },
  },
  ...(
    [
      [email, { subjectEmail: 'ada@example.com' }],
      [phone, { subjectPhone: '+442071234567' }],
      [person, { clientUserId: 'u-1815' }],
    ] as const
  ).map(([identity, body]) => ({
    name: 'attentive' as const,
    docs: 'https://docs.attentive.com/reference/privacy-request',
    settings: { api_key: 'k-1' },
    identity,
    url: 'https://api.attentivemobile.com/v1/privacy/delete-request',
    headers: { authorization: 'Bearer k-1', ...json },
    body,
  })),
  ...(
    [
      [person, ['u-1815']],
      [
        ['anonymous_id', 'a-1'],
        ['a-1', '$device:a-1'],
      ],
    ] as const
  ).map(([identity, distinct_ids]) => ({
    name: 'mixpanel' as const,
    docs: 'https://docs.mixpanel.com/reference/gdpr-api',
    settings: { ...importing, project_token: '591b3354', gdpr_token: 't-1', region: 'in' },
    identity,
    url: 'https://in.mixpanel.com/api/app/data-deletions/v3.0/?token=591b3354',
    headers: { authorization: 'Bearer t-1', ...json },
    body: { distinct_ids, compliance_type: 'GDPR' },
  })),
  {
    name: 'segment',
    docs: 'https://docs.segmentapis.com/tag/Deletion-and-Suppression',
    settings: { write_key: 'w-1', public_api_token: 't-1' },
    identity: person,
    url: 'https://api.segmentapis.com/regulations',
    headers: { authorization: 'Bearer t-1', ...json },
    body: { regulationType: 'SUPPRESS_WITH_DELETE', subjectType: 'USER_ID', subjectIds: ['u-1815'] },
  },
  ...(
    [
      [person, { type: 'USER_ID', userId: 'u-1815' }],
      [['ga_client_id', '1.2'], { type: 'CLIENT_ID', userId: '1.2' }],
    ] as const
  ).map(([identity, id]) => ({
    name: 'ga4' as const,
    docs: 'https://developers.google.com/analytics/devguides/config/userdeletion/v3/reference/userDeletion/userDeletionRequest/upsert',
    settings: { measurement_id: 'G-1', api_secret: 's-1', property_id: '123456789' },
    identity,
    url: 'https://www.googleapis.com/analytics/v3/userDeletion/userDeletionRequests:upsert',
    headers: { authorization: 'Bearer own-token', ...json },
    body: { kind: 'analytics#userDeletionRequest', id, propertyId: '123456789' },
  })),
]
