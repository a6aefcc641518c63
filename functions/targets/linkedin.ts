/** Target `linkedin`: LinkedIn through the Conversions API, which refuses a whole request for one wrong event but says which it is. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { bodyOf, acceptedExcept, rejectedBecauseOf } from './answer.ts'
import { strictObject, Currency, Epoch, ShortText } from './closed.ts'
import { isoCurrency } from './commerce.ts'
import { Hashed, Plain } from './personal.ts'
import { withAll } from './presence.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, Secret, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    access_token: Secret('Access token with the scope rw_conversions.'),
    conversion_rules: Type.Record(Type.String(), Type.String({ pattern: '^[0-9]{1,20}$' }), {
      description:
        'Event type → id of the conversion rule made for it in Campaign Manager; the others are not sent.',
      examples: [{ purchase: '104012', lead: '104020' }],
    }),
    api_version: Type.Optional(
      Type.String({
        pattern: '^20[0-9]{2}(0[1-9]|1[0-2])$',
        description:
          'Version of the API as year and month; 202604 when left out. LinkedIn keeps one for a year.',
        examples: ['202604'],
      }),
    ),
  },
  { additionalProperties: false },
)

// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api-schema
const fields = strictObject(
  {
    conversion: Type.String({ pattern: '^urn:lla:llaPartnerConversion:[0-9]+$' }),
    conversionHappenedAt: Epoch,
    user: strictObject(
      {},
      {
        // By type, since each is written in a way of its own; the request lists them as `{ idType, idValue }`.
        userIds: strictObject(
          {},
          {
            SHA256_EMAIL: Hashed('email'),
            LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID: Plain('trim'),
            ACXIOM_ID: Plain('trim'),
            ORACLE_MOAT_ID: Plain('trim'),
          },
        ),
        userInfo: strictObject(
          { firstName: Plain('trim'), lastName: Plain('trim') },
          { companyName: ShortText, title: ShortText, countryCode: Plain('country_upper') },
        ),
        externalIds: Type.Array(Plain('trim'), { minItems: 1, maxItems: 1 }),
      },
    ),
  },
  {
    conversionValue: strictObject({
      currencyCode: Currency,
      amount: Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' }),
    }),
    eventId: ShortText,
  },
)

/** The event as LinkedIn takes it. */
function elementOf({ fields: event }: LinkedEvent): object {
  const user = event['user'] as Readonly<Record<string, object | undefined>>
  const userIds = Object.entries(user['userIds'] ?? {}).map(([idType, idValue]) => ({ idType, idValue }))
  return { ...event, user: { ...user, userIds } }
}

interface Answer {
  message: string
  code: string
  serviceErrorCode: number
  elements: readonly { status?: number; error?: { message?: string } }[]
}

/** `Index: 3, ERROR :: /conversionHappenedAt :: must be …`, one a line. */
function faultsIn(message: string): ReadonlyMap<number, string> {
  return new Map(
    [...message.matchAll(/Index: (\d+), (ERROR :: [^\n]*)/g)].map(([, index, words]) => [
      Number(index),
      words!,
    ]),
  )
}

interface Failed {
  index: number
  status: number
  words: string
}

/** Elements have a status each; one that passes is no fault of the event. */
function byElement(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  failed: readonly Failed[],
): readonly Attempt[] {
  const attempts = [
    ...acceptedExcept(response, events, new Map(failed.map(({ index, words }) => [index, words]))),
  ]
  for (const { index, status, words } of failed) {
    const event = events[index]
    const told = { status: statuses[status] ?? status, words }
    const [attempt] = event ? byVendorCode({ ...response, status }, [event], told) : []
    if (attempt?.outcome.outcome === 'deferred') attempts[index] = attempt
  }
  return attempts
}

/** 423: the account is being changed; 426: LinkedIn has retired the version, which the owner must raise. */
const statuses: Readonly<Record<number, number>> = { 423: 503, 426: 401 }

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { message = '', code, elements } = bodyOf<Answer>(response) ?? {}
  const failed = (elements ?? []).flatMap(({ status = 0, error }, index) =>
    status >= 400 ? [{ index, status, words: error?.message ?? String(status) }] : [],
  )
  if (response.status < 300 && failed.length > 0) return byElement(response, events, failed)
  if (response.status === 422 || response.status === 400) {
    const faults = faultsIn(message)
    if (faults.size > 0) return rejectedBecauseOf(response, events, faults)
  }
  const words = [code, message].filter(Boolean).join(': ')
  return byVendorCode(response, events, { status: statuses[response.status] ?? response.status, words })
}

export const linkedin = defineTarget({
  name: 'linkedin',
  title: 'LinkedIn Conversions API',
  purpose: 'advertising',
  docs: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api',
  settings,
  events: { setting: 'conversion_rules' },
  otherEvents: null,
  fields,
  linkage: {
    conversion: { template: 'urn:lla:llaPartnerConversion:{target_event}' },
    conversionHappenedAt: { from: 'event_time', as: 'milliseconds' },
    eventId: 'event_id',
    conversionValue: withAll(['currency', 'value'], {
      object: { currencyCode: isoCurrency, amount: { from: 'value', as: 'string' } },
    }),
    'user.userIds.SHA256_EMAIL': 'email',
    'user.userIds.LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID': 'li_fat_id',
    // LinkedIn takes a name whole or not at all.
    'user.userInfo': withAll(['first_name', 'last_name'], {
      object: { firstName: 'first_name', lastName: 'last_name', countryCode: 'country' },
    }),
    'user.externalIds': { list: ['user_id'] },
  },
  time: { maxAge: 90 * 24 * 3600, maxFuture: 60 },
  dedup: 'eventId',
  identity: [
    ['user.userIds.SHA256_EMAIL'],
    ['user.userIds.LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID'],
    ['user.userIds.ACXIOM_ID'],
    ['user.userIds.ORACLE_MOAT_ID'],
    ['user.userInfo'],
    ['user.externalIds'],
  ],
  test: null,
  batch: { maxItems: 5000, maxBytes: 1_000_000, atomic: true },
  request: (events, { access_token, api_version = '202604' }) => ({
    method: 'POST',
    url: 'https://api.linkedin.com/rest/conversionEvents',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'linkedin-version': api_version,
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': 'BATCH_CREATE',
    },
    body: JSON.stringify({ elements: events.map(elementOf) }),
    timeout: 10_000,
  }),
  classify,
})
