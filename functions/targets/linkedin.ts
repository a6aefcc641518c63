/** Target `linkedin`: LinkedIn, with the Conversions API. It refuses a whole request for one invalid event, and names that event. */
import { Type } from 'typebox'
import { strictObject, Currency, Epoch, ShortText } from './closed.ts'
import { isoCurrency } from './commerce.ts'
import { classifyLinkedIn, linkedInHeaders, LinkedInVersion } from './linkedin_request.ts'
import { Hashed, Plain } from './personal.ts'
import { withAll } from './presence.ts'
import { defineTarget, Secret, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    access_token: Secret('Access token with the scope rw_conversions.'),
    conversion_rules: Type.Record(Type.String(), Type.String({ pattern: '^[0-9]{1,20}$' }), {
      description:
        'Event type → id of its conversion rule in Campaign Manager. Event types that are not listed are skipped.',
      examples: [{ purchase: '104012', lead: '104020' }],
    }),
    api_version: LinkedInVersion,
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
  request: (events, { access_token, api_version }) => ({
    method: 'POST',
    url: 'https://api.linkedin.com/rest/conversionEvents',
    headers: linkedInHeaders(`Bearer ${access_token}`, api_version),
    body: JSON.stringify({ elements: events.map(elementOf) }),
    timeout: 10_000,
  }),
  classify: (response, events) => classifyLinkedIn(response, events),
})
