/** Target `linkedin`: LinkedIn, with the Conversions API. It refuses a whole request for one invalid event, and names that event. */
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
        'Event type → id of its conversion rule in Campaign Manager. Event types that are not listed are skipped.',
      examples: [{ purchase: '104012', lead: '104020' }],
    }),
    api_version: Type.Optional(
      Type.String({
        pattern: '^20[0-9]{2}(0[1-9]|1[0-2])$',
        description:
          'Version of the API, as year and month. Default: 202604. LinkedIn supports a version for a year.',
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
        // An object, because each type has its own format. The request has a list of `{ idType, idValue }`.
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
          { firstName: Plain('name'), lastName: Plain('name') },
          { companyName: ShortText, title: ShortText, countryCode: Plain('country_upper') },
        ),
        externalIds: Type.Array(Plain('trim'), { minItems: 1, maxItems: 1 }),
      },
    ),
  },
  {
    conversionValue: strictObject({
      currencyCode: Currency,
      // Assumption: not negative. LinkedIn describes it as a decimal only.
      amount: Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' }),
    }),
    eventId: ShortText,
  },
)

/** Returns the event in LinkedIn's format. */
function elementOf({ fields: event }: LinkedEvent): object {
  const user = event['user'] as Readonly<Record<string, object | undefined>>
  const userIds = Object.entries(user['userIds'] ?? {}).map(([idType, idValue]) => ({ idType, idValue }))
  return { ...event, user: { ...user, userIds } }
}

interface ResponseBody {
  message: string
  code: string
  serviceErrorCode: number
  elements: readonly { status?: number; error?: { message?: string } }[]
}

/** Parses lines such as `Index: 3, ERROR :: /conversionHappenedAt :: must be …`. */
function faultsIn(message: string): ReadonlyMap<number, string> {
  return new Map(
    [...message.matchAll(/Index: (\d+), (ERROR :: [^\n]*)/g)].map(([, index, error]) => [
      Number(index),
      error!,
    ]),
  )
}

interface Failed {
  index: number
  status: number
  message: string
}

/** Classifies elements by their own status, because some are temporary errors. */
function byElement(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  failed: readonly Failed[],
): readonly Attempt[] {
  const attempts = [
    ...acceptedExcept(response, events, new Map(failed.map(({ index, message }) => [index, message]))),
  ]
  for (const { index, status, message } of failed) {
    const event = events[index]
    const code = { status: statuses[status] ?? status, message }
    const [attempt] = event ? byVendorCode({ ...response, status }, [event], code) : []
    if (attempt?.outcome.outcome === 'deferred') attempts[index] = attempt
  }
  return attempts
}

/** 423: the account is being changed; 426: LinkedIn no longer supports the API version in the settings. */
const statuses: Readonly<Record<number, number>> = { 423: 503, 426: 401 }

function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const { message = '', code, elements } = bodyOf<ResponseBody>(response) ?? {}
  const failed = (elements ?? []).flatMap(({ status = 0, error }, index) =>
    status >= 400 ? [{ index, status, message: error?.message ?? String(status) }] : [],
  )
  if (response.status < 300 && failed.length > 0) return byElement(response, events, failed)
  if (response.status === 422 || response.status === 400) {
    const faults = faultsIn(message)
    if (faults.size > 0) return rejectedBecauseOf(response, events, faults)
  }
  return byVendorCode(response, events, {
    status: statuses[response.status] ?? response.status,
    message: [code, message].filter(Boolean).join(': '),
  })
}

export const linkedin = defineTarget({
  name: 'linkedin',
  title: 'LinkedIn Conversions API',
  purpose: 'advertising',
  // The schema of the page below has no field for an opt-out.
  honours: null,
  docs: 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversions-api',
  settings,
  events: { setting: 'conversion_rules' },
  otherEvents: null,
  fields,
  // LinkedIn adds types of ids with its monthly versions: `extra.user.userIds.GOOGLE_AID`.
  extra: true,
  linkage: {
    conversion: { template: 'urn:lla:llaPartnerConversion:{target_event}' },
    conversionHappenedAt: { from: 'event_time', as: 'milliseconds' },
    eventId: 'event_id',
    conversionValue: withAll(['currency', 'value'], {
      object: { currencyCode: isoCurrency, amount: { from: 'value', as: 'string' } },
    }),
    'user.userIds.SHA256_EMAIL': 'email',
    'user.userIds.LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID': 'li_fat_id',
    // LinkedIn requires both names.
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
