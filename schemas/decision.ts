/** Decision layer: defines rules and decisions. The default is restrict: an event leaves only if a permit rule matches. */
import { Type, type Static } from 'typebox'

/** A rule of a destination. Restrict rules override permit rules. */
export const Rule = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z][a-z0-9_]{1,62}$',
      description: 'Names the rule in its decisions.',
    }),
    effect: Type.Union([Type.Literal('permit'), Type.Literal('restrict')]),
    when: Type.String({
      minLength: 1,
      description:
        'CEL condition over `event` (context fields and event_data) and `destination` (id, target, purpose).',
      examples: ["event.event_name == 'purchase'", 'true'],
    }),
    reason: Type.Optional(Type.String({ description: 'Reason in the decision. Default: the rule id.' })),
  },
  { additionalProperties: false },
)
export type Rule = Static<typeof Rule>

/** The decision for one event and one destination. It is stored in the row of the event. */
export interface Decision {
  destination: string
  permitted: boolean
  /** Id of the rule that decided; null if no rule matched. */
  rule: string | null
  /** `permitted`; `permitted_by_default` if the consent is a default of the region, `permitted_by_source` of the source; a restriction reason
   * of schemas/outcome.ts; or the reason of the rule. */
  reason: string
}
