/** Ordering: describes when public topics are stored in the order of ordering keys, as settings declare it and `store` reads it. */
import { Type, type Static } from 'typebox'

/** Whole seconds, so that the texts sort by time. */
function Time(description: string) {
  return Type.String({
    pattern: '^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z$',
    description,
    examples: ['2026-03-14T10:00:00Z'],
  })
}

/** A topic then has a plain and an ordered store subscription. Both receive every message; the publish time tells which one stores it. */
export const Ordering = Type.Object(
  {
    from: Time(
      'the time (UTC) from which events are stored in the order of their keys, after the update ends',
    ),
    until: Type.Optional(
      Time('the time (UTC) from which events are stored without order again, after the update ends'),
    ),
    drained: Type.Optional(
      Type.Boolean({
        description: 'true removes the plain store subscriptions, which must be drained',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false, examples: [{ from: '2026-03-14T10:00:00Z' }] },
)
export type Ordering = Static<typeof Ordering>
