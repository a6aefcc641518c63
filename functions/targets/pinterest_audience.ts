/** Target `pinterest_audience`: a customer list of Pinterest. It reports nothing about single members. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
import { appSettings } from './app_settings.ts'
import { strictObject } from './closed.ts'
import {
  listOfPeople,
  operationIn,
  OperationField,
  listOperationLink,
  listStatusOf,
  operationOf,
  personalizedAdvertising,
} from './membership.ts'
import { tokenRequest } from './oauth.ts'
import { Hashed } from './personal.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const docs = 'https://developers.pinterest.com/docs/api/v5/customer_lists-update/'

const app = appSettings(
  'Continuous refresh token with the scope ads:write. It ends after 60 days unless `forward` exchanges it, which it does every 30 days.',
)

const settings = Type.Object(
  {
    ad_account_id: Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'Id of the ad account, digits only.',
      examples: ['549755885175'],
    }),
    list_id: Type.String({
      pattern: '^[0-9]{1,20}$',
      description: 'Id of a customer list. Ads reach it through an audience of the type CUSTOMER_LIST.',
      examples: ['643'],
    }),
    access_token: Type.Optional(
      Secret(
        'Access token with the scope ads:write, which ends after 30 days. Not needed with a refresh token.',
      ),
    ),
    client_id: Type.Optional(app.client_id),
    refresh_token: Type.Optional(app.refresh_token),
    client_secret: Type.Optional(app.client_secret),
  },
  {
    additionalProperties: false,
    anyOf: [{ required: ['access_token'] }, { required: ['client_id', 'refresh_token', 'client_secret'] }],
  },
)

/** The fields that identify a member, in the order of the records. */
const identifiers = ['email', 'mobile_ad_id'] as const

/** Returns the hashes of a member. */
function recordsOf(fields: LinkedEvent['fields']): readonly string[] {
  return identifiers.flatMap((name) => (name in fields ? [String(fields[name])] : []))
}

interface ResponseBody {
  code: number
  message: string
}

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { message = '' } = bodyOf<ResponseBody>(response) ?? {}
  return byVendorCode(response, events, { status: listStatusOf(response), message })
}

export const pinterest_audience = defineTarget({
  ...listOfPeople,
  name: 'pinterest_audience',
  title: 'Pinterest Customer List',
  purpose: 'advertising',
  // A record has no flag for limited data processing.
  honours: null,
  docs,
  settings,
  fields: strictObject(
    { operation: OperationField },
    { email: Hashed('email'), mobile_ad_id: Hashed('lower') },
  ),
  linkage: { ...listOperationLink, email: 'email', mobile_ad_id: 'advertising_id' },
  audience: { docs, identifiers: ['email', 'advertising_id'], consent: personalizedAdvertising },
  identity: identifiers.map((name) => [name]),
  test: null,
  batch: { maxItems: 10_000, maxBytes: 1_000_000, atomic: true, key: operationOf },
  oauth: {
    docs: 'https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/',
    rolls: true,
    request: ({ access_token, client_id = '', client_secret = '', refresh_token = '' }) =>
      access_token === undefined
        ? tokenRequest(
            'https://api.pinterest.com/v5/oauth/token',
            { client_id, client_secret, refresh_token },
            { app: 'header' },
          )
        : undefined,
  },
  request: (events, { ad_account_id, list_id, access_token }, { authorization }) => ({
    method: 'PATCH',
    url: `https://api.pinterest.com/v5/ad_accounts/${ad_account_id}/customer_lists/${list_id}`,
    headers: {
      authorization: access_token === undefined ? authorization : `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      operation_type: operationIn(events) === 'add' ? 'ADD' : 'REMOVE',
      records: events.flatMap(({ fields }) => recordsOf(fields)).join(','),
    }),
    timeout: 30_000,
  }),
  forbidden: 'credentials',
  classify,
})
