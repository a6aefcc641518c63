/** Decision layer: the shape of a rule and of a verdict. Default deny: without a matching permit rule nothing leaves. */
import { Type, type Static } from 'typebox'

/** One rule of a destination. A restrict rule beats every permit rule. */
export const Rule = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z][a-z0-9_]{1,62}$',
      description: 'Names the rule in every verdict it decides.',
    }),
    effect: Type.Union([Type.Literal('permit'), Type.Literal('restrict')]),
    when: Type.String({
      minLength: 1,
      description:
        'CEL condition over `event` (context fields and event_data) and `destination` (id, target, purpose).',
      examples: ["event.event_name == 'purchase'", 'true'],
    }),
    reason: Type.Optional(Type.String({ description: 'Told in the verdict; the rule id stands in for it.' })),
  },
  { additionalProperties: false },
)
export type Rule = Static<typeof Rule>

/** What the decision layer says of one event and one destination; kept in the event's own row. */
export interface Decision {
  destination: string
  permitted: boolean
  /** Id of the rule that decided; null when no rule matched. */
  rule: string | null
  /** Why: `permitted`, a restriction reason of schemas/outcome.ts, or the rule's own words. */
  reason: string
}
