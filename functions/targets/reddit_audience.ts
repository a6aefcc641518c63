/** Target `reddit_audience`: a customer list of Reddit. It reports nothing about single members. */
import { Type } from 'typebox'
import { header } from '../net/header.ts'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf } from './answer.ts'
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
import { byVendorCode } from './stated.ts'
import { defineTarget, type Attempt, type LinkedEvent } from './target.ts'

const docs = 'https://ads-api.reddit.com/docs/v3/'

const settings = Type.Object(
  {
    list_id: Type.String({
      pattern: '^[0-9A-Za-z_-]{1,64}$',
      description: 'Id of a custom audience of the type CUSTOMER_LIST.',
      examples: ['2188046315726340'],
    }),
    ...appSettings(
      'Refresh token with the scope adsedit, which was asked for with duration=permanent, for an app that Reddit has admitted to custom audiences. It has no end.',
    ),
  },
  { additionalProperties: false },
)

/** Field → its name at Reddit, in the order of a row. */
const types = { email: 'EMAIL_SHA256', maid: 'MAID_SHA256' } as const

function columnsOf(events: readonly LinkedEvent[]): readonly (keyof typeof types)[] {
  return columnsIn(events, Object.keys(types)) as readonly (keyof typeof types)[]
}

/** Reddit does not accept requests without it. */
const userAgent = { 'user-agent': 'web:sluice:1 (customer lists)' }

interface ResponseBody {
  error: { message?: string }
}

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { error } = bodyOf<ResponseBody>(response) ?? {}
  const reset = Number(header(response, 'x-ratelimit-reset') ?? NaN)
  return byVendorCode(response, events, {
    status: listStatusOf(response),
    message: error?.message ?? '',
    wait: response.status === 429 && reset >= 0 ? reset : undefined,
  })
}

export const reddit_audience = defineTarget({
  ...listOfPeople,
  name: 'reddit_audience',
  title: 'Reddit Custom Audience',
  purpose: 'advertising',
  // A member has no field for limited data use.
  honours: null,
  docs,
  settings,
  fields: strictObject(
    { operation: OperationField },
    { email: Hashed('email_any_alias'), maid: Hashed('lower') },
  ),
  linkage: { ...listOperationLink, email: 'email', maid: 'advertising_id' },
  audience: { docs, identifiers: ['email', 'advertising_id'], consent: personalizedAdvertising },
  identity: [['email'], ['maid']],
  test: null,
  batch: {
    maxItems: 2500,
    maxBytes: 1_000_000,
    atomic: true,
    // All rows of a request have all its columns.
    key: (event) => [operationOf(event), ...columnsOf([event])].join(' '),
  },
  oauth: {
    docs,
    request: (app) =>
      tokenRequest('https://www.reddit.com/api/v1/access_token', app, { app: 'header', headers: userAgent }),
  },
  request: (events, { list_id }, { authorization }) => {
    const columns = columnsOf(events)
    return {
      method: 'PATCH',
      url: `https://ads-api.reddit.com/api/v3/custom_audiences/${list_id}/users`,
      headers: { authorization, 'content-type': 'application/json', ...userAgent },
      body: JSON.stringify({
        data: {
          action_type: operationIn(events) === 'add' ? 'ADD' : 'REMOVE',
          column_order: columns.map((name) => types[name]),
          user_data: events.map(({ fields }) => columns.map((name) => fields[name])),
        },
      }),
      timeout: 10_000,
    }
  },
  forbidden: 'credentials',
  classify,
})
