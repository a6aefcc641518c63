/** Sources: describes what one producer with a topic of its own may send, and the consent that counts where its events state none. */
import { Type, type Static } from 'typebox'
import { ConsentSignals } from './consent_defaults.ts'

/** Pattern of the name of a source. Its topic is `source-<name>`. */
export const sourceName = '^[a-z][a-z0-9_]{0,39}$'

/** In the place of an event type: every event type. */
export const everyEventType = '*'

/** The part of a source that functions read. */
export const EventSource = Type.Object(
  {
    events: Type.Array(Type.String({ pattern: '^(\\*|[a-z][a-z0-9_]{2,39})$' }), {
      uniqueItems: true,
      minItems: 1,
      maxItems: 500,
      description: 'the event types that the source may send, or * for all',
      examples: [['page_view', 'add_to_cart']],
    }),
    consent: Type.Optional(ConsentSignals),
  },
  { additionalProperties: false },
)

/** Name → source. */
export const EventSources = Type.Record(Type.String({ pattern: sourceName }), EventSource, {
  additionalProperties: false,
})
export type EventSources = Static<typeof EventSources>
