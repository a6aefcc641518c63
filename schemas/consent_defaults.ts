/** Decision layer: describes the consent that counts where an event states none, by region. */
import { Type, type Static } from 'typebox'
import { consentSignals } from './link.ts'

/** Consent signals → `granted` or `denied`. */
export const ConsentSignals = Type.Object(
  Object.fromEntries(
    consentSignals.map((signal) => [
      signal,
      Type.Optional(
        Type.Enum(['granted', 'denied'], {
          description: 'granted or denied',
          examples: ['denied'],
        }),
      ),
    ]),
  ),
  { additionalProperties: false, description: 'consent signals', examples: [{ ad_storage: 'granted' }] },
)

/** ISO 3166-2 region, ISO 3166-1 country or `*` → signals. */
export const ConsentDefaults = Type.Record(
  Type.String({ pattern: '^(\\*|[A-Z]{2}(-[A-Z0-9]{1,3})?)$' }),
  ConsentSignals,
  {
    additionalProperties: false,
    // They are one environment variable, of at most 32 KiB.
    maxProperties: 200,
    default: {},
    description:
      'consent by region: an ISO 3166-2 code such as US-CA, a country such as DE, or * for all others',
    examples: [{ 'US-CA': { ad_storage: 'granted', ad_user_data: 'granted' } }],
  },
)
export type ConsentDefaults = Static<typeof ConsentDefaults>
