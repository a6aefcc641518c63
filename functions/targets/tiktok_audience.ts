/** Target `tiktok_audience`: a custom audience of TikTok, with the segment API. It reports nothing about single members. */
import { Type } from 'typebox'
import { strictObject } from './closed.ts'
import {
  columnsIn,
  listOfPeople,
  operationIn,
  OperationField,
  listOperationLink,
  operationOf,
  personalizedAdvertising,
} from './membership.ts'
import { Hashed } from './personal.ts'
import { gaid, idfa } from './platform.ts'
import { defineTarget, Secret } from './target.ts'
import { classifyTikTok } from './tiktok_answer.ts'

const Id = { pattern: '^[0-9]{1,20}$' }

const settings = Type.Object(
  {
    advertiser_id: Type.String({
      ...Id,
      description: 'Id of the advertiser account.',
      examples: ['7012345678901234567'],
    }),
    list_id: Type.String({ ...Id, description: 'Id of a custom audience.', examples: ['123456789'] }),
    access_token: Secret(
      'Long-term access token of an app with the permission Audience Management, which TikTok has admitted to the segment API.',
    ),
  },
  { additionalProperties: false },
)

/** Field → its name at TikTok, in the order of a row. https://business-api.tiktok.com/portal/docs?id=1739940583739393 */
const types = {
  email: 'EMAIL_SHA256',
  phone: 'PHONE_SHA256',
  idfa: 'IDFA_SHA256',
  aaid: 'AAID_SHA256',
} as const

export const tiktok_audience = defineTarget({
  ...listOfPeople,
  name: 'tiktok_audience',
  title: 'TikTok Custom Audience',
  purpose: 'advertising',
  // A member has no field for limited data use.
  honours: null,
  docs: 'https://business-api.tiktok.com/portal/docs?id=1739940583739393',
  settings,
  fields: strictObject(
    { operation: OperationField },
    { email: Hashed('email'), phone: Hashed('phone_e164'), idfa: Hashed('lower'), aaid: Hashed('lower') },
  ),
  linkage: { ...listOperationLink, email: 'email', phone: 'phone', idfa, aaid: gaid },
  audience: {
    docs: 'https://business-api.tiktok.com/portal/docs?id=1739940583739393',
    identifiers: ['email', 'phone', 'advertising_id'],
    consent: personalizedAdvertising,
  },
  identity: Object.keys(types).map((name) => [name]),
  test: null,
  batch: { maxItems: 1000, maxBytes: 1_000_000, atomic: true, key: operationOf },
  request: (events, { advertiser_id, list_id, access_token }) => {
    const columns = columnsIn(events, Object.keys(types))
    return {
      method: 'POST',
      url: 'https://business-api.tiktok.com/open_api/v1.3/segment/mapping/',
      headers: { 'access-token': access_token, 'content-type': 'application/json' },
      body: JSON.stringify({
        advertiser_ids: [advertiser_id],
        action: operationIn(events) === 'add' ? 'add' : 'delete',
        id_schema: columns.map((name) => types[name as keyof typeof types]),
        batch_data: events.map(({ fields }) =>
          columns.map((name) => (name in fields ? { id: fields[name], audience_ids: [list_id] } : {})),
        ),
      }),
      timeout: 10_000,
    }
  },
  classify: classifyTikTok,
})
