/** Event: names the context fields that Sluice can derive from what an event says elsewhere, as settings turn them on and `store` adds them. */
import { Type, type Static } from 'typebox'

function Group(description: string) {
  return Type.Optional(Type.Boolean({ description, examples: [true] }))
}

/** The groups of derived fields that are on. Default: none. */
export const DerivedFields = Type.Object(
  {
    campaign: Group('true adds the campaign, such as utm_source, from page_url'),
    clickIds: Group('true adds the click ids, such as gclid, from page_url'),
    bots: Group('true adds is_bot from user_agent'),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'the groups of context fields that are derived: campaign, clickIds, bots',
    examples: [{ campaign: true, clickIds: true, bots: true }],
  },
)
export type DerivedFields = Static<typeof DerivedFields>
