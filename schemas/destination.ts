/** A destination: one configured instance of a target in one environment, as Pulumi settings name it and functions read it. */
import { Type, type Static } from 'typebox'
import { Rule } from './decision.ts'
import { consentSignals, LinkSchema } from './link.ts'

/** Ids end up in attribute keys, subscription ids and environment names, so they stay short and plain. */
export const DestinationId = Type.String({
  pattern: '^[a-z][a-z0-9_]{1,30}$',
  examples: ['webhook', 'meta_eu'],
})

/** The part of a destination that is no secret. */
export const Destination = Type.Object(
  {
    id: DestinationId,
    target: Type.String({ description: 'File name in functions/targets.', examples: ['webhook'] }),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: "The target's own settings, secrets left out.",
    }),
    rules: Type.Array(Rule, { description: 'No rule, no event: the default is deny.' }),
    consent: Type.Optional(
      Type.Array(Type.Enum([...consentSignals]), {
        uniqueItems: true,
        description:
          'Consent the user must have granted, in place of what the purpose of the target needs; [] for none.',
      }),
    ),
    requests_per_second: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          'Most requests an instance of `forward` makes to the third party; unlimited unless told.',
      }),
    ),
    linkage: Type.Optional(
      Type.Record(Type.String(), LinkSchema, {
        description: 'Event name, or `*`, → link; overrides the target’s own, field by field.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Destination = Static<typeof Destination>

/** Environment variable that hands a destination's secret setting to `forward`. `('webhook', 'secret')` → `SECRET_WEBHOOK_SECRET` */
export function secretVariable(destination: string, setting: string): string {
  return `SECRET_${destination}_${setting}`.toUpperCase()
}
