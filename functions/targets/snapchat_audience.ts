/** Target `snapchat_audience`: a customer list of Snapchat. It reports nothing about single members. */
import { Type } from 'typebox'
import { refused } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, evidenceOf } from './answer.ts'
import { appSettings } from './app_settings.ts'
import { strictObject } from './closed.ts'
import {
  columnsIn,
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
import { withoutAny } from './presence.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, type Attempt, type LinkedEvent } from './target.ts'

const docs = 'https://developers.snap.com/api/marketing-api/Ads-API/customer-lists'

const settings = Type.Object(
  {
    list_id: Type.String({
      pattern: '^[0-9A-Za-z-]{1,64}$',
      description: 'Id of a segment with the source type FIRST_PARTY.',
      examples: ['5677923948298240'],
    }),
    ...appSettings(
      'Refresh token with the scope snapchat-marketing-api, for an OAuth app of your business. It has no end.',
    ),
  },
  { additionalProperties: false },
)

/** Field → its name at Snapchat. A request has one of them. */
const types = {
  email: 'EMAIL_SHA256',
  phone: 'PHONE_SHA256',
  mobile_ad_id: 'MOBILE_AD_ID_SHA256',
} as const

type Column = keyof typeof types

function columnIn(events: readonly LinkedEvent[]): Column {
  const [column] = columnsIn(events, Object.keys(types))
  return column as Column
}

interface ResponseBody {
  request_status: string
  debug_message: string
  error_code: string
  users: readonly { sub_request_status?: string; sub_request_error_reason?: string }[]
}

/** The app may not change the segment. */
const noPermission = 'E3002'

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { request_status = '', debug_message, error_code, users = [] } = bodyOf<ResponseBody>(response) ?? {}
  const failed = users.find(({ sub_request_status = '' }) => /^error$/i.test(sub_request_status))
  const message = [error_code, failed?.sub_request_error_reason ?? debug_message].filter(Boolean).join(': ')
  if (response.status < 300 && (failed || /^error$/i.test(request_status)))
    return events.map(() => ({ outcome: refused('rejected', evidenceOf(response, message)) }))
  const status = error_code === noPermission ? 401 : listStatusOf(response)
  return byVendorCode(response, events, { status, message })
}

export const snapchat_audience = defineTarget({
  ...listOfPeople,
  name: 'snapchat_audience',
  title: 'Snapchat Customer List',
  purpose: 'advertising',
  // A member has no field for limited data use.
  honours: null,
  docs,
  settings,
  fields: strictObject(
    { operation: OperationField },
    { email: Hashed('email'), phone: Hashed('phone_digits'), mobile_ad_id: Hashed('lower') },
  ),
  linkage: {
    ...listOperationLink,
    email: 'email',
    // A request, and so a member, has identifiers of one type.
    phone: withoutAny(['email'], 'phone'),
    mobile_ad_id: withoutAny(['email', 'phone'], 'advertising_id'),
  },
  audience: { docs, identifiers: ['email', 'phone', 'advertising_id'], consent: personalizedAdvertising },
  identity: Object.keys(types).map((name) => [name]),
  test: null,
  batch: {
    maxItems: 10_000,
    maxBytes: 1_000_000,
    atomic: true,
    key: (event) => `${operationOf(event)} ${columnIn([event])}`,
  },
  oauth: {
    docs: 'https://developers.snap.com/api/marketing-api/Ads-API/authentication',
    request: (app) =>
      tokenRequest('https://accounts.snapchat.com/login/oauth2/access_token', app, { app: 'body' }),
  },
  request: (events, { list_id }, { authorization }) => {
    const column = columnIn(events)
    return {
      method: operationIn(events) === 'add' ? 'POST' : 'DELETE',
      url: `https://adsapi.snapchat.com/v1/segments/${list_id}/users`,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        users: [{ schema: [types[column]], data: events.map(({ fields }) => [fields[column]]) }],
      }),
      timeout: 10_000,
    }
  },
  forbidden: 'credentials',
  classify,
})
