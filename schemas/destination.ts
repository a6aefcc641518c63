/** Destinations: describes a configured target in one environment, as settings declare it and functions read it. */
import { Type, type Static } from 'typebox'
import { Rule } from './decision.ts'
import { consentSignals, LinkSchema } from './link.ts'

/** Short, because ids are part of attribute keys, subscription ids and environment variables. */
export const DestinationId = Type.String({
  pattern: '^[a-z][a-z0-9_]{1,30}$',
  examples: ['webhook', 'meta_eu'],
})

/** A destination without its secrets. */
export const Destination = Type.Object(
  {
    id: DestinationId,
    target: Type.String({ description: 'File name in functions/targets.', examples: ['webhook'] }),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: "The target's settings, without secrets.",
    }),
    rules: Type.Array(Rule, { description: 'Decision rules. Without a permit rule, no event is sent.' }),
    consent: Type.Optional(
      Type.Array(Type.Enum([...consentSignals]), {
        uniqueItems: true,
        description:
          'Required consent signals. [] requires none. Default: the signals for the purpose of the target.',
      }),
    ),
    requests_per_second: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'Maximum requests per second of all instances together. Default: unlimited.',
      }),
    ),
    ordered: Type.Optional(
      Type.Boolean({
        description:
          'True to deliver the events of an ordering key in their order. False drains the ordered subscription. Default: no order.',
        examples: [true],
      }),
    ),
    linkage: Type.Optional(
      Type.Record(Type.String(), LinkSchema, {
        description: 'Event name or `*` → link. Overrides the link of the target, field by field.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Destination = Static<typeof Destination>

/** Environment variable of a secret setting. `('webhook', 'secret')` → `SECRET_WEBHOOK_SECRET` */
export function secretVariable(destination: string, setting: string): string {
  return `SECRET_${destination}_${setting}`.toUpperCase()
}

/** Id of the secret in which `forward` keeps the refresh token that the vendor gave out last, for a target whose refresh tokens roll. */
export function rolledTokenSecret(destination: string): string {
  return `rolled-token-${destination}`
}
